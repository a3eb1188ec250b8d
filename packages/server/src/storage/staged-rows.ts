import type { Sqlite } from './database'
import { JUDGED } from './scratch-rows'

/** As the staged file is called beside the tables. */
export const STAGED = 'staged'
/** The crew itself: it comes with the fact that it is here. */
const CREW = 'leads'
/** Rows of one slice. */
const ROWS = 200

interface Table {
  readonly name: string
  readonly columns: string
  readonly keys: string
  readonly hasCrew: boolean
}

/** The rows of a staged file, on their way into the tables or back out of them. */
export class StagedRows {
  readonly file: string
  readonly #sqlite: Sqlite
  readonly #tables: readonly Table[]
  #table = 0
  #done = 0

  constructor(sqlite: Sqlite, file: string) {
    this.#sqlite = sqlite
    this.file = file
    sqlite.prepare(`attach ? as ${STAGED}`).run(file)
    this.#tables = this.#filled()
  }

  /** Begins with the first row again. */
  begin(): void {
    this.#table = 0
    this.#done = 0
  }

  /** Brings some rows into the tables; whether these were the last. Inside a transaction. */
  copy(): boolean {
    return this.#slice(({ name, columns }, from, to) => {
      this.#sqlite
        .prepare(
          `insert into main.${name} (${columns}) select ${columns} from ${STAGED}.${name} where rowid > ? and rowid <= ?`,
        )
        .run(from, to)
    })
  }

  /** Takes some rows out again, unless the crew is there. */
  remove(): boolean {
    const isHere = this.#sqlite
      .prepare(`select 1 from main.${CREW} where id in (select id from ${STAGED}.${CREW})`)
      .get()
    if (isHere) return true
    return this.#slice(({ name, keys, hasCrew }, from, to) => {
      const own = hasCrew ? `lead_id in (select id from ${STAGED}.${CREW}) and ` : ''
      this.#sqlite
        .prepare(
          `delete from main.${name} where ${own}(${keys}) in
             (select ${keys} from ${STAGED}.${name} where rowid > ? and rowid <= ?)`,
        )
        .run(from, to)
    })
  }

  detach(): void {
    this.#sqlite.exec(`detach ${STAGED}`)
  }

  #slice(act: (table: Table, from: number, to: number) => void): boolean {
    for (let table = this.#tables[this.#table]; table; table = this.#tables[++this.#table]) {
      const to = this.#sqlite
        .prepare<[number], number | null>(
          `select max(rowid) from (select rowid from ${STAGED}.${table.name} where rowid > ? order by rowid limit ${ROWS})`,
        )
        .pluck()
        .get(this.#done)
      if (typeof to !== 'number') {
        this.#done = 0
        continue
      }
      act(table, this.#done, to)
      this.#done = to
      return false
    }
    return true
  }

  /** Tables that have rows there. Those of this server alone, of its index and of its migrations have none of a crew. */
  #filled(): readonly Table[] {
    const names = this.#sqlite
      .prepare<[], string>(`select name from ${STAGED}.sqlite_schema where type = 'table'`)
      .pluck()
      .all()
    return names.flatMap((name) => {
      if (/^(sqlite_|search_|__)/.test(name) || [CREW, JUDGED, 'shard'].includes(name)) return []
      if (!this.#sqlite.prepare(`select 1 from ${STAGED}.${name} limit 1`).get()) return []
      const info = this.#sqlite.pragma(`${STAGED}.table_info(${name})`) as {
        name: string
        pk: number
      }[]
      const listed = (all: typeof info) => all.map((column) => `"${column.name}"`).join(', ')
      return [
        {
          name,
          columns: listed(info),
          keys: listed(info.filter(({ pk }) => pk > 0)),
          hasCrew: info.some((column) => column.name === 'lead_id'),
        },
      ]
    })
  }
}
