import type { Envelope } from '../facts'

/** What one tick decided: remembered as a whole or not at all. */
export interface Batch {
  readonly v: 1
  readonly shard: string
  readonly epoch: string
  readonly owner: string
  /** 1, 2, 3 … of this shard; the writer refuses any that does not follow `prev`. */
  readonly batchId: number
  readonly prev: number
  readonly entries: readonly Envelope[]
}

/** `unknown`: the writer died or failed where it cannot tell; the tables of a fresh one say which. */
export type Outcome = 'durable' | 'refused' | 'unknown'

export interface StorageFailure {
  /** SQLite or system code: SQLITE_FULL, SQLITE_IOERR_FSYNC, WRITER_EXITED … */
  readonly code: string
  readonly message: string
}

/** The code of the failure when another writer has written to the same tables. No fresh writer mends that. */
export const WRITER_FENCED = 'WRITER_FENCED'

/** Remembers batches in order. `settle` is called exactly once per batch, in order. */
export interface AppendPort {
  /** Settles before `append` returns (embedders, `:memory:`): every decision is then its own batch. */
  readonly immediate: boolean
  append(batch: Batch, settle: (outcome: Outcome, failure?: StorageFailure) => void): void
  /** Checks that a write can be made durable now, and stores the journal's epoch with it. */
  probe(epoch: string): Promise<StorageFailure | null>
  close(): Promise<void>
}
