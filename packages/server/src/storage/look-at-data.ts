import { existsSync, statSync } from 'node:fs'
import { assertFile } from '../durable-files'
import { openToLook, type Sqlite } from './database'
import { knownMigrations } from './migrate'

/** What a database file is, for this version. */
export type Look =
  | { readonly kind: 'missing' | 'empty' }
  /** `outdated`: the next start brings it up to date. */
  | { readonly kind: 'ours'; readonly outdated: boolean }
  | { readonly kind: 'newer'; readonly signs: string }
  | { readonly kind: 'foreign'; readonly tables: readonly string[] }

/** Version of the facts that this version writes. */
const FACTS_VERSION = 1
/** A newer version's facts are among the newest. */
const NEWEST_FACTS = 1_000

/** Looks at a database before anything is written to it. Throws what SQLite says of one that cannot be read. */
export function lookAt(file: string): Look {
  if (!existsSync(file)) return { kind: 'missing' }
  assertFile(file)
  // Not opened: SQLite takes away the log of a database that has no page.
  if (statSync(file).size === 0) return { kind: 'empty' }
  const sqlite = openToLook(file)
  try {
    return lookInto(sqlite)
  } finally {
    sqlite.close()
  }
}

function lookInto(sqlite: Sqlite): Look {
  const tables = sqlite
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
    .pluck()
    .all() as string[]
  if (tables.length === 0) return { kind: 'empty' }
  if (!tables.includes('__drizzle_migrations')) return { kind: 'foreign', tables }
  const applied = sqlite
    .prepare('select created_at from __drizzle_migrations')
    .pluck()
    .all() as number[]
  const known = knownMigrations()
  const unknown = applied.filter((when) => !known.includes(Number(when))).length
  if (unknown > 0) return { kind: 'newer', signs: counted(unknown, 'change', 'of its tables') }
  // No version has used it yet: one that does tells earlier ones by it to keep away.
  const format = sqlite.pragma('user_version', { simple: true }) as number
  if (format > 0) return { kind: 'newer', signs: `its format is ${format}` }
  if (!tables.includes('shard') || !hasRow(sqlite)) return { kind: 'empty' }
  const facts = newerFacts(sqlite)
  if (facts > 0) return { kind: 'newer', signs: counted(facts, 'fact', 'in it') }
  return { kind: 'ours', outdated: applied.length < known.length }
}

/** The row that a first start ends its work on the tables with. */
function hasRow(sqlite: Sqlite): boolean {
  return sqlite.prepare('select 1 from shard').get() !== undefined
}

function newerFacts(sqlite: Sqlite): number {
  return sqlite
    .prepare(
      `select count(*) from (select v from journal order by rowid desc limit ${NEWEST_FACTS}) where v > ${FACTS_VERSION}`,
    )
    .pluck()
    .get() as number
}

function counted(count: number, noun: string, where: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'} ${where} ${count === 1 ? 'is' : 'are'} unknown here`
}
