import type { CrewEvent } from '@crewroom/shared/protocol/events'
import type { StoreApi } from 'zustand/vanilla'
import type { Snapshot } from './api/crews'
import { type Arrivals, CrewFollower } from '@crewroom/shared/client/crew-follower'
import { advance, type CrewView, viewOfSnapshot } from './crew-view'
import type { HelloFrame, LiveAgentFrame, Positions } from '@crewroom/shared/client/frames'

export interface Crews {
  /** Every crew of the server, oldest first; null until the server has answered. */
  readonly ids: readonly string[] | null
  readonly views: Readonly<Record<string, CrewView>>
}

export interface CrewSyncPorts {
  readonly store: StoreApi<Crews>
  fetchSnapshot(leadId: string, signal: AbortSignal): Promise<Snapshot>
  /** Runs once, with the next animation frame. */
  frame(run: () => void): void
  after(ms: number, run: () => void): () => void
  random(): number
  /** What is longer than the state; each list decides itself what is new to it. */
  readonly lists: {
    apply(leadId: string, events: readonly CrewEvent[]): void
    stale(leadId: string): void
  }
}

/** Keeps one state per crew true: a snapshot, then events, and a new snapshot after every gap. */
export class CrewSync {
  readonly #ports: CrewSyncPorts
  readonly #follower: CrewFollower<Snapshot>
  #framed = false

  constructor(ports: CrewSyncPorts) {
    this.#ports = ports
    const { store, lists } = ports
    this.#follower = new CrewFollower<Snapshot>({
      begins: 'snapshot',
      fetchSnapshot: (leadId, signal) => ports.fetchSnapshot(leadId, signal),
      after: (ms, run) => ports.after(ms, run),
      random: () => ports.random(),
      loaded: (leadId, snapshot, arrivals) =>
        this.#show(leadId, viewOfSnapshot(snapshot), arrivals),
      arrived: () => this.#schedule(),
      stale: (leadId) => lists.stale(leadId),
      forgotten: (leadId) =>
        store.setState(({ views }) => {
          const { [leadId]: _, ...rest } = views
          return { views: rest }
        }),
      known: (ids) => store.setState({ ids }),
    })
  }

  get epoch(): string | null {
    return this.#follower.epoch
  }

  /** Crews without a complete state are left out: they begin with a snapshot. */
  positions(): Positions {
    return this.#follower.positions()
  }

  hello(frame: HelloFrame): void {
    this.#follower.hello(frame)
  }

  at(positions: Positions): void {
    this.#follower.at(positions)
  }

  event(event: CrewEvent): void {
    this.#follower.event(event)
  }

  live(frame: LiveAgentFrame): void {
    this.#follower.live(frame)
  }

  /** Events were lost for this crew, or it is here now with a history: it is looked at as it is. */
  gap(leadId: string): void {
    this.#follower.gap(leadId)
  }

  /** Forgets everything: another person may sign in. */
  clear(): void {
    this.#follower.clear()
    this.#ports.store.setState({ ids: null, views: {} })
  }

  #schedule(): void {
    if (this.#framed) return
    this.#framed = true
    this.#ports.frame(() => {
      this.#framed = false
      this.#follower.take((leadId, arrivals) => {
        const view = this.#ports.store.getState().views[leadId]
        if (view) this.#show(leadId, view, arrivals)
      })
    })
  }

  #show(leadId: string, view: CrewView, arrivals: Arrivals): void {
    const next = advance(view, arrivals)
    // Lists first: they tell who shows them in a microtask, the state at once, so that both are drawn together.
    if (arrivals.events.length > 0) this.#ports.lists.apply(leadId, arrivals.events)
    this.#ports.store.setState(({ views }) => ({ views: { ...views, [leadId]: next } }))
  }
}
