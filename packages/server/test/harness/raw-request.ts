import { Agent, request } from 'node:http'
import { connect } from 'node:net'

export interface RawReply {
  readonly status: number
  readonly text: string
  readonly retryAfter: string | undefined
}

/** Sends an address exactly as it is written; `fetch` would resolve `%2e%2e` and encode what is not. */
export class RawClient {
  readonly #url: URL
  readonly #agent = new Agent({ keepAlive: true })

  constructor(url: string) {
    this.#url = new URL(url)
  }

  send(
    method: string,
    path: string,
    options: { readonly token?: string | null; readonly body?: string | undefined },
  ): Promise<RawReply> {
    const { token, body } = options
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          agent: this.#agent,
          host: this.#url.hostname,
          port: this.#url.port,
          method,
          path,
          headers: {
            ...(token ? { authorization: `Bearer ${token}` } : {}),
            ...(body === undefined
              ? {}
              : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
          },
        },
        (response) => {
          const parts: Buffer[] = []
          response.on('data', (part: Buffer) => parts.push(part))
          response.once('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              text: Buffer.concat(parts).toString('utf8'),
              retryAfter: response.headers['retry-after'],
            }),
          )
        },
      )
      sent.once('error', reject)
      sent.end(body)
    })
  }

  [Symbol.dispose](): void {
    this.#agent.destroy()
  }
}

/** Sends bytes and gives what comes back until the server ends the connection. */
export function sendRaw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text))
    let answer = ''
    socket.on('data', (part: Buffer) => (answer += part.toString('utf8')))
    socket.once('end', () => {
      socket.end()
      resolve(answer)
    })
    socket.once('error', reject)
  })
}
