import type * as z from 'zod'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { searchTranscripts } from '@crewroom/shared/protocol/routes/transcripts'
import type { SecretMask } from '../journal/ports/mask-port'
import { FollowedFile, type GiveWay } from './followed-file'
import { MaskedLines } from './masked-lines'
import { NotBelow, type Open } from '../open-below'
import type { SessionFile } from './session-files'

export type FoundFiles = z.output<typeof searchTranscripts.reply>
type Hit = FoundFiles['hits'][number]

/** So much of the files is read for one search, the newest ones first. */
const MOST_BYTES = 1024 * 1024 * 1024
/** So much of the text is shown before the words, and after them. */
const AROUND = 80

/** Texts of records that people see: not ids, signatures and the data of images. */
const UNSEEN: ReadonlySet<string> = new Set([
  'uuid',
  'parentUuid',
  'leafUuid',
  'messageId',
  'sessionId',
  'requestId',
  'id',
  'tool_use_id',
  'type',
  'userType',
  'timestamp',
  'version',
  'cwd',
  'gitBranch',
  'signature',
  'data',
  // The same as in the record's message, once more.
  'toolUseResult',
])

/** Which sessions have these words, whatever their case, and how often. */
export async function searchFiles(
  files: readonly SessionFile[],
  open: Open,
  { words, limit }: { readonly words: string; readonly limit: number },
  mask: SecretMask,
  giveWay: GiveWay,
): Promise<FoundFiles> {
  const hits: Hit[] = []
  let bytes = 0
  let isAll = true
  for (const file of files) {
    if (file.bytes > LIMITS.transcriptBytes) {
      isAll = false
      continue
    }
    bytes += file.bytes
    if (hits.length === limit || bytes > MOST_BYTES) return { hits, hasMore: true }
    const found = await searchFile(file, open, words.toLowerCase(), mask, giveWay)
    if (found) hits.push(found)
  }
  return { hits, hasMore: !isAll }
}

async function searchFile(
  { id, path }: SessionFile,
  open: Open,
  words: string,
  mask: SecretMask,
  giveWay: GiveWay,
): Promise<Hit | null> {
  const search = new LineSearch(words)
  const lines = new MaskedLines(mask, (line) => search.mayHave(line))
  try {
    await new FollowedFile(path, lines).readOn(open, (text) => search.take(text), giveWay)
  } catch (error) {
    // Gone since it was found: nothing is found in it.
    if (!(error instanceof NotBelow)) throw error
  }
  return search.first && { id, count: search.count, ...search.first }
}

/** Whole lines of records. */
class LineSearch {
  count = 0
  first: Omit<Hit, 'id' | 'count'> | null = null
  readonly #words: string
  /** As JSON has them: a line without these has the words nowhere. */
  readonly #escaped: string

  constructor(words: string) {
    this.#words = words
    this.#escaped = JSON.stringify(words).slice(1, -1)
  }

  mayHave(line: string): boolean {
    // Some programs write signs as numbers: only reading such a line tells.
    return line.toLowerCase().includes(this.#escaped) || line.includes(String.raw`\u`)
  }

  /** Lines that may have the words. */
  take(text: string): void {
    for (const line of text.split('\n')) {
      if (line === '') continue
      try {
        this.#look(JSON.parse(line) as unknown)
      } catch {
        // A line that cannot be read is shown to nobody.
      }
    }
  }

  #look(value: unknown): void {
    if (typeof value === 'string') this.#lookAt(value)
    else if (Array.isArray(value)) for (const item of value) this.#look(item)
    else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) if (!UNSEEN.has(key)) this.#look(item)
    }
  }

  #lookAt(text: string): void {
    const lower = text.toLowerCase()
    // In some languages another case is of another length: then only the place of the words is not exact.
    for (let at = lower.indexOf(this.#words); at >= 0; at = lower.indexOf(this.#words, at + 1)) {
      this.count++
      this.first ??= {
        before: text.slice(Math.max(0, at - AROUND), at).toWellFormed(),
        match: text.slice(at, at + this.#words.length).toWellFormed(),
        after: text
          .slice(at + this.#words.length)
          .slice(0, AROUND)
          .toWellFormed(),
      }
    }
  }
}
