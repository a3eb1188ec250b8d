import WebSocket from 'ws'

// oxlint-disable-next-line typescript/no-explicit-any -- frames are read freely
export type Frame = Record<string, any>

/** A machine may be busy; what is waited for comes or does not. */
const GIVE_UP_MS = 30_000

/** A WebSocket of another program, with everything that came on it. */
export class Wire {
  readonly frames: Frame[] = []
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>
  readonly #socket: WebSocket
  readonly #opened: Promise<void>
  #arrived: (() => void)[] = []

  private constructor(url: string, token?: string) {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    this.#socket = new WebSocket(url.replace(/^http/, 'ws'), { headers })
    this.#socket.on('message', (data: Buffer) => {
      this.frames.push(JSON.parse(data.toString('utf8')) as Frame)
      for (const wake of this.#arrived.splice(0)) wake()
    })
    this.closed = new Promise((resolve) => {
      this.#socket.once('close', (code, reason) =>
        resolve({ code, reason: reason.toString('utf8') }),
      )
    })
    this.#opened = new Promise((resolve, reject) => {
      this.#socket.once('open', () => resolve())
      this.#socket.once('error', reject)
    })
  }

  static async open(url: string, token?: string): Promise<Wire> {
    const wire = new Wire(url, token)
    await wire.#opened
    return wire
  }

  send(frame: unknown): void {
    this.#socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  }

  /** The first frame that fits behind the first `from` ones, now or when it comes. */
  async wait(fits: (frame: Frame) => boolean, from = 0): Promise<Frame> {
    const until = Date.now() + GIVE_UP_MS
    for (;;) {
      const found = this.frames.slice(from).find(fits)
      if (found) return found
      const left = until - Date.now()
      if (left <= 0)
        throw new Error(`no such frame; there are: ${JSON.stringify(this.frames).slice(-3_000)}`)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left)
        this.#arrived.push(() => {
          clearTimeout(timer)
          resolve()
        })
      })
    }
  }

  /** Sends a frame and waits for one that fits and comes after it. */
  async asks(frame: unknown, fits: (answer: Frame) => boolean): Promise<Frame> {
    const from = this.frames.length
    this.send(frame)
    return await this.wait(fits, from)
  }

  end(): void {
    this.#socket.terminate()
  }
}
