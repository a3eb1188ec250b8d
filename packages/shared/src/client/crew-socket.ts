import type { CrewEvent } from '../protocol/events'
import type { TranscriptChange } from '../transcript/views'
import {
  type HelloFrame,
  type LiveFrame,
  type Positions,
  readServerFrame,
  type ServerFrame,
} from './frames'
import { type ConnectionState, ReconnectingSocket, type SocketPorts } from './reconnecting-socket'

export interface SocketListener {
  /** Where to resume, asked again for every connection. */
  resume(): {
    readonly token: string
    readonly since: Positions
    readonly epoch: string | null
    /** Which crews to follow; all of them if it does not say. */
    readonly leads?: readonly string[]
  }
  hello(frame: HelloFrame, sentAt: number): void
  pong(at: Positions, serverTime: string, sentAt: number): void
  event(event: CrewEvent): void
  gap(leadId: string): void
  live(frame: LiveFrame): void
  serverPaused(paused: boolean): void
  transcript(change: TranscriptChange): void
  state(state: ConnectionState): void
  /** The token opens nothing; the connection does not come back. */
  unauthorized(): void
  /** The token is of somebody who may not follow any more; without this the connection comes back. */
  forbidden?(): void
  /** Something was refused; the connection stays. */
  refused?(code: string, message: string): void
}

/** One connection to `/ws` that reconnects automatically and says where it wants to resume. */
export class CrewSocket {
  readonly #listener: SocketListener
  readonly #socket: ReconnectingSocket

  constructor(ports: SocketPorts, listener: SocketListener) {
    this.#listener = listener
    this.#socket = new ReconnectingSocket(ports, {
      opened: () => this.#hello(),
      heard: (text) => {
        const frame = readServerFrame(text)
        if (frame) this.#receive(frame)
      },
      state: (state) => listener.state(state),
      ends: (code) => {
        if (code === 4001) return () => listener.unauthorized()
        return code === 4003 && listener.forbidden ? () => listener.forbidden?.() : null
      },
    })
  }

  start(): void {
    this.#socket.start()
  }

  stop(): void {
    this.#socket.stop()
  }

  retryNow(): void {
    this.#socket.retryNow()
  }

  /** Says something that the next connection need not know; without one it is not said. */
  say(frame: object): void {
    if (this.#socket.isLive) this.#socket.send(frame)
  }

  #hello(): void {
    const { token, since, epoch, leads = '*' } = this.#listener.resume()
    this.#socket.send({
      type: 'hello',
      token,
      leads,
      since,
      ...(epoch === null ? {} : { epoch }),
    })
  }

  #receive(frame: ServerFrame): void {
    const listener = this.#listener
    const { saidAt } = this.#socket
    switch (frame.type) {
      case 'hello':
        this.#socket.accepted(() => listener.hello(frame, saidAt))
        return
      case 'pong':
        this.#socket.rest()
        listener.pong(frame.at, frame.serverTime, saidAt)
        return
      case 'event':
        listener.event(frame.event)
        return
      case 'gap':
        listener.gap(frame.leadId)
        return
      case 'live:agent':
      case 'live:text':
      case 'live:composing':
      case 'live:receipt':
        listener.live(frame)
        return
      case 'live:server':
        listener.serverPaused(frame.paused)
        return
      case 'live:transcript':
        listener.transcript(frame)
        return
      case 'error':
        listener.refused?.(frame.code, frame.message)
        return
      default:
        frame satisfies never
    }
  }
}
