import path from 'node:path'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Prices } from '@crewroom/shared/model/prices'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { TranscriptOf } from '@crewroom/shared/transcript/transcript'
import type { SecretMask } from '../journal/ports/mask-port'
import type { GiveWay } from './followed-file'
import { FollowedSession } from './followed-session'
import { NotBelow, type Open } from '../open-below'

export interface OpenBook {
  readonly id: string
  readonly book: TranscriptOf
  readonly session: FollowedSession
  /** Revisions of this reading come after those of the readings before it. */
  readonly after: number
}

export interface BookPorts {
  readonly mask: () => SecretMask
  /** Only what is below the roots, as they are then. */
  readonly open: Open
  /** The file of an id; null when there is none. */
  readonly fileOf: (id: string) => Promise<string | null>
  readonly giveWay: GiveWay
  /** Whether there is memory for more. */
  readonly hasRoom: () => boolean
  /** The highest revision that was given before. */
  readonly revision: number
  readonly prices?: Prices
}

const MOST_FOREIGN = 100
/** Parts of a file that are still read when memory is short: the others were forgotten for them. */
const SHORT_OF_MEMORY = 20
/** Items are built after so many parts. */
const PARTS_TO_BUILD = 8

/** Transcripts that were read: those that were used last stay, up to so many bytes of files together. */
export class Books {
  readonly #ports: BookPorts
  /** Least recently used first. */
  readonly #open = new Map<string, OpenBook>()
  /** Files without a record of a session, as far as they were read: they are not read again for each request. */
  readonly #foreign = new Map<string, OpenBook>()
  /** Files that take more memory than there is, as they were then: reading them takes long. */
  readonly #heavy = new Map<string, string>()
  readonly #reading = new Map<string, Promise<OpenBook>>()
  #revision: number
  /** How often everything was forgotten: what was being read then was read with the mask of before. */
  #forgotten = 0

  constructor(ports: BookPorts) {
    this.#ports = ports
    this.#revision = ports.revision
  }

  /** The highest revision that was given. */
  get revision(): number {
    return this.#revision
  }

  get bytes(): number {
    return [...this.#open.values()].reduce((sum, { session }) => sum + session.bytes, 0)
  }

  get size(): number {
    return this.#open.size
  }

  /** As it was when it was last asked for; nothing is read. */
  known(id: string): OpenBook | undefined {
    return this.#open.get(id)
  }

  /** The same of a transcript that is kept, and up to date; null: it is not. */
  async kept(id: string): Promise<OpenBook | null> {
    if (!this.#open.has(id)) return null
    // Whoever asks for it gets the reason why it cannot be read any more.
    return this.get(id).catch(() => null)
  }

  /** Reads one that is not kept, and does not keep it: a search must not push out what people look at. */
  async once(id: string): Promise<OpenBook> {
    const open = await this.#opened(id)
    if (this.#heavy.has(id) && this.#heavy.get(id) === open.session.state()) throw tooHeavy(open)
    try {
      const isWhole = await open.session.readOn(this.#ports.open, open.book, this.#wayWithin(open))
      if (!isWhole) throw beingWritten()
    } catch (error) {
      throw error instanceof NotBelow ? noSuch() : error
    }
    return open
  }

  /** With everything that its files hold by now. Throws `not_found`, `too_large` or `bad_file`. */
  get(id: string): Promise<OpenBook> {
    const running = this.#reading.get(id)
    if (running) return running
    const reading = this.#upToDate(id).finally(() => this.#reading.delete(id))
    this.#reading.set(id, reading)
    return reading
  }

  /** The revision of a book among all that were ever given. */
  revisionOf({ after, book }: OpenBook): number {
    const revision = after + book.revision
    this.#revision = Math.max(this.#revision, revision)
    return revision
  }

  /** Everything is to be read again, with another mask. */
  forget(): void {
    this.#forgotten++
    this.#open.clear()
    this.#foreign.clear()
  }

  async #upToDate(id: string): Promise<OpenBook> {
    try {
      return await this.#read(id)
    } catch (error) {
      this.#open.delete(id)
      throw error instanceof NotBelow ? noSuch() : error
    }
  }

  async #read(id: string): Promise<OpenBook> {
    const { open: opens } = this.#ports
    const forgotten = this.#forgotten
    const open = this.#open.get(id) ?? this.#foreign.get(id) ?? (await this.#opened(id))
    this.#foreign.delete(id)
    if (this.#heavy.has(id) && this.#heavy.get(id) === open.session.state()) throw tooHeavy(open)
    const way = this.#wayWithin(open)
    const isSame = await open.session.readOn(opens, open.book, way).catch((error: unknown) => {
      const isForeign = error instanceof CrewError && error.code === 'bad_file'
      if (isForeign && forgotten === this.#forgotten) this.#keepForeign(open)
      throw error
    })
    const current = isSame ? open : await this.#again(id)
    if (forgotten !== this.#forgotten) return this.#read(id)
    this.#open.delete(id)
    this.#makeRoom(current.session.bytes)
    this.#open.set(id, current)
    this.revisionOf(current)
    return current
  }

  async #opened(id: string): Promise<OpenBook> {
    const file = await this.#ports.fileOf(id)
    if (file === null) throw noSuch()
    return {
      id,
      book: new TranscriptOf({ id, prices: this.#ports.prices ?? {} }),
      session: new FollowedSession(file, this.#ports.mask()),
      after: this.#revision + 1,
    }
  }

  /** It was emptied or replaced. While that happens again and again, there is nothing to show. */
  async #again(id: string): Promise<OpenBook> {
    this.#open.delete(id)
    const open = await this.#opened(id)
    if (await open.session.readOn(this.#ports.open, open.book, this.#wayWithin(open))) return open
    throw beingWritten()
  }

  /** Gives way, and ends the reading of one file before all that the thread has is lost with it. */
  #wayWithin(open: OpenBook): GiveWay {
    const { giveWay, hasRoom } = this.#ports
    const state = open.session.state()
    let short = 0
    let parts = 0
    return async () => {
      // Items take as much memory as the records that they are made of: they are made before it is looked at.
      if (++parts % PARTS_TO_BUILD === 0) void open.book.revision
      if (hasRoom()) short = 0
      else if (++short === 1) this.#open.clear()
      else if (short > SHORT_OF_MEMORY) {
        this.#heavy.set(open.id, state)
        throw tooHeavy(open)
      }
      await giveWay()
    }
  }

  #keepForeign(open: OpenBook): void {
    for (const id of this.#foreign.keys()) {
      if (this.#foreign.size < MOST_FOREIGN) break
      this.#foreign.delete(id)
    }
    this.#foreign.set(open.id, open)
  }

  #makeRoom(bytes: number): void {
    for (const id of this.#open.keys()) {
      if (this.bytes + bytes <= LIMITS.transcriptBytes) return
      this.#open.delete(id)
    }
  }
}

function tooHeavy({ session }: OpenBook): CrewError {
  return new CrewError(
    'too_large',
    `${path.basename(session.path)} has more records than there is memory for. Split it at the end of a line, and open its parts.`,
  )
}

function beingWritten(): CrewError {
  return new CrewError('busy', 'This file is being written again from its beginning; ask again.')
}

function noSuch(): CrewError {
  return new CrewError(
    'transcript_not_found',
    'There is no such transcript below the configured folders (any more). GET /api/transcripts lists those that are there.',
  )
}
