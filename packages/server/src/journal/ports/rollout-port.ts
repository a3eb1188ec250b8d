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
}

export interface RolloutPage {
  readonly entries: readonly RolloutEntry[]
  readonly hasBefore: boolean
  readonly hasAfter: boolean
  /** Journal position of the lead in the same snapshot. */
  readonly asOf: number
}

export interface RolloutReader {
  rollout(leadId: string, query: RolloutQuery): RolloutPage
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
