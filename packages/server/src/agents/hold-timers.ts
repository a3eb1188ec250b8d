import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { Hold } from '@crewroom/shared/model/conduct'
import type { GroupRecord } from '@crewroom/shared/model/group'
import { SYSTEM } from '@crewroom/shared/model/participant'
import { Deadlines } from '../deadlines'
import { releaseGroup } from '../groups/hold-group'
import type { Envelope } from '../journal/facts'
import type { Crew } from '../crew/crew'
import { releaseAgent } from '../conduct/hold-agent'
import type { By, Shard } from '../crew/shard'

const BY_TIME: By = { actor: SYSTEM, cause: { kind: 'system' } }
/** What storage refused is tried again after this long. */
const RETRY_MS = 1_000

/** Ends holds when their time has come, also those from before a restart. */
export class HoldTimers {
  readonly #shard: Shard
  readonly #ends: Deadlines
  readonly #cancels = new Map<string, () => void>()

  constructor(shard: Shard) {
    this.#shard = shard
    this.#ends = new Deadlines(shard.ports.clock)
  }

  /** Takes up the holds in the tables: at start, and when memory was rebuilt from them. */
  resume(): void {
    this.stop()
    for (const crew of this.#shard.crews()) this.#resume(crew)
  }

  published(entries: readonly Envelope[]): void {
    for (const { type, data, leadId } of entries) {
      if (type === 'group:held' || type === 'group:resumed') {
        this.#follow(leadId, 'group', data.group.name, data.group)
      } else if (type === 'agent:held' || type === 'agent:released') {
        this.#follow(leadId, 'agent', data.agent.id, data.agent)
      } else if (type === 'lead:resumed') {
        // An imported crew stays as it was until then.
        const crew = this.#shard.findCrew(leadId)
        if (crew) this.#resume(crew)
      }
    }
  }

  stop(): void {
    for (const cancel of this.#cancels.values()) cancel()
    this.#cancels.clear()
  }

  #resume({ state, inert }: Crew): void {
    if (inert) return
    for (const group of Object.values(state.groups)) {
      this.#follow(state.lead.id, 'group', group.name, group)
    }
    for (const agent of Object.values(state.agents)) {
      this.#follow(state.lead.id, 'agent', agent.id, agent)
    }
  }

  #follow(leadId: string, kind: 'group' | 'agent', id: string, place: GroupRecord | AgentRecord) {
    this.#shard.ports.guard.noteCalm(place)
    if (place.hold) this.#set(leadId, kind, id, place.hold)
  }

  #set(leadId: string, kind: 'group' | 'agent', id: string, { since, until }: Hold): void {
    const key = `${leadId} ${kind} ${id}`
    const release = (): void => {
      this.#cancels.delete(key)
      const crew = this.#shard.findCrew(leadId)
      const hold = kind === 'group' ? crew?.state.groups[id]?.hold : crew?.state.agents[id]?.hold
      // Ended by somebody, and maybe begun again: then another time is set. The clock is not asked again: a timer
      // may run a moment early.
      if (!crew || hold?.until !== until) return
      try {
        if (kind === 'group') releaseGroup(this.#shard, crew, BY_TIME, id)
        else releaseAgent(this.#shard, crew, BY_TIME, id)
      } catch {
        // Storage is away; its recovery is told elsewhere, and the hold lasts until it is back.
        this.#after(key, RETRY_MS, release)
      }
    }
    const began = Date.parse(since)
    const ms = this.#ends.left(key, began, Date.parse(until) - began)
    this.#after(key, Math.max(0, ms), release)
  }

  #after(key: string, ms: number, run: () => void): void {
    this.#cancels.get(key)?.()
    this.#cancels.set(key, this.#shard.ports.clock.after(ms, run))
  }
}
