import WebSocket from 'ws'
import { eventually } from './speaker'
import type { TestServer } from './test-server'

// oxlint-disable-next-line typescript/no-explicit-any -- tests read results freely
type Free = Record<string, any>

const VERSION = '2026.425.3'

/** A program that speaks the protocol of April 2026, written from its frames and not from ours. */
export class AprilRemote {
  /** Everything that came, in order. */
  readonly frames: Free[] = []
  readonly #socket: WebSocket
  #next = 0

  private constructor(url: string) {
    this.#socket = new WebSocket(`${url.replace(/^http/, 'ws')}/rpc/ws`)
    this.#socket.on('message', (data: Buffer) => {
      this.frames.push(JSON.parse(data.toString('utf8')) as Free)
    })
  }

  /** A connection that has said nothing. */
  static async open(server: Pick<TestServer, 'app'>): Promise<AprilRemote> {
    const remote = new AprilRemote(server.app.url)
    await new Promise<void>((resolve, reject) => {
      remote.#socket.once('open', () => resolve())
      remote.#socket.once('error', reject)
    })
    return remote
  }

  /** One that has connected as the agent of this token. */
  static async connect(server: Pick<TestServer, 'app'>, agentKey: string | undefined) {
    const remote = await AprilRemote.open(server)
    await remote.done('auth/connect', remote.hello(agentKey))
    return remote
  }

  hello(agentKey: string | undefined, version = VERSION): object {
    return { agentKey, minProtocol: version, maxProtocol: version }
  }

  raw(frame: unknown): void {
    this.#socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  }

  /** A request, and the frame that answers it. */
  async ask(method: string, params?: object): Promise<Free> {
    const id = `a${++this.#next}`
    this.raw({ jsonrpc: '2.0', type: 'request', id, method, ...(params ? { params } : {}) })
    return this.answerTo(id)
  }

  answerTo(id: string): Promise<Free> {
    return this.#until(`answer ${id}`, (frame) => frame['id'] === id)
  }

  /** The result of a request that has to succeed. */
  async done(method: string, params?: object): Promise<Free> {
    const { result, error } = await this.ask(method, params)
    if (!result) throw new Error(`${method}: ${JSON.stringify(error)}`)
    return result as Free
  }

  /** The code of a request that has to be refused; 0 where it was not. */
  async refusal(method: string, params?: object): Promise<number> {
    return ((await this.ask(method, params))['error']?.code as number | undefined) ?? 0
  }

  /** The data of the first event of this name, now or when it comes. */
  async told(event: string): Promise<Free> {
    return (await this.#until(event, (frame) => frame['event'] === event))['data'] as Free
  }

  events(): readonly string[] {
    return this.frames.flatMap(({ event }) => (typeof event === 'string' ? [event] : []))
  }

  [Symbol.dispose](): void {
    this.#socket.terminate()
  }

  async #until(what: string, fits: (frame: Free) => boolean): Promise<Free> {
    await eventually(what, () => this.frames.some(fits))
    return this.frames.find(fits) ?? {}
  }
}
