import { existsSync, statSync } from 'node:fs'
import type BetterSqlite3 from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import Database from './sqlite-package'

export type Sqlite = BetterSqlite3.Database
export type Orm = ReturnType<typeof orm>

export function orm(sqlite: Sqlite) {
  return drizzle(sqlite)
}

/** The writing connection: WAL, and a commit returns only after fsync (better-sqlite3's own default is NORMAL). */
export function openForWriting(file: string): Sqlite {
  const sqlite = new Database(file)
  sqlite.pragma('journal_mode = WAL')
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('busy_timeout = 5000')
  sqlite.pragma('temp_store = MEMORY')
  // What is deleted is overwritten, and not only forgotten.
  sqlite.pragma('secure_delete = ON')
  return sqlite
}

/** A connection that cannot write, so that what it reads is durable by construction. */
export function openForReading(file: string): Sqlite {
  const sqlite = new Database(file, { readonly: true, fileMustExist: true })
  sqlite.pragma('busy_timeout = 5000')
  sqlite.pragma('mmap_size = 268435456')
  return sqlite
}

/**
 * A connection for a look at a database that no server may be using: it changes nothing. Where no log waits, a
 * read-only connection would leave an empty one behind and a writing one takes its own away again; where one waits,
 * closing a writing one would move it into the database.
 */
export function openToLook(file: string): Sqlite {
  // What a transaction was broken off in, before there was a log, must be taken back before anything can be read.
  const readonly = isFilled(`${file}-wal`) && !isFilled(`${file}-journal`)
  const sqlite = new Database(file, { readonly, fileMustExist: true })
  sqlite.pragma('busy_timeout = 5000')
  sqlite.pragma('query_only = ON')
  return sqlite
}

function isFilled(file: string): boolean {
  return existsSync(file) && statSync(file).size > 0
}
