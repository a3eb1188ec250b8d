import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { assertFile, makeFolder, makePrivateFile, narrow, writePrivately } from './durable-files'
import { COPIES_BEFORE, copiesIn } from './copies-before'

const ServerFile = z.object({
  url: z.string(),
  token: z.string(),
  observerToken: z.string(),
  /** By which the server proves that it wrote this file; servers of earlier versions have none. */
  proofKey: z.string().optional(),
  /** By which its own files know it; servers of earlier versions have none. */
  runId: z.string().optional(),
  pid: z.number().int(),
  version: z.string(),
  startedAt: z.string(),
})
export type ServerFile = z.infer<typeof ServerFile>

/** The files of an installation. Only its user may read them. */
export class DataDir {
  readonly folder: string

  constructor(folder: string) {
    this.folder = path.resolve(folder)
  }

  /** Makes the folder with narrow rights, and what is locked. Only a server does: whoever looks for one leaves no trace. */
  prepare(): void {
    makeFolder(this.folder)
    this.assertFiles()
    if (this.#isOwn()) narrow(this.folder)
    // SQLite gives its side files the rights of the file beside which they lie: made first, with narrow ones.
    makePrivateFile(this.lock)
  }

  /** Throws when a folder, or anything else but a file, is in the place of one of its files. */
  assertFiles(): void {
    const { database, lock, tokens, handMarks } = this
    for (const file of [database, `${database}-wal`, lock, tokens, handMarks, this.#serverFile]) {
      if (existsSync(file)) assertFile(file)
    }
  }

  /** Whether nothing is in it but ours: a folder that somebody gave to work in keeps the rights it has. */
  #isOwn(): boolean {
    const ours = [this.lock, this.database, this.tokens].map((file) => path.basename(file))
    const names = readdirSync(this.folder)
    return names.length === 0 || names.some((name) => ours.includes(name))
  }

  /** Makes the database, still empty. */
  prepareDatabase(): void {
    makePrivateFile(this.database)
  }

  get database(): string {
    return path.join(this.folder, 'crewroom.sqlite')
  }

  get lock(): string {
    return path.join(this.folder, 'lock.sqlite')
  }

  /** Owner and observer token. Written when the database has its tables: a folder with this file is not new. */
  get tokens(): string {
    return path.join(this.folder, 'tokens.json')
  }

  /** What agents were handed: as good as the run of the server that wrote it. */
  get handMarks(): string {
    return path.join(this.folder, 'hand-marks')
  }

  /** The working folders that the person chose, as they were then. */
  get workFolders(): string {
    return path.join(this.folder, 'work-folders.json')
  }

  /** Group chats as files, a folder for each workspace. */
  get workspaces(): string {
    return path.join(this.folder, 'workspaces')
  }

  /** Contents of the files of groups: a folder for each group. */
  get groupFiles(): string {
    return path.join(this.folder, 'files')
  }

  /** Copies of the database from before it was brought up to date. */
  get wayBack(): string {
    return path.join(this.folder, COPIES_BEFORE)
  }

  /** Names of these copies, the oldest first. */
  copiesBefore(): string[] {
    return copiesIn(this.wayBack)
  }

  /** Imports that are tried and on their way in. */
  get imports(): string {
    return path.join(this.folder, 'imports')
  }

  get #serverFile(): string {
    return path.join(this.folder, 'server.json')
  }

  announce(server: ServerFile): void {
    writePrivately(this.#serverFile, `${JSON.stringify(server, null, 2)}\n`)
  }

  withdraw(): void {
    rmSync(this.#serverFile, { force: true })
  }

  /** The server that says it uses this directory, or null. A file whose process is gone counts as none. */
  runningServer(): ServerFile | null {
    const last = this.lastServer()
    return last && isAlive(last.pid) ? last : null
  }

  /** The server that used this directory last and has not ended in order, whether it runs or not; or null. */
  lastServer(): ServerFile | null {
    if (!statSync(this.#serverFile, { throwIfNoEntry: false })?.isFile()) return null
    const parsed = ServerFile.safeParse(jsonOf(readFileSync(this.#serverFile, 'utf8')))
    return parsed.success ? parsed.data : null
  }
}

/** What a JSON text says; undefined when it is none. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Not ours to signal, but there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
