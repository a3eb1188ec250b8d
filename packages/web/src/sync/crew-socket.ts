import { CLOSE } from '@crewroom/shared/protocol/errors'
import { backoffMs } from './backoff'
import {
  type HelloFrame,
  type LiveFrame,
  type Positions,
  readServerFrame,
  type ServerFrame,
} from './frames'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import type { TranscriptChange } from '@crewroom/shared/transcript/views'

/** The part of a WebSocket that is used here. */
export interface SocketLike {
  onopen: (() => void) | null
  onmessage: ((event: { readonly data: unknown }) => void) | null
  onclose: ((event: { readonly code: number }) => void) | null
  send(text: string): void
  close(code?: number): void
}

export interface SocketPorts {
  open(): SocketLike
  now(): number
  random(): number
  /** Runs later; the returned function cancels. */
  after(ms: number, run: () => void): () => void
}

export type ConnectionState =
  | { readonly phase: 'connecting'; readonly attempt: number }
  | { readonly phase: 'live' }
  | { readonly phase: 'waiting'; readonly attempt: number; readonly retryAt: number }
  | { readonly phase: 'stopped' }

export interface SocketListener {
  /** Where to resume, asked again for every connection. */
  resume(): { readonly token: string; readonly since: Positions; readonly epoch: string | null }
  hello(frame: HelloFrame, sentAt: number): void
  pong(at: Positions, serverTime: string, sentAt: number): void
  event(event: CrewEvent): void
  gap(leadId: string): void
  live(frame: LiveFrame): void
  serverPaused(paused: boolean): void
  transcript(change: TranscriptChange): void
  state(state: ConnectionState): void
  unauthorized(): void
}

const HELLO_MS = 10_000
const PING_MS = 20_000
const PONG_MS = 10_000

/** One connection to `/ws` that reconnects automatically and says where it wants to resume. */
export class CrewSocket {
  readonly #ports: SocketPorts
  readonly #listener: SocketListener
  #socket: SocketLike | null = null
  #attempt = 0
  #stopped = true
  #isLive = false
  #saidAt = 0
  #retry: (() => void) | null = null
  #watch: (() => void) | null = null

  constructor(ports: SocketPorts, listener: SocketListener) {
    this.#ports = ports
    this.#listener = listener
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
    this.#listener.state({ phase: 'stopped' })
  }

  /** Tries at once: the person asked, the network came back, or the page became visible. */
  retryNow(): void {
    if (this.#stopped) return
    if (this.#isLive) this.#ping()
    else if (this.#retry) this.#connect()
  }

  /** Says something that the next connection need not know; without one it is not said. */
  say(frame: object): void {
    if (this.#isLive) this.#say(frame)
  }

  #connect(): void {
    this.#drop()
    this.#listener.state({ phase: 'connecting', attempt: this.#attempt })
    const socket = this.#ports.open()
    this.#socket = socket
    socket.onopen = () => {
      this.#saidAt = this.#ports.now()
      const { token, since, epoch } = this.#listener.resume()
      this.#say({ type: 'hello', token, leads: '*', since, ...(epoch === null ? {} : { epoch }) })
    }
    socket.onmessage = ({ data }) => {
      const frame = typeof data === 'string' ? readServerFrame(data) : null
      if (frame) this.#receive(frame)
    }
    socket.onclose = ({ code }) => this.#lost(code)
    this.#watch = this.#ports.after(HELLO_MS, () => this.#lost(0))
  }

  #receive(frame: ServerFrame): void {
    switch (frame.type) {
      case 'hello':
        this.#isLive = true
        this.#attempt = 0
        this.#rest()
        this.#listener.hello(frame, this.#saidAt)
        this.#listener.state({ phase: 'live' })
        return
      case 'pong':
        this.#rest()
        this.#listener.pong(frame.at, frame.serverTime, this.#saidAt)
        return
      case 'event':
        this.#listener.event(frame.event)
        return
      case 'gap':
        this.#listener.gap(frame.leadId)
        return
      case 'live:agent':
      case 'live:text':
      case 'live:composing':
      case 'live:receipt':
        this.#listener.live(frame)
        return
      case 'live:server':
        this.#listener.serverPaused(frame.paused)
        return
      case 'live:transcript':
        this.#listener.transcript(frame)
        return
      case 'error':
        return
      default:
        frame satisfies never
    }
  }

  /** Quiet until the next ping is due. */
  #rest(): void {
    this.#watch?.()
    this.#watch = this.#ports.after(PING_MS, () => this.#ping())
  }

  #ping(): void {
    this.#watch?.()
    this.#saidAt = this.#ports.now()
    this.#say({ type: 'ping' })
    this.#watch = this.#ports.after(PONG_MS, () => this.#lost(0))
  }

  #lost(code: number): void {
    const wasLive = this.#isLive
    this.#drop()
    if (this.#stopped) return
    if (code === 4001) {
      this.#stopped = true
      this.#listener.state({ phase: 'stopped' })
      this.#listener.unauthorized()
      return
    }
    // Both mean "come back at once"; without a hello in between they would make a busy loop.
    if (wasLive && (code === CLOSE.slowConsumer || code === CLOSE.newEpoch)) {
      this.#connect()
      return
    }
    const ms = backoffMs(this.#attempt, this.#ports.random())
    this.#attempt += 1
    this.#retry = this.#ports.after(ms, () => this.#connect())
    this.#listener.state({
      phase: 'waiting',
      attempt: this.#attempt,
      retryAt: this.#ports.now() + ms,
    })
  }

  #drop(): void {
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
      socket.close()
    } catch {
      // A socket that never opened may refuse to close; nobody listens to it any more.
    }
  }

  #say(frame: object): void {
    try {
      this.#socket?.send(JSON.stringify(frame))
    } catch {
      this.#lost(0)
    }
  }
}
