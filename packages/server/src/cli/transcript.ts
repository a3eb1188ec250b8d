import { createWriteStream, lstatSync, realpathSync, renameSync, rmSync, type Stats } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import type { Prices } from '@crewroom/shared/model/prices'
import { sessionDocument } from '@crewroom/shared/transcript/markdown-piece'
import type { TranscriptOf } from '@crewroom/shared/transcript/transcript'
import { StartRefused } from '../start-refused'
import { Ink } from '../terminal-colors'
import { everythingOf } from './transcript-details'
import { readSession } from './read-session'
import { transcriptLines } from './transcript-lines'
import { transcriptPage } from './transcript-page'

export interface TranscriptOptions {
  readonly file: string
  readonly json: boolean
  readonly markdown: boolean
  /** The page to write. */
  readonly html: string | null
  /** What models cost, as it is set up. */
  readonly prices: () => Promise<Prices>
  /** Replaces a page that is there. */
  readonly force: boolean
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly colors: boolean
  readonly columns: number
  readonly stdout: NodeJS.WritableStream
  readonly note: (line: string) => void
}

/** Shows a session's file: lines for a person, JSON for a program, or a page in a file. */
export async function showTranscript(options: TranscriptOptions): Promise<void> {
  const { file, json, markdown, html, force, stdout, note } = options
  if (json && markdown) {
    throw new StartRefused('--json and --markdown both print: choose one of them.')
  }
  if (html !== null) {
    if (json || markdown) {
      const flag = json ? '--json' : '--markdown'
      throw new StartRefused(`${flag} prints, and --html writes a page: choose one of them.`)
    }
    assertMayWrite(html, file, force)
  }
  const book = await readSession(file, options.environment, await options.prices())
  if (html === null) {
    const { colors, columns } = options
    const lines = () => transcriptLines(book, new Ink(colors), columns)
    await writeTo(stdout, json ? jsonOf(book) : markdown ? sessionDocument(book) : lines())
    return
  }
  await writeFile(html, transcriptPage(book))
  note(
    `Wrote ${html}. It contains what people and agents wrote, and what tools read: look at it before you pass it on.`,
  )
}

/** Never in the place of the session itself. A link is replaced, and not what it leads to. */
function assertMayWrite(place: string, session: string, force: boolean): void {
  if (place === '') throw new StartRefused('--html needs the name of the file to write.')
  const there = lookAt(place)
  if (there?.isDirectory()) {
    throw new StartRefused(`${place} is a folder. Name the file to write, such as ${path.join(place, 'session.html')}.`) // prettier-ignore
  }
  if (there && isSame(place, session)) {
    throw new StartRefused(`${place} is the session itself. Choose another file for the page.`)
  }
  if (there && !force) {
    throw new StartRefused(`${place} is there already. Choose another file, or add --force.`)
  }
}

function lookAt(place: string): Stats | undefined {
  return lstatSync(place, { throwIfNoEntry: false })
}

function isSame(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other)
  } catch {
    return false
  }
}

/** One object, item by item: the whole of a long session is nowhere twice. */
function* jsonOf(book: TranscriptOf): Iterable<string> {
  const { session, totals, metrics, sums } = book.page({ limit: 1 })
  const head = JSON.stringify({ session, totals, metrics, sums })
  yield `${head.slice(0, -1)},"items":[`
  let separator = '\n'
  for (const { group } of book.conversation.items) {
    yield `${separator}${JSON.stringify(everythingOf(book, group.id))}`
    separator = ',\n'
  }
  yield '\n]}\n'
}

/** Whole or not at all; only its user may read the file. */
async function writeFile(place: string, parts: Iterable<string>): Promise<void> {
  const next = `${place}.${process.pid}.tmp`
  const file = createWriteStream(next, { mode: 0o600, flags: 'wx' })
  try {
    await writeTo(file, parts)
    file.end()
    await finished(file)
    renameSync(next, place)
  } catch (error) {
    file.destroy()
    rmSync(next, { force: true })
    throw new StartRefused(
      `${place} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

/** No faster than it is taken. */
async function writeTo(to: NodeJS.WritableStream, parts: Iterable<string>): Promise<void> {
  await pipeline(Readable.from(parts), to, { end: false })
}
