import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { migrate as drizzleMigrate } from 'drizzle-orm/better-sqlite3/migrator'
import type { Orm } from './database'

/** The generated migrations: beside dist in the package, two folders up in the sources. */
function migrationsFolder(): string {
  for (const candidate of ['../drizzle', '../../drizzle']) {
    const folder = fileURLToPath(new URL(candidate, import.meta.url))
    if (existsSync(folder)) return folder
  }
  throw new Error('The migrations (folder "drizzle") are missing from this installation.')
}

export function migrate(orm: Orm): void {
  drizzleMigrate(orm, { migrationsFolder: migrationsFolder() })
}
