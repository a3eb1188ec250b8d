import { rmSync } from 'node:fs'
import path from 'node:path'
import { openForReading, openForWriting, type Sqlite } from '../src/storage/database'
import { benchFolder } from './bench-crew'
import { IN_FLIGHT } from './in-flight'

type Row = readonly unknown[]
/** Rows of one table, in the order in which they were written. */
interface Written {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: readonly Row[]
}

/** What a raw program would commit one after the other for one operation. */
export type Phase = (table: string, row: Record<string, unknown>) => boolean

/** The index of the texts is built beside the batches, and the position is one row for all. */
const NOT_OURS = /^(search_|sqlite_|__drizzle|shard$)/

/** A copy of a database at one moment, and from then on the rows that come to the original. */
export class RowRecorder {
  readonly #db: Sqlite
  readonly #folder = benchFolder()
  readonly #marks: readonly { readonly table: string; readonly last: number }[]

  constructor(file: string) {
    this.#db = openForReading(file)
    this.#db.prepare('vacuum into ?').run(this.#copy)
    const tables = this.#db
      .prepare("select name from sqlite_master where type = 'table'")
      .pluck()
      .all() as string[]
    this.#marks = tables
      .filter((table) => !NOT_OURS.test(table))
      .map((table) => ({
        table,
        last: this.#db
          .prepare(`select coalesce(max(rowid), 0) from ${table}`)
          .pluck()
          .get() as number,
      }))
  }

  get #copy(): string {
    return path.join(this.#folder, 'raw.sqlite')
  }

  /**
   * Seconds that the same rows take with prepared statements in the copy: those of 256 operations in each
   * fsynced transaction, as many as the product has in flight. `between` is what is read after the first phase.
   */
  replay(
    operations: number,
    phases: readonly Phase[],
    between: (db: Sqlite, n: number) => void,
  ): number {
    const written = this.#marks.flatMap(({ table, last }) => this.#since(table, last))
    const parts = phases.map((phase) => written.flatMap((one) => only(one, phase)))
    this.#db.close()
    const db = openForWriting(this.#copy)
    try {
      const position = db.prepare('update shard set position = position + 1 where id = 1')
      const inserts = parts.map((part) => part.map((one) => ({ ...one, put: insertInto(db, one) })))
      const began = performance.now()
      for (let from = 0; from < operations; from += IN_FLIGHT) {
        const to = Math.min(from + IN_FLIGHT, operations)
        for (const [phase, tables] of inserts.entries()) {
          db.exec('BEGIN IMMEDIATE')
          for (const { rows, put } of tables) {
            const each = rows.length / operations
            for (let at = Math.round(from * each); at < Math.round(to * each); at++)
              put(rows[at] ?? [])
          }
          position.run()
          db.exec('COMMIT')
          if (phase > 0 || phases.length === 1) continue
          for (let n = from; n < to; n++) between(db, n)
        }
      }
      return (performance.now() - began) / 1000
    } finally {
      db.close()
      rmSync(this.#folder, { recursive: true, force: true })
    }
  }

  #since(table: string, last: number): Written[] {
    const query = this.#db.prepare(`select * from ${table} where rowid > ? order by rowid`)
    const rows = query.raw().all(last) as Row[]
    return rows.length === 0
      ? []
      : [{ table, columns: query.columns().map(({ name }) => name), rows }]
  }
}

function only({ table, columns, rows }: Written, phase: Phase): Written[] {
  const wanted = rows.filter((row) =>
    phase(table, Object.fromEntries(columns.map((column, at) => [column, row[at]]))),
  )
  return wanted.length === 0 ? [] : [{ table, columns, rows: wanted }]
}

function insertInto(db: Sqlite, { table, columns }: Written): (row: Row) => void {
  const names = columns.map((name) => `"${name}"`).join(', ')
  const statement = db.prepare(
    `insert into ${table} (${names}) values (${columns.map(() => '?').join(', ')})`,
  )
  return (row) => void statement.run(...row)
}
