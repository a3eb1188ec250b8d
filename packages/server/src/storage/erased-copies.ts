import { sql } from 'drizzle-orm'
import type { Sqlite } from './database'
import { Forms } from './erased-text'
import type { ProjectionContext } from './projections/projection'

const p = sql.placeholder

/** Rows that are read at once. */
const ROWS = 50
/** Entries of a record are stored in their order, but not at once. */
const STORED_LATER_MS = 60_000

interface Copy {
  readonly row: number
  readonly leadId: string
  readonly at: string
  readonly text: string | null
  readonly data: string | null
}

/** Tables whose rows can hold copies of what others say; all other ones refer to it. */
const TABLES = [
  { name: 'rollout_entries', text: 'text', data: 'data', to: 'data' },
  {
    name: 'deliveries',
    text: 'null',
    data: `case when content like '{"form":"text"%' then content end`,
    to: 'content',
  },
]

/** Statements over these tables. */
export type CopyStatements = ReturnType<typeof copyStatements>

export function copyStatements(sqlite: Sqlite, { guard }: ProjectionContext) {
  const write = (text: string, ...names: string[]) =>
    guard({ toSQL: () => ({ sql: text, params: names.map((name) => p(name)) }) })
  return TABLES.map(({ name, text, data, to }) => ({
    read: sqlite.prepare<[number, number], Copy>(
      `select rowid as row, lead_id as leadId, at, ${text} as text, ${data} as data from ${name}
       where rowid < ? order by rowid desc limit ?`,
    ),
    change:
      text === 'null'
        ? write(`update ${name} set ${to} = ? where rowid = ?`, 'data', 'row')
        : write(`update ${name} set ${text} = ?, ${to} = ? where rowid = ?`, 'text', 'data', 'row'),
  }))
}

/** Puts a mark in the place of every copy of some texts of a crew, from the newest row on. */
export class ErasedCopies {
  readonly #statements: CopyStatements
  readonly #leadId: string
  readonly #forms: Forms
  /** Nothing earlier can hold a copy. */
  readonly #from: string
  #table = 0
  #below = Number.MAX_SAFE_INTEGER

  constructor(
    statements: CopyStatements,
    of: { readonly leadId: string; readonly since: string; readonly texts: readonly string[] },
  ) {
    this.#statements = statements
    this.#leadId = of.leadId
    this.#forms = new Forms(of.texts)
    this.#from = new Date(Date.parse(of.since) - STORED_LATER_MS).toISOString()
    if (this.#forms.areNone) this.#table = statements.length
  }

  /** A few rows, inside a transaction; true when none is left. */
  step(): boolean {
    const statements = this.#statements[this.#table]
    if (!statements) return true
    const rows = statements.read.all(this.#below, ROWS)
    for (const { row, leadId, at, text, data } of rows) {
      this.#below = row
      if (at < this.#from) break
      if (leadId !== this.#leadId) continue
      const values = {
        row,
        text: text && this.#forms.erasedText(text),
        data: data && this.#forms.erasedJson(data),
      }
      if (values.text !== text || values.data !== data) statements.change(values)
    }
    if (rows.length === ROWS && (rows.at(-1)?.at ?? '') >= this.#from) return false
    this.#table++
    this.#below = Number.MAX_SAFE_INTEGER
    return false
  }
}
