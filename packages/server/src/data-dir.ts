import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import type { Ids } from './ids'

const ServerFile = z.object({
  url: z.string(),
  token: z.string(),
  observerToken: z.string(),
  pid: z.number().int(),
  version: z.string(),
  startedAt: z.string(),
})
export type ServerFile = z.infer<typeof ServerFile>

const Tokens = z.object({ owner: z.string().min(20), observer: z.string().min(20) })
type InstallTokens = z.infer<typeof Tokens>

/** The files of an installation. Only its user may read them. */
export class DataDir {
  readonly folder: string

  constructor(folder: string) {
    this.folder = path.resolve(folder)
  }

  /** Makes the folder and its files with narrow rights. Only a server does: whoever looks for one leaves no trace. */
  prepare(): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 })
    // SQLite gives its side files the rights of the file beside which they lie: made first, with narrow ones.
    for (const file of [this.database, this.lock]) {
      closeSync(openSync(file, 'a', 0o600))
      chmodSync(file, 0o600)
    }
  }

  get database(): string {
    return path.join(this.folder, 'crewroom.sqlite')
  }

  get lock(): string {
    return path.join(this.folder, 'lock.sqlite')
  }

  get #serverFile(): string {
    return path.join(this.folder, 'server.json')
  }

  /** Owner and observer token: made once, so that they survive restarts. */
  tokens(ids: Ids): InstallTokens {
    const file = path.join(this.folder, 'tokens.json')
    if (existsSync(file)) return Tokens.parse(JSON.parse(readFileSync(file, 'utf8')))
    const tokens = { owner: ids.secret(), observer: ids.secret() }
    writePrivately(file, JSON.stringify(tokens, null, 2))
    return tokens
  }

  announce(server: ServerFile): void {
    writePrivately(this.#serverFile, JSON.stringify(server, null, 2))
  }

  withdraw(): void {
    rmSync(this.#serverFile, { force: true })
  }

  /** The server that uses this directory now, or null. A file whose process is gone counts as none. */
  runningServer(): ServerFile | null {
    if (!existsSync(this.#serverFile)) return null
    const parsed = ServerFile.safeParse(jsonOf(readFileSync(this.#serverFile, 'utf8')))
    return parsed.success && isAlive(parsed.data.pid) ? parsed.data : null
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

/** Whoever reads the file sees the old one or the new one, whole, and never with wider rights. */
function writePrivately(file: string, text: string): void {
  const next = `${file}.${process.pid}.tmp`
  writeFileSync(next, `${text}\n`, { mode: 0o600 })
  chmodSync(next, 0o600)
  renameSync(next, file)
}
