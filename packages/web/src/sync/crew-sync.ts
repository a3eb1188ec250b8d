import type { CrewEvent } from '@crewroom/shared/protocol/events'
import type { StoreApi } from 'zustand/vanilla'
import type { Snapshot } from './api/crews'
import { backoffMs } from './backoff'
import { advance, type CrewView, viewOfSnapshot } from './crew-view'
import type { HelloFrame, LiveAgentFrame, Positions } from './frames'
import { ApiError } from './request'

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

interface Lead {
  /** Loading: a snapshot is on its way, and what arrives meanwhile waits for it. */
  phase: 'loading' | 'ready'
  /** Everything up to here has arrived; where to resume. */
  cursor: number
  events: CrewEvent[]
  live: LiveAgentFrame[]
  attempt: number
  stopLoading: () => void
}

/** Keeps one state per crew true: a snapshot, then events, and a new snapshot after every gap. */
export class CrewSync {
  readonly #ports: CrewSyncPorts
  readonly #leads = new Map<string, Lead>()
  #epoch: string | null = null
  #framed = false

  constructor(ports: CrewSyncPorts) {
    this.#ports = ports
  }

  get epoch(): string | null {
    return this.#epoch
  }

  /** Crews without a complete state are left out: they begin with a snapshot. */
  positions(): Positions {
    const since: Record<string, number> = {}
    for (const [id, lead] of this.#leads) if (lead.phase === 'ready') since[id] = lead.cursor
    return since
  }

  hello({ epoch, at }: HelloFrame): void {
    const isNewEpoch = this.#epoch !== null && this.#epoch !== epoch
    this.#epoch = epoch
    for (const id of this.#leads.keys()) if (!Object.hasOwn(at, id)) this.#forget(id)
    for (const id of Object.keys(at)) {
      const lead = this.#leads.get(id)
      if (lead && isNewEpoch) {
        // What another journal said means nothing in this one, whose numbers may be smaller.
        lead.events = []
        lead.live = []
      }
      // A load from an earlier connection may miss what happened between the two, and so do lists.
      if (lead?.phase === 'loading' && !isNewEpoch) this.#ports.lists.stale(id)
      if (!lead || isNewEpoch || lead.phase === 'loading') this.#load(id)
    }
    this.#publishIds()
    if (isNewEpoch) for (const id of this.#leads.keys()) this.#ports.lists.stale(id)
  }

  at(positions: Positions): void {
    for (const [id, position] of Object.entries(positions)) {
      const lead = this.#leads.get(id)
      if (lead) lead.cursor = Math.max(lead.cursor, position)
    }
  }

  event(event: CrewEvent): void {
    if (event.type === 'lead:deleted') {
      this.#forget(event.leadId)
      this.#publishIds()
      return
    }
    const lead = this.#leads.get(event.leadId)
    if (!lead) {
      // A crew that was just founded.
      this.#load(event.leadId)
      this.#publishIds()
      return this.event(event)
    }
    lead.cursor = Math.max(lead.cursor, event.seq)
    lead.events.push(event)
    if (lead.phase === 'ready') this.#schedule()
  }

  live(frame: LiveAgentFrame): void {
    const lead = this.#leads.get(frame.leadId)
    if (!lead) return
    lead.live.push(frame)
    if (lead.phase === 'ready') this.#schedule()
  }

  /** Events were lost for this crew, or it is here now with a history: it is looked at as it is. */
  gap(leadId: string): void {
    const isNew = !this.#leads.has(leadId)
    this.#load(leadId)
    if (isNew) {
      this.#publishIds()
      return
    }
    this.#ports.lists.stale(leadId)
  }

  /** Forgets everything: another person may sign in. */
  clear(): void {
    for (const id of this.#leads.keys()) this.#forget(id)
    this.#epoch = null
    this.#ports.store.setState({ ids: null, views: {} })
  }

  #load(leadId: string): void {
    const before = this.#leads.get(leadId)
    before?.stopLoading()
    const abort = new AbortController()
    const lead: Lead = {
      phase: 'loading',
      cursor: 0,
      // What arrived before still holds for the lists; the state drops what its snapshot has.
      events: before?.events ?? [],
      live: before?.live ?? [],
      attempt: before?.phase === 'loading' ? before.attempt : 0,
      stopLoading: () => abort.abort(),
    }
    this.#leads.set(leadId, lead)
    this.#ports.fetchSnapshot(leadId, abort.signal).then(
      (snapshot) => {
        if (abort.signal.aborted) return
        lead.phase = 'ready'
        lead.cursor = Math.max(lead.cursor, snapshot.seq)
        this.#show(leadId, viewOfSnapshot(snapshot), lead)
      },
      (error: unknown) => {
        if (abort.signal.aborted) return
        if (error instanceof ApiError && error.status === 404) {
          this.#forget(leadId)
          this.#publishIds()
          return
        }
        const ms = backoffMs(lead.attempt, this.#ports.random())
        lead.attempt += 1
        lead.stopLoading = this.#ports.after(ms, () => this.#load(leadId))
      },
    )
  }

  #schedule(): void {
    if (this.#framed) return
    this.#framed = true
    this.#ports.frame(() => {
      this.#framed = false
      for (const [id, lead] of this.#leads) {
        const view = this.#ports.store.getState().views[id]
        if (lead.phase === 'ready' && view && lead.events.length + lead.live.length > 0) {
          this.#show(id, view, lead)
        }
      }
    })
  }

  #show(leadId: string, view: CrewView, lead: Lead): void {
    const { events, live } = lead
    lead.events = []
    lead.live = []
    const next = advance(view, { events, live })
    // Lists first: they tell who shows them in a microtask, the state at once, so that both are drawn together.
    if (events.length > 0) this.#ports.lists.apply(leadId, events)
    this.#ports.store.setState(({ views }) => ({ views: { ...views, [leadId]: next } }))
  }

  #forget(leadId: string): void {
    this.#leads.get(leadId)?.stopLoading()
    this.#leads.delete(leadId)
    this.#ports.store.setState(({ views }) => {
      const { [leadId]: _, ...rest } = views
      return { views: rest }
    })
  }

  #publishIds(): void {
    this.#ports.store.setState({ ids: [...this.#leads.keys()] })
  }
}
