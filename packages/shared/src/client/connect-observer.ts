import type { CrewEvent } from '../protocol/events'
import { applyEvent } from '../state/apply-event'
import { type CrewState, emptyRecord, type LiveState } from '../state/crew-state'
import { CrewFollower } from './crew-follower'
import { CrewroomError } from './crewroom-error'
import { CrewSocket } from './crew-socket'
import type { ConnectionEnd } from './connect-agent'
import type { LiveFrame, Positions } from './frames'
import { type ClientOptions, createClient } from './http'
import { type SocketClass, socketsAt } from './open-socket'
import type { ConnectionState } from './reconnecting-socket'
import { systemTiming, type Timing } from './timing'

/** A crew as it is at one position. */
export interface Snapshot {
  readonly seq: number
  readonly epoch: string
  readonly state: CrewState
  readonly live: LiveState
}

/** Where to go on, after a restart of the program that follows. */
export interface Place {
  readonly since: Positions
  readonly epoch: string | null
}

export interface ObserverOptions {
  /** Where the server is, such as `http://127.0.0.1:4900`. */
  readonly url: string
  readonly token: string
  /** Which crews to follow; all of them, later ones too, if it does not say. */
  readonly leads?: readonly string[]
  /** Where an earlier observer was, from its `place`: what happened since then comes first. */
  readonly from?: Place
  /** Keeps the state of each crew, beginning with a snapshot. */
  readonly state?: boolean
  /** What happened, each event once and in the order of its crew. `state` is the crew’s after it, if it is kept. */
  readonly onEvent?: (event: CrewEvent, state: CrewState | null) => void
  /** A crew as it is: at first, if state is kept, and whenever older events are not available any more; those do not come. */
  readonly onSnapshot?: (leadId: string, snapshot: Snapshot) => void
  /** What is going on now and is not stored. */
  readonly onLive?: (frame: LiveFrame) => void
  readonly onState?: (state: ConnectionState) => void
  /** A class like the browser’s `WebSocket`, where there is none. */
  readonly WebSocket?: SocketClass
  readonly fetch?: ClientOptions['fetch']
  readonly timing?: Timing
}

export interface Observer {
  /** Settles when the connection ends for good; never rejects. */
  readonly ended: Promise<ConnectionEnd>
  /** Where to go on from: everything up to there was handed over. */
  readonly place: Place
  /** A crew as its events have made it; null without the option `state`, and as long as it is not known. */
  state(leadId: string): CrewState | null
  close(): void
}

/** Follows crews over `/ws`: through lost connections and restarts of the server, each event comes once. */
export function connectObserver(options: ObserverOptions): Observer {
  return new CrewObserver(options)
}

class CrewObserver implements Observer {
  readonly ended: Promise<ConnectionEnd>
  readonly #options: ObserverOptions
  readonly #socket: CrewSocket
  readonly #follower: CrewFollower<Snapshot>
  readonly #states = new Map<string, CrewState>()
  /** Up to where events were handed over, by crew. */
  readonly #told = new Map<string, number>()
  #end: (end: ConnectionEnd) => void = () => {}

  constructor(options: ObserverOptions) {
    this.#options = options
    const { url, token, leads, from, fetch } = options
    const timing = options.timing ?? systemTiming
    this.ended = new Promise((resolve) => (this.#end = resolve))
    const client = createClient({ url, token, timing, ...(fetch ? { fetch } : {}) })
    for (const [id, seq] of Object.entries(from?.since ?? {})) this.#told.set(id, seq)
    const follower = new CrewFollower<Snapshot>(
      {
        begins: options.state ? 'snapshot' : 'now',
        after: timing.after,
        random: timing.random,
        fetchSnapshot: (id, signal) =>
          client.get('/api/lead/{id}/snapshot', { path: { id }, signal }),
        loaded: (leadId, snapshot, { events }) => this.#loaded(leadId, snapshot, events),
        arrived: () => follower.take((_, { events }) => this.#tell(events)),
        stale: () => {},
        forgotten: (leadId) => {
          this.#states.delete(leadId)
          this.#told.delete(leadId)
        },
        known: () => {},
      },
      // A state begins with a snapshot, wherever an earlier one was.
      options.state ? {} : from?.since,
      from?.epoch,
    )
    this.#follower = follower
    const open = socketsAt(url, '/ws', options.WebSocket)
    this.#socket = new CrewSocket(
      { ...timing, open },
      {
        resume: () => ({
          token,
          since: follower.positions(),
          epoch: follower.epoch,
          ...(leads ? { leads } : {}),
        }),
        hello: (frame) => follower.hello(frame),
        pong: (at) => follower.at(at),
        event: (event) => this.#came(event),
        gap: (leadId) => follower.gap(leadId),
        live: (frame) => options.onLive?.(frame),
        transcript: () => {},
        serverPaused: () => {},
        state: (state) => options.onState?.(state),
        unauthorized: () => this.#over('unauthorized'),
        forbidden: () => this.#over('forbidden'),
      },
    )
    this.#socket.start()
  }

  get place(): Place {
    return { since: this.#follower.positions(), epoch: this.#follower.epoch }
  }

  state(leadId: string): CrewState | null {
    return this.#states.get(leadId) ?? null
  }

  close(): void {
    this.#socket.stop()
    this.#follower.clear()
    this.#end({ reason: 'closed', error: null })
  }

  #came(event: CrewEvent): void {
    if (event.type !== 'lead:deleted') {
      this.#follower.event(event)
      return
    }
    // The last of its crew: nothing is left that it could be applied to.
    this.#options.onEvent?.(event, null)
    this.#follower.event(event)
  }

  #loaded(leadId: string, snapshot: Snapshot, events: readonly CrewEvent[]): void {
    this.#told.set(leadId, snapshot.seq)
    if (this.#options.state) this.#states.set(leadId, ownState(snapshot))
    this.#options.onSnapshot?.(leadId, snapshot)
    this.#tell(events)
  }

  #tell(events: readonly CrewEvent[]): void {
    for (const event of events) {
      const { leadId, seq } = event
      if (seq <= (this.#told.get(leadId) ?? 0)) continue
      this.#told.set(leadId, seq)
      const state = this.#states.get(leadId) ?? null
      if (state) applyEvent(state, event)
      this.#options.onEvent?.(event, state)
    }
  }

  #over(reason: ConnectionEnd['reason']): void {
    this.#follower.clear()
    const message = 'The token opens nothing at this server, or nothing any more.'
    this.#end({ reason, error: new CrewroomError(0, reason, message) })
  }
}

/** A state of its own to change. Keys are text from outside, so what they name things in has no prototype. */
function ownState({ state, seq }: Snapshot): CrewState {
  const own: Record<string, unknown> = { ...state, seq }
  for (const [key, value] of Object.entries(own)) {
    if (key !== 'lead' && typeof value === 'object' && value !== null) own[key] = bare(value)
  }
  own['mentions'] = bareBelow(state.mentions)
  own['readMarks'] = bareBelow(state.readMarks)
  return own as unknown as CrewState
}

function bare(record: object): Record<string, unknown> {
  return Object.assign(emptyRecord<unknown>(), record)
}

function bareBelow(records: Readonly<Record<string, object>>): Record<string, unknown> {
  return bare(Object.fromEntries(Object.entries(records).map(([key, one]) => [key, bare(one)])))
}
