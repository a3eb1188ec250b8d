import type { PendingDelivery } from '../journal/ports/stored-shard'
import type { Crew } from './crew'
import type { Interval } from './memberships'
import type { OpenTurn } from './owed'

/** How far a stay was handed over, and what is owed of it beyond. */
type StayInHand = Pick<
  Interval,
  'groupName' | 'agentId' | 'joinedSeq' | 'leftSeq' | 'handedSeq' | 'owed' | 'callSeq'
>

/** The chain of hand-overs that an agent is in; what it does next has one more. */
export interface Chain {
  readonly hop: number
  readonly turnSeq: number
  readonly turnsInChain: number
}

/**
 * What agents of one crew hold and are owed, as it is now: whoever decides what to hand over, who is woken, or what to
 * show of it asks here.
 */
export class HandBook {
  readonly #crew: Crew

  constructor(crew: Crew) {
    this.#crew = crew
  }

  /** What is addressed to the agent and was not handed over, oldest first. */
  pending(agentId: string): readonly PendingDelivery[] {
    return this.#crew.owed(agentId).pending
  }

  /** Hand-overs that are not confirmed, oldest first. */
  open(agentId: string): readonly OpenTurn[] {
    return this.#crew.owed(agentId).turns
  }

  /** The agent's stays of which it is owed something. */
  owing(agentId: string): Iterable<StayInHand> {
    return this.#crew.memberships.owing(agentId)
  }

  stay(interval: Interval): StayInHand {
    return interval
  }

  /** Journal number up to which it was handed the messages of a group, in whichever of its stays; 0 when it was in none. */
  handedSeq(agentId: string, groupName: string): number {
    const stays = this.#crew.memberships.of(agentId, groupName)
    return Math.max(0, ...stays.map((interval) => this.stay(interval).handedSeq))
  }

  chain(agentId: string): Chain {
    return this.#crew.remembered(agentId)
  }
}
