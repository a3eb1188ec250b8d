import { statSync } from 'node:fs'
import path from 'node:path'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { TranscriptFeed } from '@crewroom/shared/transcript/book'
import type { SecretMask } from '../journal/ports/mask-port'
import { FollowedFile, type GiveWay } from './followed-file'
import { MaskedLines } from './masked-lines'
import { NotBelow, type Open } from '../open-below'
import { lastChangeOf, sizeOf, subagentFiles, subagentNameOf } from './session-files'
import { isStill } from './still-file'
import { sessionIn } from './whose-subagent'

/** A session's file and those of its sub-agents, as they grow. */
export class FollowedSession {
  readonly #own: FollowedFile
  readonly #subagents = new Map<string, FollowedFile>()
  readonly #mask: SecretMask
  /** Files beside it that belong to other sessions. */
  readonly #foreign = new Set<string>()
  #goesOn: false | null = null

  constructor(file: string, mask: SecretMask) {
    this.#own = new FollowedFile(file, new MaskedLines(mask))
    this.#mask = mask
  }

  /** False: nobody writes to it any more; null: its records tell whether it goes on. As of the last reading. */
  get goesOn(): false | null {
    return this.#goesOn
  }

  /** Nobody writes to it by now: time alone ends a session. */
  get isStill(): boolean {
    return isStill(lastChangeOf(this.path))
  }

  get path(): string {
    return this.#own.path
  }

  /** How far its own file was read. */
  get ownBytes(): number {
    return this.#own.bytes
  }

  /** The same of all its files together. */
  get bytes(): number {
    return [...this.#subagents.values()].reduce((sum, { bytes }) => sum + bytes, this.#own.bytes)
  }

  /** What tells, without reading anything, that nothing has changed since. */
  state(): string {
    const { own, beside } = subagentFiles(this.path)
    const mine = [...own, ...beside.filter((file) => !this.#foreign.has(file))]
    return [this.path, ...mine].map(stateOf).join(' ')
  }

  /** Feeds what is new. False when it has to be read again from the beginning. */
  async readOn(open: Open, feed: TranscriptFeed, giveWay: GiveWay): Promise<boolean> {
    this.#assertSize()
    if (!(await this.#own.readOn(open, (text) => feed.feed(text), giveWay))) return false
    if (this.#own.isForeign) {
      throw new CrewError(
        'bad_file',
        `${path.basename(this.path)} is not a transcript: none of its lines is a record of a session.`,
      )
    }
    for (const file of this.#files(open)) {
      const name = this.#nameOf(file.path)
      try {
        const take = (text: string) => feed.feedSubagent(name, text)
        if (!(await file.readOn(open, take, giveWay))) return false
      } catch (error) {
        // It went, or leads elsewhere: the session is readable without it.
        if (!(error instanceof NotBelow)) throw error
      }
    }
    this.#goesOn = this.isStill ? false : null
    feed.goesOn(this.#goesOn)
    return true
  }

  #files(open: Open): FollowedFile[] {
    const { own, beside } = subagentFiles(this.path)
    const mine = beside.filter((file) => this.#isMine(open, file))
    for (const file of [...own, ...mine]) {
      if (this.#subagents.has(file)) continue
      this.#subagents.set(file, new FollowedFile(file, new MaskedLines(this.#mask)))
    }
    return [...this.#subagents.values()]
  }

  /** Beside its session a file is one of an earlier version, in whatever folder that is. */
  #nameOf(file: string): string {
    return path.dirname(file) === path.dirname(this.path)
      ? path.basename(file)
      : subagentNameOf(this.path, file)
  }

  /** Files of many sessions lie beside each other: the records say to which one they belong. */
  #isMine(open: Open, file: string): boolean {
    if (this.#subagents.has(file)) return true
    if (this.#foreign.has(file)) return false
    const session = sessionIn(open, file)
    if (session === path.basename(this.path, '.jsonl')) return true
    // One that is empty so far may become anybody's.
    if (session !== null) this.#foreign.add(file)
    return false
  }

  #assertSize(): void {
    const { own } = subagentFiles(this.path)
    const bytes = [this.path, ...own].reduce((sum, file) => sum + sizeOf(file), 0)
    if (bytes > LIMITS.transcriptBytes) throw tooLarge(path.basename(this.path), bytes)
  }
}

/** A sentence for a file, whoever reads it. */
function tooLarge(name: string, bytes: number): CrewError {
  const mebibytes = (count: number) => Math.ceil(count / (1024 * 1024))
  return new CrewError(
    'too_large',
    `${name} has ${mebibytes(bytes)} MiB with its sub-agents; transcripts of up to ${mebibytes(LIMITS.transcriptBytes)} MiB can be shown. Split it at the end of a line, and open its parts.`,
  )
}

function stateOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats ? `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeMs}` : 'gone'
}
