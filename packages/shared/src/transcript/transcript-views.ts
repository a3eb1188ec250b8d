import type { TranscriptBook } from './book'
import type { Process, SessionMetrics } from './chunks'
import { contextView } from './context-view'
import { EnhancedItems, type ItemSource } from './enhanced-items'
import { countTexts, findTexts, firstIn } from './find'
import type { EnhancedAIGroup } from './groups'
import { itemDetails } from './item-details'
import { type LaterMessage, messagesOfItem } from './markdown-blocks'
import { pageOf } from './page-of'
import type { TranscriptSums } from './sums'
import { timelineView } from './timeline-view'
import { totalsOf } from './totals'
import type {
  ContextView,
  CountedTexts,
  FoundTexts,
  ItemDetails,
  TimelineView,
  TranscriptPage,
  TranscriptSession,
} from './views'

/** What the views are made of. */
export interface ViewSource extends ItemSource {
  readonly revision: number
  readonly session: TranscriptSession
  readonly metrics: SessionMetrics
  readonly sums: TranscriptSums
  readonly unreadable: number
  readonly unknown: number
  /** Null: the sub-agent has no transcript of its own. */
  transcriptIdOf(process: Process): string | null
}

type Views = Pick<
  TranscriptBook,
  'enhanced' | 'page' | 'details' | 'messages' | 'context' | 'timeline' | 'find'
>

/** Everything that a reader gets of a transcript. */
export class TranscriptViews implements Views {
  readonly #source: ViewSource
  readonly #items: EnhancedItems

  constructor(source: ViewSource) {
    this.#source = source
    this.#items = new EnhancedItems(source)
  }

  enhanced(itemId: string): EnhancedAIGroup | null {
    return this.#items.enhanced(this.#items.placeOf(itemId))
  }

  page(query: { readonly before?: string; readonly limit: number }): TranscriptPage {
    const { session, metrics, sums, revision, conversation } = this.#source
    const totals = totalsOf(conversation, this.#source)
    return { session, ...pageOf(this.#items, query), totals, metrics, sums, revision }
  }

  details(itemId: string, piece?: string, after?: string): ItemDetails | null {
    const nesting = {
      items: this.#items,
      transcriptIdOf: (process: Process) => this.#source.transcriptIdOf(process),
    }
    return itemDetails(this.#items.placeOf(itemId), nesting, piece, after)
  }

  messages(itemId: string): Iterable<LaterMessage> {
    return messagesOfItem(this.#items, this.#items.placeOf(itemId))
  }

  context(): ContextView {
    return { ...contextView(this.#items), revision: this.#source.revision }
  }

  timeline(): TimelineView {
    return { ...timelineView(this.#items), revision: this.#source.revision }
  }

  /** How often words are in it. The title counts where only that has them. */
  count(words: string): CountedTexts {
    const counted = countTexts(this.#items, words)
    if (counted.first !== null) return counted
    const inTitle = firstIn(this.#source.session.title, words)
    return inTitle === null ? counted : { count: 1, first: inTitle }
  }

  find(words: string, limit: number): FoundTexts {
    return { ...findTexts(this.#items, words, limit), revision: this.#source.revision }
  }
}
