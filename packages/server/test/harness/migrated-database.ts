import Database from 'better-sqlite3'
import { orm, type Sqlite } from '../../src/storage/database'
import { migrate } from '../../src/storage/migrate'

let empty: Buffer | null = null

/** The bytes of a database with empty tables. To migrate a new one for every test would take a third of its time. */
export function migratedBytes(): Buffer {
  if (!empty) {
    const sqlite = new Database(':memory:')
    migrate(orm(sqlite))
    empty = sqlite.serialize()
    sqlite.close()
  }
  return empty
}

/** A database in memory with all tables and nothing in them. */
export function migratedDatabase(): Sqlite {
  return new Database(migratedBytes())
}
