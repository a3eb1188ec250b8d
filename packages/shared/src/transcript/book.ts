import type { SessionConversation, EnhancedAIGroup } from './groups'
import type { LaterMessage } from './markdown-blocks'
import type { ParsedMessage } from './messages'
import type {
  ContextView,
  FoundTexts,
  ItemDetails,
  TimelineView,
  TranscriptPage,
  TranscriptSession,
} from './views'

/**
 * A transcript that is read: what the server's thread, a page with a dropped file and the command line answer from.
 * `TranscriptOf` (transcript.ts) makes it of text as it grows.
 */
export interface TranscriptBook {
  readonly revision: number
  readonly session: TranscriptSession
  readonly conversation: SessionConversation
  /** An AI group with everything that its view needs; the same object while nothing in it changed. */
  enhanced(itemId: string): EnhancedAIGroup | null
  /** Ids of items that are new or changed since a revision; null: more than are remembered. */
  changedSince(revision: number): readonly string[] | null
  page(query: { readonly before?: string; readonly limit: number }): TranscriptPage
  /**
   * Null: there is no such item. `piece`: only this display item, uncut up to the limit of one answer. `after`: the
   * display items that follow this one, for an answer that said that there are more.
   */
  details(itemId: string, piece?: string, after?: string): ItemDetails | null
  /** An item as messages of a document; none where there is no such item. */
  messages(itemId: string): Iterable<LaterMessage>
  context(): ContextView
  timeline(): TimelineView
  find(words: string, limit: number): FoundTexts
}

/** What a book is fed. */
export interface TranscriptFeed {
  /** The next text of the session's own file; a half-written last line waits for its end. */
  feed(text: string): void
  /**
   * Records that were made elsewhere, of an agent's record. One with a `uuid` that is known takes the place of that one: a
   * text grows, and a tool tells later what it was called with. It stays of the same type and category.
   */
  add(messages: readonly ParsedMessage[]): void
  /** Whether the session goes on, where that is known from elsewhere; null: its records tell. */
  goesOn(isOngoing: boolean | null): void
  /** The next text of a sub-agent's file, `agent-<id>.jsonl`, or `subagents/workflows/<run>/agent-<id>.jsonl`. */
  feedSubagent(fileName: string, text: string): void
}
