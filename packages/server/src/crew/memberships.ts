import type { Message } from '@crewroom/shared/model/message'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { StoredInterval } from '../journal/ports/stored-shard'

/**
 * One stay of a participant in a group. Up to `handedSeq` an agent has confirmed its messages, or a turn
 * holds them. It owes the agent the group's messages in (handedSeq, leftSeq ?? head]
 * that it did not write, and it decides what the participant may see: events in [joinedSeq, leftSeq].
 */
export interface Interval extends StoredInterval {
  leftSeq: number | null
  handedSeq: number
  /** Messages owed: a count beside the range, so that nobody has to read them to know. */
  owed: number
  /** Newest message by a person, or that mentions it, that it has not been handed; 0 when there is none. */
  callSeq: number
}

export { HANDED_ALL } from '../journal/ports/stored-shard'

const NONE: readonly Interval[] = []

/** All intervals of a crew, by participant and by group. Small: one record per stay, not per message. */
export class Memberships {
  readonly #byAgent = new Map<string, Map<string, Interval[]>>()
  readonly #openByGroup = new Map<string, Map<string, Interval>>()
  /** By agent, those that owe it something, and perhaps some that did. */
  readonly #owing = new Map<string, Set<Interval>>()

  add(interval: Interval): void {
    let groups = this.#byAgent.get(interval.agentId)
    if (!groups) this.#byAgent.set(interval.agentId, (groups = new Map()))
    const stays = groups.get(interval.groupName)
    if (stays) stays.push(interval)
    else groups.set(interval.groupName, [interval])
    if (interval.owed > 0) this.#noteOwing(interval)
    if (interval.leftSeq !== null) return
    let open = this.#openByGroup.get(interval.groupName)
    if (!open) this.#openByGroup.set(interval.groupName, (open = new Map()))
    open.set(interval.agentId, interval)
  }

  close(groupName: string, agentId: string, leftSeq: number): void {
    const open = this.#openByGroup.get(groupName)
    const interval = open?.get(agentId)
    if (!interval) return
    interval.leftSeq = leftSeq
    open?.delete(agentId)
  }

  /** The open intervals of a group: its current members. */
  current(groupName: string): Iterable<Interval> {
    return this.#openByGroup.get(groupName)?.values() ?? []
  }

  stay(groupName: string, agentId: string, joinedSeq: number): Interval | undefined {
    return this.of(agentId, groupName).find((interval) => interval.joinedSeq === joinedSeq)
  }

  of(agentId: string, groupName: string): readonly Interval[] {
    return this.#byAgent.get(agentId)?.get(groupName) ?? []
  }

  /** One more message is owed. */
  owe(interval: Interval): void {
    interval.owed++
    if (interval.owed === 1) this.#noteOwing(interval)
  }

  /** The agent's stays that owe it something, oldest first: most owe nothing, and are not walked. */
  owing(agentId: string): readonly Interval[] {
    const owing = this.#owing.get(agentId)
    if (!owing || owing.size === 0) return NONE
    const found: Interval[] = []
    for (const interval of owing) {
      if (interval.owed > 0) found.push(interval)
      else owing.delete(interval)
    }
    return found.length > 1 ? found.sort((a, b) => a.joinedSeq - b.joinedSeq) : found
  }

  #noteOwing(interval: Interval): void {
    const owing = this.#owing.get(interval.agentId)
    if (owing) owing.add(interval)
    else this.#owing.set(interval.agentId, new Set([interval]))
  }

  *ofAgent(agentId: string): Iterable<Interval> {
    for (const stays of this.#byAgent.get(agentId)?.values() ?? []) yield* stays
  }

  *all(): Iterable<Interval> {
    for (const agentId of this.#byAgent.keys()) yield* this.ofAgent(agentId)
  }

  /** Whether the participant may see an event of the group with this number. */
  sees(agentId: string, groupName: string, seq: number): boolean {
    return this.of(agentId, groupName).some(
      (stay) => stay.joinedSeq <= seq && (stay.leftSeq === null || seq <= stay.leftSeq),
    )
  }

  /** True for a message of the group itself that the participant may see: one of its time there, or one that it was given with its joining. */
  seesMessage(agentId: string, groupName: string, { seq, n }: Pick<Message, 'seq' | 'n'>): boolean {
    return this.of(agentId, groupName).some(
      ({ joinedSeq, joinedN, leftSeq }) =>
        (joinedSeq <= seq || n > joinedN - LIMITS.historyOnJoin) &&
        (leftSeq === null || seq <= leftSeq),
    )
  }
}

/** What of a stay was handed over, or of what an agent holds, up to `to`: `count` messages less are owed. */
export function moveHanded(
  stay: Pick<Interval, 'handedSeq' | 'owed' | 'callSeq'>,
  to: number,
  count: number,
): void {
  stay.handedSeq = to
  stay.owed -= count
  if (stay.callSeq <= to) stay.callSeq = 0
}
