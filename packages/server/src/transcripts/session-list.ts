import type * as z from 'zod'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { listTranscripts } from '@crewroom/shared/protocol/routes/transcripts'
import { totalsOf } from '@crewroom/shared/transcript/totals'
import type { TranscriptOf } from '@crewroom/shared/transcript/transcript'
import type { SecretMask } from '../journal/ports/mask-port'
import type { Books } from './books'
import type { GiveWay } from './followed-file'
import { type Glance, glanceAt } from './glance'
import { idOf, lookAtRoots, type Root } from './roots'
import { type Open, openBelow } from '../open-below'
import { findSessionFiles, lastChangeOf, type SessionFile } from './session-files'
import { isStill } from './still-file'

export type TranscriptList = z.output<typeof listTranscripts.reply>
type Project = TranscriptList['projects'][number]

/** By the id of a file, as it was when it was looked at. */
type Glances = Map<string, { readonly identity: string; readonly glance: Glance | null }>

/** Files that are looked into before other work has its turn. */
const LOOKS_AT_ONCE = 16

/** The sessions below the roots. What a look into a file told is kept until the file changes. */
export class SessionList {
  readonly #paths: readonly string[]
  readonly #giveWay: GiveWay
  #files = new Map<string, SessionFile>()
  #glances: Glances = new Map()
  #listing: Promise<TranscriptList> | null = null

  constructor(paths: readonly string[], giveWay: GiveWay) {
    this.#paths = paths
    this.#giveWay = giveWay
  }

  roots(): Root[] {
    return lookAtRoots(this.#paths)
  }

  /** Opens what is below the roots, as they are now. */
  readonly open: Open = (file) => openBelow(realOf(this.roots()), file)

  /** The file with this id, looked for again when it is not known (yet); null when there is none. */
  async fileOf(id: string): Promise<string | null> {
    if (!this.#files.has(id)) await this.newestFirst()
    return this.#files.get(id)?.path ?? null
  }

  /** The id of the newest file of this name; null when there is none. */
  async named(name: string): Promise<string | null> {
    const files = await this.newestFirst()
    return files.find((file) => file.name === name)?.id ?? null
  }

  async newestFirst(): Promise<SessionFile[]> {
    const files = await findSessionFiles(this.roots(), this.#giveWay)
    this.#files = new Map(files.map((file) => [file.id, file]))
    return files.toSorted((one, other) => other.changedAt - one.changedAt)
  }

  /** Those who ask while it is made get the same. */
  list(books: Books, mask: SecretMask): Promise<TranscriptList> {
    this.#listing ??= this.#list(books, mask).finally(() => (this.#listing = null))
    return this.#listing
  }

  async #list(books: Books, mask: SecretMask): Promise<TranscriptList> {
    const roots = this.roots()
    const files = await this.newestFirst()
    const listed = files.slice(0, LIMITS.transcriptsListed)
    const real = realOf(roots)
    const open: Open = (file) => openBelow(real, file)
    const projects = new Map<string, Project>()
    const glances: Glances = new Map()
    for (const [n, file] of listed.entries()) {
      if (n % LOOKS_AT_ONCE === LOOKS_AT_ONCE - 1) await this.#giveWay()
      const before = this.#glances.get(file.id)
      const known =
        before?.identity === file.identity
          ? before
          : { identity: file.identity, glance: glanceAt(open, file.path, mask) }
      glances.set(file.id, known)
      const project = projects.get(file.folder) ?? newProject(file.folder)
      projects.set(file.folder, project)
      project.sessions.push(sessionOf(file, known.glance, books))
    }
    this.#glances = glances
    return {
      roots: roots.map(({ path, problem }) => ({ path, problem })),
      why: files.length === 0 ? why(roots) : null,
      more: files.length - listed.length,
      projects: [...projects.values()],
    }
  }

  /** With another mask, titles may be others. */
  forget(): void {
    this.#listing = null
    this.#glances.clear()
  }
}

function realOf(roots: readonly Root[]): string[] {
  return roots.flatMap(({ real }) => real ?? [])
}

function newProject(folder: string): Project {
  return { id: idOf(folder), path: folder, sessions: [] }
}

function sessionOf(file: SessionFile, glance: Glance | null, books: Books): Project['sessions'][0] {
  const book = books.known(file.id)
  // What was read of another state of the file tells nothing.
  const read = book?.session.ownBytes === file.bytes ? book.book : null
  const known = read?.session ?? glance
  const goesOn = known?.ongoing ?? null
  // A look into the folder of its sub-agents is only needed where it decides.
  const rests = goesOn === true && isStill(file.changedAt)
  const changedAt = rests ? lastChangeOf(file.path) : file.changedAt
  return {
    id: file.id,
    file: file.name,
    bytes: file.bytes,
    updatedAt: new Date(changedAt).toISOString(),
    title: known?.title || null,
    model: known?.model ?? null,
    branch: known?.branch ?? null,
    items: read?.conversation.items.length ?? null,
    ...sumsOf(read),
    ongoing: isStill(changedAt) ? false : goesOn,
  }
}

function why(roots: readonly Root[]): string {
  const [first] = roots
  if (!first) {
    return 'No folder is set up for transcripts: name some in the setting transcripts.roots, and restart Crewroom.'
  }
  if (roots.every(({ problem }) => problem !== null)) {
    return `There is no folder to look in: ${roots.map(({ path, problem }) => `${path}: ${problem}`).join('; ')}. The setting transcripts.roots names others.`
  }
  return `There is no session in ${roots.map(({ path }) => path).join(', ')} yet.`
}

/** What a whole transcript adds up to; nobody knows it before it was read. */
function sumsOf(read: TranscriptOf | null) {
  if (read === null)
    return { tokens: null, durationMs: null, subagents: null, errors: null, sums: null }
  const { totalTokens, durationMs } = read.metrics
  const { subagents, errors } = totalsOf(read.conversation, read)
  return { tokens: totalTokens, durationMs, subagents, errors, sums: read.sums }
}
