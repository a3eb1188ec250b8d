import type { MarkdownBlock, MarkdownHead } from '@crewroom/shared/text/markdown-document'
import type { StoredRollouts } from '../agents/read-rollout'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'

export interface MarkdownAsked {
  readonly shard: Shard
  readonly crew: Crew
  readonly by: By
  /** The conversation, as its kind names it. */
  readonly of: string
  /** Of direct messages: those with this one alone. */
  readonly with?: string | undefined
  readonly rollouts: StoredRollouts
}

/** A conversation that whoever asked may read. */
export interface OpenConversation {
  readonly head: MarkdownHead
  /** What its file is called, without its ending. */
  readonly file: string
  /** What is still on its way to the tables has come, or was waited for. */
  stored?(): Promise<unknown>
  /** What there is at this moment, oldest first, read page by page. */
  blocks(): Iterable<MarkdownBlock>
}

/** One kind of conversation: throws, before anything is written, what any other reader of it is refused with. */
export type MarkdownKind = (asked: MarkdownAsked) => OpenConversation
