import type {
  ContextView,
  FoundTexts,
  ItemDetails,
  TimelineView,
  TranscriptPage,
} from '@crewroom/shared/transcript/views'

/** What the page asks the worker that reads dropped files. `transcript`: the session's id, or that of a sub-agent. */
export type DroppedQuestion = { readonly transcript: string } & (
  | { readonly type: 'page'; readonly before?: string; readonly limit: number }
  | {
      readonly type: 'details'
      readonly itemId: string
      readonly piece?: string
      readonly after?: string
    }
  | { readonly type: 'context' | 'timeline' }
  | { readonly type: 'find'; readonly words: string; readonly limit: number }
)

export type DroppedAnswer = TranscriptPage | ItemDetails | ContextView | TimelineView | FoundTexts

/** The files of one session. */
export interface DroppedSession {
  readonly id: string
  readonly file: File
  /** Its sub-agents' own files. */
  readonly subagents: readonly File[]
}

export type ToWorker =
  | { readonly type: 'open'; readonly session: DroppedSession }
  | { readonly type: 'ask'; readonly number: number; readonly question: DroppedQuestion }

export type FromWorker =
  | { readonly type: 'progress'; readonly share: number }
  | { readonly type: 'opened'; readonly title: string }
  | { readonly type: 'refused'; readonly why: string }
  | { readonly type: 'answer'; readonly number: number; readonly answer: DroppedAnswer }
  | { readonly type: 'failed'; readonly number: number; readonly why: string }
