import Database from 'better-sqlite3'
import { makePrivateFile } from '../durable-files'
import type { StorageFailure } from '../journal/ports/append-port'
import { openToLook, type Sqlite } from './database'

/** How much of a crew there is, to compare a copy with what it was made from. */
export interface Counts {
  readonly crews: number
  readonly agents: number
  readonly groups: number
  readonly messages: number
  readonly facts: number
}

/** A content that a file or picture of a group has: its place below the folder of contents. */
export interface NamedContent {
  readonly groupId: string
  readonly sha256: string
}

const COUNTED: Readonly<Record<keyof Counts, string>> = {
  crews: 'leads',
  agents: 'agents',
  groups: 'chat_groups',
  messages: 'chat_group_messages',
  facts: 'journal',
}

/** Pages that are copied before the event loop has its turn: a signal is answered, and the copy goes on fast. */
const PAGES = 2_048

/**
 * A database as it was at one moment, while its server goes on writing: a reader in WAL mode keeps what it began
 * with, and no writer waits for it. The log grows meanwhile, by what is written.
 */
export class DatabaseMoment {
  readonly #sqlite: Sqlite

  constructor(file: string) {
    this.#sqlite = openToLook(file)
    try {
      this.#sqlite.exec('BEGIN')
      // The moment is that of the first read.
      this.#sqlite.prepare('select 1 from sqlite_master').get()
    } catch (error) {
      this.#sqlite.close()
      throw error
    }
  }

  /** Gives this moment up for the present one. */
  renew(): void {
    this.#sqlite.exec('COMMIT; BEGIN')
    this.#sqlite.prepare('select 1 from sqlite_master').get()
  }

  counts(): Counts {
    return countsOf(this.#sqlite)
  }

  /** Every content that a file has which is there. */
  contents(): NamedContent[] {
    if (!hasTable(this.#sqlite, 'group_files')) return []
    return this.#sqlite
      .prepare<[], NamedContent>(
        `select distinct chat_groups.id as groupId, group_files.sha256 as sha256
         from group_files join chat_groups
           on chat_groups.lead_id = group_files.lead_id and chat_groups.name = group_files.group_name
         where group_files.removed_seq is null
         order by 1, 2`,
      )
      .all()
  }

  /** Copies it page by page with SQLite's own backup. */
  async copyTo(file: string, signal: AbortSignal): Promise<void> {
    // SQLite makes its files readable for others.
    makePrivateFile(file)
    await this.#sqlite.backup(file, {
      progress: () => {
        signal.throwIfAborted()
        return PAGES
      },
    })
  }

  [Symbol.dispose](): void {
    this.#sqlite.close()
  }
}

/** What is wrong with a copy, by all of SQLite's own checks; null when it is whole and has as much as was copied. */
export function copyProblem(file: string, wanted: Counts): StorageFailure | null {
  const sqlite = new Database(file, { fileMustExist: true })
  try {
    const first = sqlite.pragma('integrity_check(1)', { simple: true }) as string
    if (first !== 'ok') return { code: 'SQLITE_CORRUPT', message: first }
    const found = countsOf(sqlite)
    return JSON.stringify(found) === JSON.stringify(wanted)
      ? null
      : {
          code: 'SQLITE_CORRUPT',
          message: `the copy has ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`,
        }
  } finally {
    sqlite.close()
  }
}

/**
 * Gives a database that was restored a new epoch: whoever followed the one before may have seen what is not in this
 * one, and takes everything afresh.
 */
export function renewEpoch(file: string, epoch: string): void {
  const sqlite = new Database(file, { fileMustExist: true })
  try {
    sqlite.pragma('synchronous = FULL')
    sqlite.prepare('update shard set epoch = ?').run(epoch)
    sqlite.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    sqlite.close()
  }
}

function countsOf(sqlite: Sqlite): Counts {
  const counted = Object.entries(COUNTED).map(([name, table]) => [
    name,
    hasTable(sqlite, table) ? sqlite.prepare(`select count(*) from ${table}`).pluck().get() : 0,
  ])
  return Object.fromEntries(counted) as Counts
}

function hasTable(sqlite: Sqlite, name: string): boolean {
  return (
    sqlite.prepare("select 1 from sqlite_master where type = 'table' and name = ?").get(name) !==
    undefined
  )
}
