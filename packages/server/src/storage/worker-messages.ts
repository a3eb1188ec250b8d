import type { TrimLimits, Trimmed } from '../journal/ports/retention-port'
import type { StagingAct } from '../journal/ports/transfer-port'
import type { Outcome, StorageFailure } from '../journal/ports/append-port'

export interface WriterWorkerData {
  readonly file: string
  readonly shard: string
  readonly firstEpoch: string
}

export type ToWorker =
  /** To a thread that was started without its data. */
  | { readonly type: 'open'; readonly data: WriterWorkerData }
  /** The batch as JSON: serialised once, and cheaper to hand over than an object graph. */
  | { readonly type: 'append'; readonly batch: string }
  /** Rows of agents' records as JSON; `id` comes back with what became of them. */
  | { readonly type: 'rollouts'; readonly id: number; readonly rows: string }
  | { readonly type: 'probe'; readonly epoch: string }
  /** Bring the full-text index up to date now, for this crew or for all; `id` comes back when it is, or cannot be. */
  | {
      readonly type: 'index'
      readonly id: number
      readonly leadId: string | null
      readonly rebuild: boolean
    }
  /** Remove what is beyond these limits; `id` comes back with what was removed. */
  | { readonly type: 'trim'; readonly id: number; readonly limits: TrimLimits }
  /** Rows of a staged file in or out, or let go of it; `id` comes back when that is done, or cannot be. */
  | {
      readonly type: 'stage'
      readonly id: number
      readonly file: string
      readonly act: StagingAct
    }
  | { readonly type: 'close' }

export type FromWorker =
  | { readonly type: 'ready'; readonly position: number; readonly epoch: string }
  | { readonly type: 'unusable'; readonly failure: StorageFailure }
  | {
      readonly type: 'settled'
      readonly batchIds: readonly number[]
      readonly outcome: Outcome
      readonly failure?: StorageFailure
    }
  | {
      readonly type: 'rolloutsSettled'
      readonly id: number
      readonly failure: StorageFailure | null
    }
  | { readonly type: 'indexed'; readonly id: number }
  | { readonly type: 'trimmed'; readonly id: number; readonly trimmed: Trimmed }
  | { readonly type: 'staged'; readonly id: number; readonly failure: StorageFailure | null }
  | { readonly type: 'probed'; readonly failure: StorageFailure | null }
  | { readonly type: 'closed' }
