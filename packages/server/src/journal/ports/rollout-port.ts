import type { RolloutEntry, RolloutKind } from '@crewroom/shared/model/rollout'
import type { StorageFailure } from './append-port'

/** One entry as it is stored: `data` is JSON already, bounded and masked. */
export interface RolloutRow extends Omit<RolloutEntry, 'data'> {
  readonly leadId: string
  readonly data: string | null
}

/**
 * Keeps rows of agents' records, beside the journal and behind it: a row that cannot be stored does not count as a storage
 * failure of the crew. Rows may be given again after a failure; those that are there already stay as they are.
 */
export interface RolloutPort {
  /** Never throws. `settle` is called once: with null when the rows are stored, all of them or none. */
  appendRollouts(
    rows: readonly RolloutRow[],
    settle: (failure: StorageFailure | null) => void,
  ): void
}

/** Which entries of an agent's record: at most `limit`, ascending, from one side of a position. */
export interface RolloutQuery {
  readonly agentId: string
  readonly limit: number
  readonly before?: number | undefined
  readonly after?: number | undefined
  readonly kind?: RolloutKind | undefined
  /** Only what belongs to one of these hand-overs. */
  readonly turnIds?: readonly string[] | undefined
}

export interface RolloutPage {
  readonly entries: readonly RolloutEntry[]
  readonly hasBefore: boolean
  readonly hasAfter: boolean
  /** How many older entries of the agent were removed, to keep its record within the limits that were set. */
  readonly removed: number
  /** Journal position of the lead in the same snapshot. */
  readonly asOf: number
}

export interface RolloutReader {
  rollout(leadId: string, query: RolloutQuery): RolloutPage
  /**
   * The hand-overs that asked an agent in a session, each with the number of its round: ids as entries of its record have
   * them.
   */
  turnsOfRounds(agentId: string, sessionId: string): ReadonlyMap<string, number>
  /** `n` of the agent's newest stored entry, 0 when there is none. */
  lastRollout(agentId: string): number
}

/** Where drivers put what an agent emits and is given. Nothing here throws, waits, or holds up a turn. */
export interface RolloutSink {
  /** A part of what the agent says; parts of one stretch become one entry. */
  text(agentId: string, delta: string, turnId?: string | null): void
  /** The same for what it thinks. */
  thought(agentId: string, delta: string, turnId?: string | null): void
  /** The same for what it says or thinks while it was asked nothing: a note, and nothing else comes of it. */
  unasked(agentId: string, delta: string): void
  record(agentId: string, entry: RolloutInput): void
  /** What it was handed, by reference. What comes to it within 100 ms becomes one entry. */
  given(agentId: string, given: Given): void
  /** Ends the stretch: what is said next is another entry. */
  turnEnded(agentId: string): void
  /** The agent's program is gone: nothing more comes of its stretch. */
  ended(agentId: string): void
}

export interface RolloutInput {
  readonly kind: RolloutKind
  readonly text?: string | null | undefined
  /** Anything that JSON can say; any value except an object is kept under `value`. */
  readonly data?: unknown
  readonly turnId?: string | null | undefined
}

/** A delivery by its id, or messages of a group by their numbers, of another crew than the record's where one is named. */
export type GivenRef =
  | string
  | readonly [groupName: string, fromN: number, toN: number]
  | readonly [groupName: string, fromN: number, toN: number, leadId: string]

/** A hand-over as a record keeps it: without the texts, which are in the tables once for all who were handed them. */
export interface Given {
  /** In the order in which they were read. */
  readonly refs: readonly GivenRef[]
  /** UTF-8 bytes of their texts. */
  readonly bytes: number
  /** How many of them may have been handed over before. */
  readonly repeats: number
  /** They were lines of an input, with the numbers of messages in one of their own, and not items of a page. */
  readonly areLines: boolean
  /** The hand-over, of a round its delivery; null for one that only repeats an earlier one. */
  readonly turnId: string | null
  /** It asks the agent to answer a round, and is an entry of its own. */
  readonly isRound?: boolean
}

/** One thing that a page of an inbox brought. */
export interface GivenItem {
  readonly id: string
  readonly ref: GivenRef
  /** UTF-8 bytes of its text. */
  readonly bytes: number
  readonly repeat: boolean
  readonly isRound?: boolean
}

/** Hand-overs in an entry's `data`, one after the other. */
export interface GivenData {
  readonly given: readonly (readonly GivenRef[])[]
  readonly bytes: number
  readonly repeats?: number
  readonly lines?: true
}
