import type { TalkStep, TalkWords } from '@crewroom/shared/model/talk'

export interface TalkQuery {
  /** An instant, ISO-8601 with milliseconds and Z; null: from the beginning. */
  readonly since: string | null
  /** At most so many of the newest messages, among so many of the newest facts. */
  readonly most: number
  readonly facts: number
}

/** A message and for whom it was. */
export interface WrittenFor extends TalkStep {
  readonly messageId: string
  readonly sessionId: string | null
}

export interface TalkReader {
  /** Ascending, all from one moment on; `isPart` if earlier ones were left out. */
  newest(
    leadId: string,
    query: TalkQuery,
  ): { readonly written: readonly WrittenFor[]; readonly isPart: boolean; readonly asOf: number }
  /** The same messages with the beginning of their texts, in their order; what is gone meanwhile is left out. */
  words(written: readonly WrittenFor[]): readonly TalkWords[]
}
