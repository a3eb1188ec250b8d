import type { Envelope } from '../journal/facts'
import type { Sqlite } from './database'

/** As the staged file is called beside the tables. */
export const STAGED = 'staged'
/** The crew itself: it comes with the fact that it is here. */
const CREW = 'leads'
/** Tables in which the history of a group is: the journal first. */
const HISTORY = ['journal', 'chat_group_messages', 'chat_group_reactions', 'message_versions']
/** Rows of one slice. */
const ROWS = 200

interface Table {
  readonly name: string
  readonly columns: readonly string[]
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
          `insert into main.${name} (${listed(columns)}) select ${listed(columns)} from ${STAGED}.${name} where rowid > ? and rowid <= ?`,
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

  /**
   * Brings the history of a group, all of it, in the transaction of the fact that the group is here: numbered so that
   * this fact follows it, and as one act with it.
   */
  bring({ leadId, seq, staged = 0, at, actor, cause }: Envelope, batchId: number): void {
    const stamps: Readonly<Record<string, unknown>> = {
      at,
      actor: JSON.stringify(actor),
      cause: JSON.stringify(cause),
      batch_id: batchId,
    }
    for (const { name, columns } of this.#tables) {
      if (!HISTORY.includes(name)) continue
      const isJournal = name === HISTORY[0]
      const values = columns.map((column) =>
        column === 'seq'
          ? `"seq" + :offset`
          : isJournal && column in stamps
            ? `:${column}`
            : `"${column}"`,
      )
      const own = columns.includes('lead_id') ? 'lead_id = :leadId' : ':leadId is not null'
      const into = columns.map((column) => `"${column}"`).join(', ')
      const { changes } = this.#sqlite
        .prepare(
          `insert into main.${name} (${into}) select ${values.join(', ')} from ${STAGED}.${name} where ${own}`,
        )
        .run({ leadId, offset: seq - 1 - staged, ...(isJournal ? stamps : {}) })
      if (isJournal && changes !== staged) throw new Error('the staged file has other facts')
    }
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
      if (/^(sqlite_|search_|judged_|__)/.test(name) || [CREW, 'shard'].includes(name)) return []
      if (!this.#sqlite.prepare(`select 1 from ${STAGED}.${name} limit 1`).get()) return []
      const info = this.#sqlite.pragma(`${STAGED}.table_info(${name})`) as {
        name: string
        pk: number
      }[]
      return [
        {
          name,
          columns: info.map((column) => column.name),
          keys: listed(info.filter(({ pk }) => pk > 0).map((column) => column.name)),
          hasCrew: info.some((column) => column.name === 'lead_id'),
        },
      ]
    })
  }
}

const listed = (columns: readonly string[]) => columns.map((name) => `"${name}"`).join(', ')
