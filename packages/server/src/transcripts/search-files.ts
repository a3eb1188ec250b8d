import type * as z from 'zod'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { searchTranscripts } from '@crewroom/shared/protocol/routes/transcripts'
import type { TranscriptOf } from '@crewroom/shared/transcript/transcript'
import { createMask } from '../rollouts/secret-mask'
import { NotBelow, type Open } from '../open-below'
import { FollowedFile, type GiveWay } from './followed-file'
import { MaskedLines } from './masked-lines'
import { SearchedWords } from './searched-words'
import { type SessionFile, sizeOf, subagentFiles } from './session-files'
import { isOfSession } from './whose-subagent'

export type FoundFiles = z.output<typeof searchTranscripts.reply>
type Hit = FoundFiles['hits'][number]

export interface SearchPorts {
  readonly open: Open
  readonly giveWay: GiveWay
  /** What was read of a session before, up to date; null: it would have to be read. */
  readonly known: (id: string) => Promise<TranscriptOf | null>
  /** Reads a session for this alone. Throws a `CrewError` where it cannot be shown. */
  readonly read: (id: string) => Promise<TranscriptOf>
}

/** The most that one search does. */
export interface SearchBounds {
  /** So much of files is looked through for the words, the newest ones first. */
  readonly lookedAt: number
  /** So much of files that have them is read as transcripts. */
  readonly read: number
}
const BOUNDS: SearchBounds = { lookedAt: 1024 * 1024 * 1024, read: 256 * 1024 * 1024 }

/** Nothing of what is only looked through is given to anybody. */
const NO_MASK = createMask([])

interface Query {
  readonly words: string
  readonly limit: number
}

/** Which sessions have these words, and how often: where a transcript that is open finds them, also in its sub-agents. */
export async function searchFiles(
  files: readonly SessionFile[],
  ports: SearchPorts,
  { words, limit }: Query,
  bounds: SearchBounds = BOUNDS,
): Promise<FoundFiles> {
  const wanted = new SearchedWords(words)
  const hits: Hit[] = []
  let { lookedAt, read } = bounds
  let unreached = 0
  for (const [n, file] of files.entries()) {
    if (hits.length === limit) {
      unreached += files.length - n
      break
    }
    let book = await ports.known(file.id)
    if (book === null) {
      const all = filesOf(file, ports.open)
      const bytes = all.reduce((sum, one) => sum + sizeOf(one), 0)
      lookedAt -= bytes
      if (bytes > LIMITS.transcriptBytes || lookedAt < 0) {
        unreached += 1
        continue
      }
      if (!(await mayHave(all, wanted, ports))) continue
      read -= bytes
      if (read < 0) {
        unreached += 1
        continue
      }
      try {
        book = await ports.read(file.id)
      } catch (error) {
        if (!(error instanceof CrewError)) throw error
        // A session that takes too much memory, or is being written again, may have them; no others.
        if (error.code === 'too_large' || error.code === 'busy') unreached += 1
        continue
      }
    }
    const { count, first } = book.count(words)
    if (first !== null) hits.push({ id: file.id, count, ...first })
    await ports.giveWay()
  }
  return { hits, hasMore: unreached > 0, unreached }
}

/** A session's own file and those of its sub-agents. */
function filesOf({ path, name }: SessionFile, open: Open): readonly string[] {
  const { own, beside } = subagentFiles(path)
  return [path, ...own, ...beside.filter((file) => isOfSession(open, file, name))]
}

/** The rest of a file need not be looked at. */
const FOUND = new Error('found')

/** Looks through the files as they are, which is many times faster than reading them as a transcript. */
async function mayHave(
  files: readonly string[],
  wanted: SearchedWords,
  { open, giveWay }: SearchPorts,
): Promise<boolean> {
  const missing = wanted.missing()
  const way = async () => {
    if (missing.isEmpty) throw FOUND
    await giveWay()
  }
  for (const file of files) {
    if (missing.isEmpty) return true
    // No line is wanted: each is only looked at.
    const lines = new MaskedLines(NO_MASK, (line) => (missing.look(line), false))
    try {
      await new FollowedFile(file, lines).readOn(open, () => {}, way)
    } catch (error) {
      if (error === FOUND) return true
      // Gone since it was found: nothing is found in it.
      if (!(error instanceof NotBelow)) throw error
    }
  }
  return missing.isEmpty
}
