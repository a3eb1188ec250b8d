import { readFileSync } from 'node:fs'
import Database from 'better-sqlite3'

export const MIGRATIONS = new URL('../../drizzle/', import.meta.url)

/** The first `count` migrations, as an older version ran them. */
export function olderDatabase(count: number, file = ':memory:'): Database.Database {
  const sqlite = new Database(file)
  sqlite.exec(
    'create table __drizzle_migrations (id integer primary key, hash text not null, created_at numeric)',
  )
  const journal = JSON.parse(readFileSync(new URL('meta/_journal.json', MIGRATIONS), 'utf8')) as {
    entries: { tag: string; when: number }[]
  }
  for (const { tag, when } of journal.entries.slice(0, count)) {
    const text = readFileSync(new URL(`${tag}.sql`, MIGRATIONS), 'utf8')
    for (const statement of text.split('--> statement-breakpoint')) sqlite.exec(statement)
    sqlite
      .prepare('insert into __drizzle_migrations (hash, created_at) values (?, ?)')
      .run(tag, when)
  }
  return sqlite
}
