import path from 'node:path'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { TranscriptBook } from '@crewroom/shared/transcript/book'
import { documentPiece } from '@crewroom/shared/transcript/markdown-piece'
import type { TranscriptSession } from '@crewroom/shared/transcript/views'
import type { SecretMask } from '../journal/ports/mask-port'
import type { Books } from './books'
import type { GiveWay } from './followed-file'
import type { Question } from './messages'
import { recordOf } from '../journal/ports/transcript-port'
import type { RecordBooks } from './record-books'
import { searchFiles, type SearchPorts } from './search-files'
import type { SessionList } from './session-list'
import type { SubagentBooks } from './subagent-books'

export interface AnswerPorts {
  readonly books: Books
  readonly subagents: SubagentBooks
  readonly list: SessionList
  readonly records: RecordBooks
  readonly mask: () => SecretMask
  readonly giveWay: GiveWay
}

/** What a question is answered. Throws a `CrewError` where there is nothing to answer. */
export async function answer(ports: AnswerPorts, question: Question): Promise<object> {
  const { books, list, mask } = ports
  if (question.type === 'list') return list.list(books, mask())
  if (question.type === 'search') {
    const files = await list.newestFirst()
    return searchFiles(files, searchPorts(ports), question)
  }
  if (question.type === 'named') return { id: await list.named(question.name) }
  if (question.type === 'record') return ports.records.add(question)
  if (question.type === 'forget') return ports.records.forget(question.transcript)
  const { book, revision, file } = await bookOf(ports, question.transcript)
  switch (question.type) {
    case 'page': {
      const { before, limit } = question
      if (before !== undefined && !hasItem(book, before)) throw noSuchItem()
      const page = book.page({ ...(before === undefined ? {} : { before }), limit })
      return { ...page, session: { ...page.session, file }, revision }
    }
    case 'details': {
      const details = book.details(question.item, question.piece, question.after)
      if (details === null) throw noSuchItem()
      return details
    }
    case 'markdown': {
      const piece = documentPiece(book, question.from, question.last)
      if (piece === null) throw noSuchItem()
      return piece
    }
    case 'context':
      return { ...book.context(), revision }
    case 'timeline':
      return { ...book.timeline(), revision }
    case 'find':
      return { ...book.find(question.words, question.limit), revision }
    default:
      question satisfies never
      throw new Error('unknown question')
  }
}

const searchPorts = ({ books, list, giveWay }: AnswerPorts): SearchPorts => ({
  open: list.open,
  giveWay,
  known: async (id) => (await books.kept(id))?.book ?? null,
  read: async (id) => (await books.once(id)).book,
})

interface Read {
  readonly book: TranscriptBook
  readonly revision: number
  readonly file: TranscriptSession['file']
}

async function bookOf(
  { books, subagents, records }: AnswerPorts,
  transcript: string,
): Promise<Read> {
  if (recordOf(transcript) !== null) return { ...records.get(transcript), file: null }
  const [file = '', subagent] = transcript.split(/\.(.*)/s)
  const open = await books.get(file)
  const revision = books.revisionOf(open)
  if (subagent !== undefined) return { book: subagents.of(open, subagent), revision, file: null }
  const { path: place, ownBytes: bytes } = open.session
  return { book: open.book, revision, file: { name: path.basename(place), bytes } }
}

function hasItem({ conversation }: TranscriptBook, id: string): boolean {
  return conversation.items.some(({ group }) => group.id === id)
}

function noSuchItem(): CrewError {
  return new CrewError(
    'not_found',
    'This transcript has no such item (any more): its file may have been replaced. Load the page again.',
  )
}
