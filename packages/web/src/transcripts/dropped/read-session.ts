import { TranscriptOf } from '@crewroom/shared/transcript/transcript'
import type { TranscriptPage } from '@crewroom/shared/transcript/views'
import type { DroppedAnswer, DroppedQuestion, DroppedSession } from './messages'

/** Part of a file, as the browser hands it over. */
type Source = Pick<File, 'name' | 'size' | 'stream'>
type Session = Omit<DroppedSession, 'file' | 'subagents'> & {
  readonly file: Source
  readonly subagents: readonly Source[]
}

/** A sentence for the person who dropped the file. */
export class NotATranscript extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NotATranscript'
  }
}

/** Dropped files of one session, read by the same pipeline as the server's. */
export class ReadSession {
  readonly #session: Session
  readonly #book: TranscriptOf
  /** Sub-agents that were opened in a tab of their own. */
  readonly #subagents = new Map<string, Promise<TranscriptOf>>()

  private constructor(session: Session) {
    this.#session = session
    this.#book = bookOf(session.id)
  }

  static async read(session: Session, progress: (share: number) => void): Promise<ReadSession> {
    const read = new ReadSession(session)
    const files = [session.file, ...session.subagents]
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    let done = 0
    const count = (part: number) => progress(bytes === 0 ? 1 : (done += part) / bytes)
    await eachText(session.file, count, (text) => read.#book.feed(text))
    if (!isTranscript(read.#book)) throw new NotATranscript(whyNot(session.file, read.#book))
    for (const file of session.subagents) {
      await eachText(file, count, (text) => read.#book.feedSubagent(file.name, text))
    }
    return read
  }

  get title(): string {
    return this.#book.session.title || this.#session.file.name
  }

  async answer(question: DroppedQuestion): Promise<DroppedAnswer> {
    const { transcript } = question
    const book = transcript === this.#session.id ? this.#book : await this.#subagent(transcript)
    switch (question.type) {
      case 'page': {
        const { before, limit } = question
        return this.#named(transcript, book.page({ limit, ...(before && { before }) }))
      }
      case 'details': {
        const details = book.details(question.itemId, question.piece, question.after)
        if (!details) throw new Error('There is no such item in this transcript.')
        return details
      }
      case 'context':
        return book.context()
      case 'timeline':
        return book.timeline()
      case 'find':
        return book.find(question.words, question.limit)
      default:
        return question satisfies never
    }
  }

  #named(transcript: string, page: TranscriptPage): TranscriptPage {
    const file = transcript === this.#session.id ? this.#session.file : this.#fileOf(transcript)
    if (!file) return page
    const { name, size } = file
    return {
      ...page,
      session: {
        ...page.session,
        title: page.session.title || name,
        file: { name, bytes: size },
      },
    }
  }

  #fileOf(transcript: string): Source | undefined {
    const name = `agent-${transcript.slice(this.#session.id.length + 1)}.jsonl`
    return this.#session.subagents.find((file) => file.name === name)
  }

  #subagent(transcript: string): Promise<TranscriptOf> {
    const known = this.#subagents.get(transcript)
    if (known) return known
    const file = this.#fileOf(transcript)
    if (!file) throw new Error('The file of this sub-agent was not dropped with its session.')
    const read = async () => {
      const book = bookOf(transcript)
      await eachText(
        file,
        () => {},
        (text) => book.feed(text),
      )
      return book
    }
    const reading = read()
    this.#subagents.set(transcript, reading)
    return reading
  }
}

/** Nobody goes on writing to what was dropped. */
function bookOf(id: string): TranscriptOf {
  const book = new TranscriptOf({ id })
  book.goesOn(false)
  return book
}

async function eachText(
  file: Source,
  count: (bytes: number) => void,
  take: (text: string) => void,
): Promise<void> {
  const decoder = new TextDecoder()
  const reader = file.stream().getReader()
  for (;;) {
    const { value, done } = await reader.read()
    if (done) break
    take(decoder.decode(value, { stream: true }))
    count(value.byteLength)
  }
  // A last line without its end is whole: nobody goes on writing it.
  take(`${decoder.decode()}\n`)
}

function isTranscript(book: TranscriptOf): boolean {
  return book.conversation.items.length > 0
}

function whyNot({ name, size }: Source, { unreadable, unknown }: TranscriptOf): string {
  const what =
    size === 0
      ? 'it is empty'
      : unreadable > 0
        ? 'its lines are not records of a session'
        : unknown > 0
          ? 'this version knows none of its records'
          : 'nothing was said in it'
  return `“${name}” is not a transcript that can be shown: ${what}. Choose a session file, which ends in .jsonl.`
}
