import { sql } from 'drizzle-orm'
import type { Sqlite } from './database'
import { JOURNAL_BYTES } from './journal-bytes'
import type { ProjectionContext } from './projections/projection'

/** So many rows are written again at once: fewer would fill up pages that stay as they are. */
const SLICE_ROWS = 200
const SLICE_BYTES = 1024 * 1024
/** Rows that are gone among so many others are not worth writing those again. */
const WORTH = 0.05

const COLUMNS = ['lead_id', 'seq', 'type', 'v', 'at', 'actor', 'cause', 'data', 'batch_id']

interface Place {
  readonly row: number
  readonly at: string
  readonly bytes: number
}

/**
 * Rows that go one here and one there leave no page: SQLite joins pages that are less than a third full. So the rows that
 * stay are taken out and put back as they were, and come to be side by side. They are those of all crews, as they were
 * stored, each once: up to where is noted with it.
 */
export class JournalPack {
  readonly #reads
  readonly #writes

  constructor(sqlite: Sqlite, { guard }: ProjectionContext) {
    this.#reads = {
      packed: sqlite.prepare<[], number>('select journal_packed from shard').pluck(),
      newest: sqlite.prepare<[], number>('select max(rowid) from journal').pluck(),
      places: sqlite.prepare<[number, number], Place>(
        `select rowid as row, at, ${JOURNAL_BYTES} as bytes from journal
         where rowid > ? order by rowid limit ?`,
      ),
      rows: sqlite.prepare<[number, number], Record<string, unknown>>(
        `select rowid as row, ${COLUMNS.join()} from journal
         where rowid > ? and rowid <= ? order by rowid`,
      ),
    }
    const write = (text: string, names: readonly string[]) =>
      guard({ toSQL: () => ({ sql: text, params: names.map((name) => sql.placeholder(name)) }) })
    this.#writes = {
      take: write('delete from journal where rowid > ? and rowid <= ?', ['from', 'to']),
      put: write(
        `insert into journal (rowid, ${COLUMNS.join()}) values (?${', ?'.repeat(COLUMNS.length)})`,
        ['row', ...COLUMNS],
      ),
      note: write('update shard set journal_packed = ?', ['to']),
    }
  }

  /** Some rows behind the horizon, inside a transaction. True when there are not enough of them left. */
  slice(before: string): boolean {
    const from = this.#from()
    const places = this.#reads.places.all(from, SLICE_ROWS)
    let [count, bytes, to] = [0, 0, from]
    for (const { row, at, bytes: own } of places) {
      if (at >= before) return true
      if (bytes >= SLICE_BYTES) break
      bytes += own
      count++
      to = row
    }
    if (count < SLICE_ROWS && bytes < SLICE_BYTES) return true
    if (to - from - count >= count * WORTH) {
      const rows = this.#reads.rows.all(from, to)
      this.#writes.take({ from, to })
      for (const row of rows) this.#writes.put(row)
    }
    this.#writes.note({ to })
    return false
  }

  /** `VACUUM` gives rows other numbers: then all of them are looked at again. */
  #from(): number {
    const packed = this.#reads.packed.get() ?? 0
    return packed > (this.#reads.newest.get() ?? 0) ? 0 : packed
  }
}
