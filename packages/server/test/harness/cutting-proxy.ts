import { type AddressInfo, createServer, connect, type Server, type Socket } from 'node:net'

/** Whether the connection breaks now, and how much of what was just sent still arrives. */
export type Cut = (bytes: number, sent: Buffer) => number | null

/** Between a client and a server: breaks connections anywhere, and stays at its address while the server moves. */
export class CuttingProxy {
  /** Where connections go; null: nobody answers there. */
  target: string | null
  /** Null lets everything pass. */
  cut: Cut | null = null
  /** How many connections it has broken. */
  cuts = 0
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  private constructor(server: Server, target: string) {
    this.#server = server
    this.target = target
    server.on('connection', (client) => this.#connected(client))
  }

  static async start(target: string): Promise<CuttingProxy> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new CuttingProxy(server, target)
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Breaks everything that is open. */
  breakAll(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  #connected(client: Socket): void {
    if (this.target === null) {
      client.destroy()
      return
    }
    const { hostname, port, host } = new URL(this.target)
    // A server takes only requests that call it by its own name.
    const renamed = (bytes: Buffer): Buffer => {
      if (!/^(GET|POST|PUT|PATCH|DELETE) \//.test(bytes.subarray(0, 10).toString('latin1')))
        return bytes
      const text = bytes.toString('latin1').replace(/^(host: )[^\r\n]*/im, `$1${host}`)
      return Buffer.from(text, 'latin1')
    }
    const server = connect(Number(port), hostname)
    const end = () => {
      client.destroy()
      server.destroy()
    }
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(from)
      from.on('error', end)
      from.on('close', () => {
        this.#sockets.delete(from)
        end()
      })
      from.on('data', (data: Buffer) => {
        const bytes = from === client ? renamed(data) : data
        const arrives = this.cut?.(bytes.length, bytes) ?? null
        if (arrives === null) {
          to.write(bytes)
          return
        }
        this.cuts++
        to.write(bytes.subarray(0, arrives), end)
      })
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.breakAll()
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }
}
