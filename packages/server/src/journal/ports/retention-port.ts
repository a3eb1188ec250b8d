import type { StorageFailure } from './append-port'

/** Which entries of agents' records stay: none that is older than `since`, and the newest of these up to `bytes`. */
export interface RecordLimits {
  readonly since: string | null
  readonly bytes: number | null
}

/** What a round looks at. */
export type TrimLimits =
  | ({ readonly of: 'records' } & RecordLimits)
  | { readonly of: 'journal'; readonly before: string }

/** What a round removed, and why it ended before its time, if it did. */
export interface Trimmed {
  readonly entries: number
  readonly bytes: number
  readonly failure: StorageFailure | null
}

/** Removes what is not to be kept. Storing goes first: it is done a little at a time, and holds nothing up. */
export interface RetentionPort {
  /** Resolves when nothing more is beyond the limits, or it cannot go on. Never rejects. */
  trimRecords(limits: RecordLimits): Promise<Trimmed>
  /** The same for facts that are older than `before` and that later ones, as old, replaced. */
  trimJournal(before: string): Promise<Trimmed>
}
