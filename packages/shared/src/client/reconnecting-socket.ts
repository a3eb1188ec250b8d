import { CLOSE } from '../protocol/close-codes'
import { backoffMs } from './backoff'
import type { Timing } from './timing'

/** The part of a WebSocket that is used here. */
export interface SocketLike {
  onopen: (() => void) | null
  onmessage: ((event: { readonly data: unknown }) => void) | null
  onclose: ((event: { readonly code: number }) => void) | null
  onerror?: (() => void) | null
  send(text: string): void
  close(code?: number): void
  /** Where there is one, it ends a connection that answers nothing any more. */
  terminate?(): void
}

export interface SocketPorts extends Timing {
  open(): SocketLike
}

export type ConnectionState =
  | { readonly phase: 'connecting'; readonly attempt: number }
  | { readonly phase: 'live' }
  | { readonly phase: 'waiting'; readonly attempt: number; readonly retryAt: number }
  | { readonly phase: 'stopped' }

/** What its owner makes of one connection after the other. */
export interface SocketOwner {
  /** A connection is open: the owner says hello with `send`, and calls `accepted` when the server has answered that. */
  opened(): void
  heard(text: string): void
  state(state: ConnectionState): void
  /** What follows when the connection ends for good with this close code; null: it comes back. */
  ends(code: number): (() => void) | null
}

const HELLO_MS = 10_000
const PING_MS = 20_000
const PONG_MS = 10_000

/**
 * One connection that comes back automatically: after a pause that grows each time, at once when the server asks for that, and
 * when nothing answers its pings. What is said on it is its owner's concern.
 */
export class ReconnectingSocket {
  readonly #ports: SocketPorts
  readonly #owner: SocketOwner
  #socket: SocketLike | null = null
  #attempt = 0
  #stopped = true
  #isLive = false
  #saidAt = 0
  #retry: (() => void) | null = null
  #watch: (() => void) | null = null

  constructor(ports: SocketPorts, owner: SocketOwner) {
    this.#ports = ports
    this.#owner = owner
  }

  /** When hello or the last ping was sent. */
  get saidAt(): number {
    return this.#saidAt
  }

  get isLive(): boolean {
    return this.#isLive
  }

  start(): void {
    if (!this.#stopped) return
    this.#stopped = false
    this.#attempt = 0
    this.#connect()
  }

  stop(): void {
    this.#stopped = true
    this.#drop()
    this.#owner.state({ phase: 'stopped' })
  }

  /** Tries at once: the person asked, the network came back, or the page became visible. */
  retryNow(): void {
    if (this.#stopped) return
    if (this.#isLive) this.#ping()
    else if (this.#retry) this.#connect()
  }

  /** The server has answered hello; `told` runs before anybody hears that the connection is live. */
  accepted(told: () => void): void {
    this.#isLive = true
    this.#attempt = 0
    this.rest()
    told()
    if (this.#isLive) this.#owner.state({ phase: 'live' })
  }

  /** A sign of life: quiet until the next ping is due. */
  rest(): void {
    this.#watch?.()
    this.#watch = this.#ports.after(PING_MS, () => this.#ping())
  }

  send(frame: object): void {
    try {
      this.#socket?.send(JSON.stringify(frame))
    } catch {
      this.lose()
    }
  }

  /** Gives this connection up; the next one comes after the usual pause, or a longer one that the server asked for. */
  lose(pauseMs = 0): void {
    this.#lost(0, pauseMs)
  }

  #connect(): void {
    this.#drop()
    this.#owner.state({ phase: 'connecting', attempt: this.#attempt })
    const socket = this.#ports.open()
    this.#socket = socket
    socket.onopen = () => {
      this.#saidAt = this.#ports.now()
      this.#owner.opened()
    }
    socket.onmessage = ({ data }) => {
      if (typeof data === 'string') this.#owner.heard(data)
    }
    socket.onclose = ({ code }) => this.#lost(code)
    // A refused connection closes as well. Without a listener the error would end a Node process.
    socket.onerror = () => {}
    this.#watch = this.#ports.after(HELLO_MS, () => this.lose())
  }

  #ping(): void {
    this.#watch?.()
    this.#saidAt = this.#ports.now()
    this.#watch = this.#ports.after(PONG_MS, () => this.lose())
    this.send({ type: 'ping' })
  }

  #lost(code: number, pauseMs = 0): void {
    const wasLive = this.#isLive
    this.#drop(true)
    if (this.#stopped) return
    const ended = this.#owner.ends(code)
    if (ended) {
      this.stop()
      ended()
      return
    }
    // Both mean "come back at once"; without a hello in between they would make a busy loop.
    if (wasLive && (code === CLOSE.slowConsumer || code === CLOSE.newEpoch)) {
      this.#connect()
      return
    }
    const ms = Math.max(pauseMs, backoffMs(this.#attempt, this.#ports.random()))
    this.#attempt += 1
    this.#retry = this.#ports.after(ms, () => this.#connect())
    this.#owner.state({
      phase: 'waiting',
      attempt: this.#attempt,
      retryAt: this.#ports.now() + ms,
    })
  }

  #drop(isLost = false): void {
    this.#isLive = false
    this.#retry?.()
    this.#retry = null
    this.#watch?.()
    this.#watch = null
    const socket = this.#socket
    this.#socket = null
    if (!socket) return
    socket.onopen = socket.onmessage = socket.onclose = null
    try {
      if (isLost && socket.terminate) socket.terminate()
      else socket.close()
    } catch {
      // A socket that never opened may refuse to close; nobody listens to it any more.
    }
  }
}
