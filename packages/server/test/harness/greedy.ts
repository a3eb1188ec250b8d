import { connect } from 'node:net'

/** Asks for the same address many times in one packet, and reads nothing before it is told to. */
export class Greedy {
  readonly #socket
  /** Statuses of the answers that were read so far. */
  readonly statuses: string[] = []
  #rest = ''

  constructor(url: string, path: string, token: string, times: number) {
    const { hostname, port } = new URL(url)
    const request = `GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`
    this.#socket = connect(Number(port), hostname, () => {
      this.#socket.write(request.repeat(times))
    })
    this.#socket.pause()
    this.#socket.on('data', (part: Buffer) => this.#take(part.toString('latin1')))
    this.#socket.on('error', () => {})
  }

  read(): void {
    this.#socket.resume()
  }

  leave(): void {
    this.#socket.destroy()
  }

  [Symbol.dispose](): void {
    this.leave()
  }

  #take(part: string): void {
    const text = this.#rest + part
    let end = 0
    for (const found of text.matchAll(/HTTP\/1\.1 (\d{3})/g)) {
      this.statuses.push(found[1] ?? '')
      end = found.index + found[0].length
    }
    // The line of a status may come in two parts.
    this.#rest = text.slice(Math.max(end, text.length - 16))
  }
}
