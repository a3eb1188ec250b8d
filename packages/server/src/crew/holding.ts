import type { Interval } from './memberships'
import type { OpenTurn } from './owed'
import type { Rank } from './reading-order'

/** How far a stay was handed over, and what is owed of it beyond. */
export interface StayInHand {
  readonly groupName: string
  readonly joinedSeq: number
  readonly leftSeq: number | null
  readonly agentId: string
  readonly handedSeq: number
  readonly owed: number
  readonly callSeq: number
}

/** The chain of hand-overs that an agent is in; what it does next has one more. */
export interface Chain {
  readonly hop: number
  readonly turnSeq: number
  readonly turnsInChain: number
}

/** One thing that was handed over: a message of a stay, or what is addressed to the agent. */
export interface HeldItem {
  readonly id: string
  readonly seq: number
  /** Number by which the agent's stay began; null for what is addressed to it. */
  readonly joinedSeq: number | null
  readonly rank: Rank
}

/** A hand-over that is not stored: known as long as this server runs. */
export interface InHand extends OpenTurn {
  /** What is in it, in the order in which the agent reads it. */
  readonly items: readonly HeldItem[]
}

/** Whether a hand-over is not stored. */
export function isInHand(turn: OpenTurn): turn is InHand {
  return 'items' in turn
}

/** How far a cursor reaches in one crew. */
export interface Reach {
  /** By the number by which a stay began. */
  readonly stays: ReadonlyMap<number, number>
  /** Numbers of what is addressed to the agent. No more than it can hold: how much else waits for it does not count. */
  readonly addressed: ReadonlySet<number>
}

/** How far these hand-overs reach, of the last one only so many items. */
export function reachOf(held: readonly InHand[], itemsOfLast: number): Reach {
  const stays = new Map<number, number>()
  const addressed = new Set<number>()
  for (const [index, { items }] of held.entries()) {
    const isLast = index === held.length - 1
    for (const { seq, joinedSeq } of isLast ? items.slice(0, itemsOfLast) : items) {
      if (joinedSeq === null) addressed.add(seq)
      else stays.set(joinedSeq, Math.max(stays.get(joinedSeq) ?? 0, seq))
    }
  }
  return { stays, addressed }
}

export interface Place extends Pick<Interval, 'handedSeq' | 'owed' | 'callSeq'> {
  /** Messages that are confirmed, and not stored as that. */
  ackedSeq: number
  ackedCount: number
}

/** What one agent holds. */
export class Holding {
  turns: InHand[] = []
  readonly stays = new Set<Interval>()
  /** What is addressed to it and was handed over, until it is stored as confirmed. */
  readonly taken = new Set<string>()
  /** Those of them that it has confirmed. */
  readonly acked = new Map<string, number>()
  /** The newest of each rank that was handed over. */
  readonly marks: [number, number, number] = [0, 0, 0]
  chain: Chain | null = null
  /** To be stored: it is not there any more. */
  isLeaving = false
}
