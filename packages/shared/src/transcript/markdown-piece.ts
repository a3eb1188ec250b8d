import {
  type MarkdownHead,
  markdownDocument,
  type MarkdownMessage,
} from '../text/markdown-document'
import type { TranscriptBook } from './book'
import { sessionHead } from './markdown-blocks'

/** How far a document is: so many messages of an item are in it, and all of those before. */
export interface DocumentPlace {
  readonly itemId: string
  readonly messages: number
}

/** A part of a document, and where it goes on; null: it is whole. */
export interface DocumentPiece {
  readonly head: MarkdownHead
  readonly messages: readonly MarkdownMessage[]
  readonly next: DocumentPlace | null
  /** The last item of the document; null: there is none. */
  readonly lastId: string | null
}

/** So much text is in one piece, and one message more. */
const PIECE_UNITS = 128 * 1024
const PIECE_MESSAGES = 200

/**
 * The next messages of a session as a document. Its last item is that of the first piece: what comes while it is read
 * is not in it. Null: an item is not there any more.
 */
export function documentPiece(
  book: TranscriptBook,
  from: DocumentPlace | null,
  last: string | null,
): DocumentPiece | null {
  const ids = book.conversation.items.map(({ group }) => group.id)
  const lastId = last ?? ids.at(-1) ?? null
  const head = sessionHead(book.session)
  if (lastId === null) return { head, messages: [], next: null, lastId }
  const end = ids.indexOf(lastId)
  let place = from === null ? 0 : ids.indexOf(from.itemId)
  if (end === -1 || place === -1) return null
  const messages: MarkdownMessage[] = []
  let units = 0
  for (let skip = from?.messages ?? 0; place <= end; place++, skip = 0) {
    const itemId = ids[place] ?? ''
    let n = 0
    for (const make of book.messages(itemId)) {
      if (n++ < skip) continue
      if (units > PIECE_UNITS || messages.length === PIECE_MESSAGES) {
        return { head, messages, next: { itemId, messages: n - 1 }, lastId }
      }
      const message = make()
      units += (message.text?.length ?? 0) + (message.code?.length ?? 0)
      messages.push(message)
    }
  }
  return { head, messages, next: null, lastId }
}

/** All of a session that was read, as a document. */
export function sessionDocument(book: TranscriptBook): Iterable<string> {
  return markdownDocument(sessionHead(book.session), everyMessage(book))
}

function* everyMessage(book: TranscriptBook): Iterable<MarkdownMessage> {
  for (const { group } of book.conversation.items) {
    for (const make of book.messages(group.id)) yield make()
  }
}
