import type { Phrase } from '@crewroom/shared/text/search-words'
import type { Message } from '@crewroom/shared/model/message'

export const FEATURES = ['reaction', 'link', 'code'] as const
export type Feature = (typeof FEATURES)[number]

/** Which messages of a crew: those that fit everything that is given, newest first, at most `limit`. */
export interface SearchQuery {
  readonly phrases: readonly Phrase[]
  /** Written by one of these. */
  readonly from: readonly string[] | null
  /** In one of these groups. */
  readonly groups: readonly string[] | null
  readonly has: readonly Feature[]
  /** Written earlier than this, ISO-8601. */
  readonly earlier: string | null
  /** Numbered lower than this. */
  readonly before: number
  readonly limit: number
  /** Only what this participant may see; null sees all. */
  readonly viewer: string | null
  /** Only these sessions, and what is said in groups; null: all sessions. */
  readonly sessions: readonly string[] | null
}

export interface SearchHits {
  readonly messages: readonly Message[]
  readonly hasMore: boolean
}

export interface IndexPlace {
  /** How far the index has the crew's journal. */
  readonly indexed: number
  /** When that was written; null when the index has nothing of it. */
  readonly indexedAt: string | null
}

export interface SearchReader {
  /** How far the index has the crew's journal. */
  indexedSeq(leadId: string): number
  /** How far that is, in the snapshot that the hits are of. Null when the index is damaged. */
  search(leadId: string, query: SearchQuery): (SearchHits & IndexPlace) | null
}

/**
 * Brings the index up to the tables. It is built beside the batches, never in one: what cannot be indexed holds
 * nothing up and does not count as a storage failure.
 */
export interface SearchPort {
  /** Resolves when the index has what the tables held of a crew (or of all) when this was called, or cannot get there. Never rejects. */
  index(leadId?: string): Promise<void>
  /** The same from the beginning, for an index that is damaged. */
  rebuild(): Promise<void>
}
