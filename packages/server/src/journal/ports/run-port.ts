import type { RoundRecord } from '@crewroom/shared/model/round'
import type { RunRecord } from '@crewroom/shared/model/run'

/** Which discussions: the newest `limit` before a position, of one crew or of all. */
export interface RunQuery {
  readonly leadId: string | null
  readonly status: 'live' | 'ended' | 'all'
  /** Only what was started before this one. */
  readonly before: { readonly startedAt: string; readonly id: string } | null
  readonly limit: number
  /** Ids: only those in which one of these takes part. */
  readonly participants?: readonly string[] | undefined
  /** Only those whose title, goal or result has all of these. */
  readonly words?: readonly string[] | undefined
}

/** A discussion with the names of its crew and its session. */
export interface ListedRun extends RunRecord {
  readonly leadName: string
  readonly title: string
}

/** Reads discussions, under way or over. Durable ones only. */
export interface RunReader {
  run(id: string): RunRecord | null
  /** Number of the fact with which it began. */
  runSeq(id: string): number | null
  /** Newest first. `hasMore`: there are earlier ones. */
  runs(query: RunQuery): { readonly runs: readonly ListedRun[]; readonly hasMore: boolean }
  /** Rounds of a discussion from a number of its session on, ascending, at most `limit`; `hasMore`: there are later ones. */
  roundsOfRun(
    leadId: string,
    runId: string,
    from: number,
    limit: number,
  ): { readonly rounds: readonly RoundRecord[]; readonly hasMore: boolean }
}
