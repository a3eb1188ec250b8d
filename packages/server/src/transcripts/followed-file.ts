import { closeSync, readSync } from 'node:fs'
import { StringDecoder } from 'node:string_decoder'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { MaskedLines } from './masked-lines'
import type { Open, OpenFile } from '../open-below'

const PART_BYTES = 1024 * 1024
const SLICE_LINES = 256
/** So many of the bytes before the place that was read tell whether the file is still the same. */
const MARK_BYTES = 256

/** Gives way to whatever else waits for the thread. */
export type GiveWay = () => Promise<void>

/** One file that grows: each byte of it is read once, and masked. */
export class FollowedFile {
  readonly path: string
  readonly #lines: MaskedLines
  readonly #decoder = new StringDecoder('utf8')
  #at = 0
  #inode: string | null = null
  #mark = Buffer.alloc(0)
  /** When it was changed last, as of the last look. */
  #changedAt = 0

  constructor(path: string, lines: MaskedLines) {
    this.path = path
    this.#lines = lines
  }

  /** How far it was read. */
  get bytes(): number {
    return this.#at
  }

  /** It holds lines, and none of them is a record of a session. */
  get isForeign(): boolean {
    return this.#lines.isForeign
  }

  /**
   * Reads what is new, and gives it on as text. False when this is another file than before, or less of it: then
   * everything has to be read again. Throws `NotBelow` when it may not be read.
   */
  async readOn(open: Open, take: (text: string) => void, giveWay: GiveWay): Promise<boolean> {
    const file = open(this.path)
    try {
      if (!this.#isSame(file)) return false
      this.#changedAt = file.stats.mtimeMs
      const { size } = file.stats
      let hasGrown = false
      while (this.#at < size) {
        const part = Buffer.allocUnsafe(Math.min(PART_BYTES, size - this.#at))
        const read = readSync(file.fd, part, 0, part.length, this.#at)
        if (read === 0) break
        await this.#took(part.subarray(0, read), take)
        hasGrown = true
        await giveWay()
      }
      if (hasGrown) give(this.#lines.end(), take)
      return true
    } finally {
      closeSync(file.fd)
    }
  }

  async #took(part: Buffer, take: (text: string) => void): Promise<void> {
    this.#at += part.length
    this.#mark = Buffer.concat([this.#mark, part.subarray(-MARK_BYTES)]).subarray(-MARK_BYTES)
    // The beginning of a character waits for its end.
    for (const slice of slices(this.#decoder.write(part))) {
      give(this.#lines.push(slice), take)
      await nextTurn()
    }
  }

  /** Also a file that was emptied and written again may be as long as before. */
  #isSame({ fd, stats }: OpenFile): boolean {
    const inode = `${stats.dev}:${stats.ino}`
    this.#inode ??= inode
    if (this.#inode !== inode || stats.size < this.#at) return false
    // Something was written, and it did not grow.
    if (this.#at > 0 && stats.size === this.#at && stats.mtimeMs !== this.#changedAt) return false
    const there = Buffer.alloc(this.#mark.length)
    const from = this.#at - there.length
    return readSync(fd, there, 0, there.length, from) === there.length && there.equals(this.#mark)
  }
}

/** A text in slices of so many lines: what a line costs depends on what is in it, and other files wait meanwhile. */
function* slices(text: string): Generator<string> {
  let from = 0
  let lines = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    if (++lines % SLICE_LINES !== 0) continue
    yield text.slice(from, at + 1)
    from = at + 1
  }
  if (from < text.length) yield text.slice(from)
}

function give(text: string, take: (text: string) => void): void {
  if (text !== '') take(text)
}
