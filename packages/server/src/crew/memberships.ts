import type { StoredInterval } from '../journal/ports/stored-shard'

/**
 * One stay of a participant in a group. It owes an agent the group's messages in (handedSeq, leftSeq ?? head]
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

/** All intervals of a crew, by participant and by group. Small: one record per stay, not per message. */
export class Memberships {
  readonly #byAgent = new Map<string, Map<string, Interval[]>>()
  readonly #openByGroup = new Map<string, Map<string, Interval>>()

  add(interval: Interval): void {
    let groups = this.#byAgent.get(interval.agentId)
    if (!groups) this.#byAgent.set(interval.agentId, (groups = new Map()))
    const stays = groups.get(interval.groupName)
    if (stays) stays.push(interval)
    else groups.set(interval.groupName, [interval])
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

  /** Journal number up to which it was handed the messages of a group, in whichever of its stays; 0 when it was in none. */
  handedSeq(agentId: string, groupName: string): number {
    return Math.max(0, ...this.of(agentId, groupName).map((stay) => stay.handedSeq))
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
}
