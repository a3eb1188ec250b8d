import WebSocket from 'ws'
import { AgentServerFrame, ServerFrame } from '@crewroom/shared/protocol/server-frames'
import { SessionServerFrame } from '@crewroom/shared/protocol/session-frames'
import { patience } from '../../../shared/test/patience'

export type Frame = { readonly type: string } & Record<string, any> // oxlint-disable-line typescript/no-explicit-any -- tests read frames freely

/** A machine may be busy; what is waited for comes or does not. */
const GIVE_UP_MS = patience(30_000)

function schemaOf(url: string) {
  const { pathname } = new URL(url)
  if (pathname === '/ws') return ServerFrame
  if (pathname === '/agent') return AgentServerFrame
  return pathname.includes('/sessions/') ? SessionServerFrame : undefined
}

/** A WebSocket client that keeps what it received and waits for what it expects. */
export class TestSocket {
  readonly frames: Frame[] = []
  readonly #socket: WebSocket
  readonly closed: Promise<{ code: number; reason: string }>
  #arrived: () => void = () => {}
  /** How it was closed, once it is. */
  #over: string | null = null

  constructor(url: string, options: { readonly headers?: Record<string, string> } = {}) {
    this.#socket = new WebSocket(url.replace(/^http/, 'ws'), { headers: options.headers ?? {} })
    this.#socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString('utf8')) as Frame
      // A frame that does not fit the schema of its address is kept as a failure to be found.
      const issues = schemaOf(url)?.safeParse(frame).error?.issues
      this.frames.push(issues ? { type: 'unfit', frame, issues } : frame)
      this.#arrived()
    })
    this.closed = new Promise((resolve) => {
      this.#socket.once('close', (code, reason) => {
        this.#over = `closed with ${code} ${reason.toString('utf8')}`
        resolve({ code, reason: reason.toString('utf8') })
        this.#arrived()
      })
      // A refused upgrade is an error without a close frame.
      this.#socket.once('error', (error) => resolve({ code: -1, reason: error.message }))
    })
  }

  opened(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#socket.once('open', () => resolve())
      this.#socket.once('error', reject)
    })
  }

  send(frame: unknown): void {
    this.#socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  }

  /** The first frame received that fits, now or when it comes. */
  async wait(fits: (frame: Frame) => boolean): Promise<Frame> {
    const until = Date.now() + GIVE_UP_MS
    for (;;) {
      const found = this.frames.find(fits)
      if (found) return found
      if (this.#over !== null) throw new Error(`${this.#over}, before what is waited for came`)
      const left = until - Date.now()
      if (left <= 0)
        throw new Error(`no such frame; received: ${JSON.stringify(this.frames).slice(0, 2_000)}`)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left)
        this.#arrived = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  close(): void {
    this.#socket.close()
  }

  /** Bytes that were sent and that the server has not read; what the system holds for it is not among them. */
  get unsent(): number {
    return this.#socket.bufferedAmount
  }

  /** Stops reading without closing, as a client that cannot keep up does. */
  pause(): void {
    this.#socket.pause()
  }

  [Symbol.dispose](): void {
    this.#socket.terminate()
  }
}
