import type { CrewEvent } from '../protocol/events'
import { backoffMs } from './backoff'
import { CrewroomError } from './crewroom-error'
import type { HelloFrame, LiveAgentFrame, Positions } from './frames'
import type { Timing } from './timing'

/** What came for one crew and was not taken yet, in order. */
export interface Arrivals {
  readonly events: readonly CrewEvent[]
  readonly live: readonly LiveAgentFrame[]
}

export interface FollowerPorts<S extends { readonly seq: number }> extends Pick<
  Timing,
  'after' | 'random'
> {
  /** Where a known crew begins: with a snapshot, or now, and then with a snapshot only after a gap. */
  readonly begins: 'snapshot' | 'now'
  fetchSnapshot(leadId: string, signal: AbortSignal): Promise<S>
  /** A crew as it is now, and what has come meanwhile: some of it may be in the snapshot. */
  loaded(leadId: string, snapshot: S, arrivals: Arrivals): void
  /** Something is to be taken. */
  arrived(leadId: string): void
  /** What was read of this crew in other ways may be old. */
  stale(leadId: string): void
  forgotten(leadId: string): void
  /** All crews, in their order. */
  known(leadIds: readonly string[]): void
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

/** More than this does not wait for a snapshot: a newer one holds it. */
const MOST_WAITING = 10_000

/** Knows for each crew how far it was followed: a snapshot, then events, and a new snapshot after every gap. */
export class CrewFollower<S extends { readonly seq: number }> {
  readonly #ports: FollowerPorts<S>
  readonly #leads = new Map<string, Lead>()
  #epoch: string | null

  constructor(ports: FollowerPorts<S>, since: Positions = {}, epoch: string | null = null) {
    this.#ports = ports
    this.#epoch = epoch
    for (const [id, cursor] of Object.entries(since)) this.#leads.set(id, readyAt(cursor))
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
    for (const [id, position] of Object.entries(at)) {
      const lead = this.#leads.get(id)
      if (!lead && this.#ports.begins === 'now') {
        this.#leads.set(id, readyAt(position))
        continue
      }
      if (lead && isNewEpoch) {
        // What another journal said means nothing in this one, whose numbers may be smaller.
        lead.events = []
        lead.live = []
      }
      // A load from an earlier connection may miss what happened between the two, and so do lists.
      if (lead?.phase === 'loading' && !isNewEpoch) this.#ports.stale(id)
      if (!lead || isNewEpoch || lead.phase === 'loading') this.#load(id)
    }
    this.#publishIds()
    if (isNewEpoch) for (const id of this.#leads.keys()) this.#ports.stale(id)
  }

  at(positions: Positions): void {
    for (const [id, position] of Object.entries(positions)) {
      const lead = this.#leads.get(id)
      if (lead) lead.cursor = Math.max(lead.cursor, position)
    }
  }

  event(event: CrewEvent): void {
    const { leadId, seq } = event
    if (event.type === 'lead:deleted') {
      this.#forget(leadId)
      this.#publishIds()
      return
    }
    const lead = this.#leads.get(leadId)
    if (!lead) {
      // A crew that was just founded.
      if (this.#ports.begins === 'now') this.#leads.set(leadId, readyAt(seq - 1))
      else this.#load(leadId)
      this.#publishIds()
      return this.event(event)
    }
    lead.cursor = Math.max(lead.cursor, seq)
    lead.events.push(event)
    this.#came(leadId, lead)
  }

  live(frame: LiveAgentFrame): void {
    const lead = this.#leads.get(frame.leadId)
    if (!lead) return
    lead.live.push(frame)
    this.#came(frame.leadId, lead)
  }

  /** Events were lost for this crew, or it is here now with a history: it is looked at as it is. */
  gap(leadId: string): void {
    const isNew = !this.#leads.has(leadId)
    this.#load(leadId)
    if (isNew) {
      this.#publishIds()
      return
    }
    this.#ports.stale(leadId)
  }

  /** What has come of the crews that are ready, each once. */
  take(taken: (leadId: string, arrivals: Arrivals) => void): void {
    for (const [id, lead] of this.#leads) {
      if (lead.phase === 'ready' && lead.events.length + lead.live.length > 0) {
        taken(id, arrivalsOf(lead))
      }
    }
  }

  /** Forgets everything: another person may sign in. */
  clear(): void {
    for (const id of this.#leads.keys()) this.#forget(id)
    this.#epoch = null
  }

  #came(leadId: string, lead: Lead): void {
    if (lead.phase === 'ready') this.#ports.arrived(leadId)
    else if (lead.events.length + lead.live.length > MOST_WAITING) {
      lead.events = []
      lead.live = []
      this.#load(leadId)
      this.#ports.stale(leadId)
    }
  }

  #load(leadId: string): void {
    const before = this.#leads.get(leadId)
    before?.stopLoading()
    const abort = new AbortController()
    const lead: Lead = {
      ...readyAt(0),
      phase: 'loading',
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
        this.#ports.loaded(leadId, snapshot, arrivalsOf(lead))
      },
      (error: unknown) => {
        if (abort.signal.aborted) return
        if (error instanceof CrewroomError && error.status === 404) {
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

  #forget(leadId: string): void {
    this.#leads.get(leadId)?.stopLoading()
    this.#leads.delete(leadId)
    this.#ports.forgotten(leadId)
  }

  #publishIds(): void {
    this.#ports.known([...this.#leads.keys()])
  }
}

function readyAt(cursor: number): Lead {
  return { phase: 'ready', cursor, events: [], live: [], attempt: 0, stopLoading: () => {} }
}

function arrivalsOf(lead: Lead): Arrivals {
  const { events, live } = lead
  lead.events = []
  lead.live = []
  return { events, live }
}
