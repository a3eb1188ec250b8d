import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate as drizzleMigrate } from 'drizzle-orm/better-sqlite3/migrator'
import type { Orm } from './database'

/** The generated migrations: beside dist in the package, two folders up in the sources. */
function migrationsFolder(): string {
  for (const candidate of ['../drizzle', '../../drizzle']) {
    const folder = fileURLToPath(new URL(candidate, import.meta.url))
    if (existsSync(folder)) return folder
  }
  throw Object.assign(
    new Error('the migrations (folder "drizzle") are missing from this installation'),
    { code: 'MIGRATIONS_MISSING' },
  )
}

/** What each migration that this version has is known by in a database, in order. */
export function knownMigrations(): readonly number[] {
  const file = path.join(migrationsFolder(), 'meta', '_journal.json')
  const { entries } = JSON.parse(readFileSync(file, 'utf8')) as { entries: { when: number }[] }
  return entries.map(({ when }) => when)
}

/** The database gets every migration that it lacks. */
export function migrate(orm: Orm): void {
  // Reading all migrations takes longer than a start may: mostly there is none to apply.
  if (newestApplied(orm) === knownMigrations().at(-1)) return
  drizzleMigrate(orm, { migrationsFolder: migrationsFolder() })
}

function newestApplied({ $client: sqlite }: Orm): number | null {
  const isMigrated = sqlite
    .prepare("select 1 from sqlite_master where type = 'table' and name = '__drizzle_migrations'")
    .get()
  if (!isMigrated) return null
  return sqlite.prepare('select max(created_at) from __drizzle_migrations').pluck().get() as
    | number
    | null
}
