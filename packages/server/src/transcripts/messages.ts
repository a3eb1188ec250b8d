import type { Prices } from '@crewroom/shared/model/prices'
import type { ErrorCode } from '@crewroom/shared/protocol/errors'
import type { TranscriptChange } from '@crewroom/shared/transcript/views'
import type {
  ForgetRecord,
  NamedSession,
  RecordPart,
  TranscriptQuestion,
} from '../journal/ports/transcript-port'

/** What is asked of the thread that reads transcripts. `transcript`: its id. */
export type Question =
  | { readonly type: 'list' }
  | { readonly type: 'search'; readonly words: string; readonly limit: number }
  | TranscriptQuestion
  | RecordPart
  | ForgetRecord
  | NamedSession

/** What the thread is started with. */
export interface ThreadData {
  /** Folders below which files are read. */
  readonly roots: readonly string[]
  /** Values that must not be seen in any text. */
  readonly secrets: readonly string[]
  readonly prices: Prices
  /** The highest revision that a thread before this one has given. */
  readonly revision: number
}

export type ToThread =
  | { readonly type: 'ask'; readonly id: number; readonly question: Question }
  | { readonly type: 'watch' | 'unwatch'; readonly transcript: string }
  /** Values that came on top since it was started. */
  | { readonly type: 'secrets'; readonly values: readonly string[] }

export interface Refusal {
  readonly code: ErrorCode
  readonly message: string
}

/** `revision`: the highest that was given so far. */
export type FromThread =
  /** The answer as JSON: it is only passed on. */
  | {
      readonly type: 'answer'
      readonly id: number
      readonly json: string
      readonly revision: number
    }
  | { readonly type: 'refused'; readonly id: number; readonly refusal: Refusal }
  | { readonly type: 'changed'; readonly change: TranscriptChange; readonly revision: number }
