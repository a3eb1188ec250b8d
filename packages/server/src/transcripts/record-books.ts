import { CrewError } from '@crewroom/shared/protocol/errors'
import type { RecordEntry } from '@crewroom/shared/transcript/rollout/record-entry'
import type { RecordAbout, RecordPart, RecordPlace } from '../journal/ports/transcript-port'
import { RecordBook } from './record-book'

/** An open transcript of an agent; its revisions come after those of earlier readings. */
interface OpenRecord {
  readonly book: RecordBook
  readonly after: number
  /** Characters of the entries that it was made of, and how many those are. */
  size: number
  entries: number
}

/** The most that all records take together, in characters of their entries. */
const MOST = 64 * 1024 * 1024
/** Most entries of one record; a longer one begins again with its newest, at most half as many. */
const LONGEST = 40_000
/** More changed items than these are not named. */
const MOST_NAMED = 200

/** Transcripts of agents' records: those that were used last stay. */
export class RecordBooks {
  /** Least recently used first. */
  readonly #open = new Map<string, OpenRecord>()
  #revision: number

  readonly #most: number
  readonly #longest: number

  /** `revision`: the highest that was given before. */
  constructor(revision = 0, most = MOST, longest = LONGEST) {
    this.#revision = revision
    this.#most = most
    this.#longest = longest
  }

  /** The highest revision that was given. */
  get revision(): number {
    return this.#revision
  }

  add({ transcript, after, entries, about }: RecordPart): RecordPlace {
    const known = after === 0 ? this.#begun(transcript, about) : this.#open.get(transcript)
    if (!known || known.book.n !== after) {
      return { n: known?.book.n ?? null, revision: this.#revision, changed: [] }
    }
    const { book } = known
    if (after > 0 && known.entries + entries.length > this.#longest) {
      this.#open.delete(transcript)
      return { n: null, revision: this.#revision, changed: [] }
    }
    known.entries += entries.length
    const before = book.revision
    book.addEntries(entries, about)
    known.size += entries.reduce((sum, entry) => sum + sizeOf(entry), 0)
    this.#open.delete(transcript)
    this.#makeRoom(known.size)
    this.#open.set(transcript, known)
    const changed = after === 0 ? 'all' : book.changedSince(before)
    const named = changed === null || changed.length > MOST_NAMED ? 'all' : changed
    return { n: book.n, revision: this.#revisionOf(known), changed: named }
  }

  /** Throws where it is not open: whoever asks gives it its record first. */
  get(transcript: string): { readonly book: RecordBook; readonly revision: number } {
    const known = this.#open.get(transcript)
    if (!known) throw new CrewError('busy', 'This transcript is being read again; ask again.')
    return { book: known.book, revision: this.#revisionOf(known) }
  }

  forget(transcript: string): object {
    this.#open.delete(transcript)
    return {}
  }

  #begun(transcript: string, about: RecordAbout): OpenRecord {
    const book = new RecordBook(transcript, about)
    return { book, after: this.#revision + 1, size: 0, entries: 0 }
  }

  #revisionOf({ after, book }: OpenRecord): number {
    const revision = after + book.revision
    this.#revision = Math.max(this.#revision, revision)
    return revision
  }

  #makeRoom(size: number): void {
    let sum = size
    for (const one of this.#open.values()) sum += one.size
    for (const [id, one] of this.#open) {
      if (sum <= this.#most) return
      sum -= one.size
      this.#open.delete(id)
    }
  }
}

/** Two bytes a character, and what is made of it. */
function sizeOf({ text, data }: RecordEntry): number {
  return 200 + (text?.length ?? 0) + (data === null ? 0 : JSON.stringify(data).length)
}
