import { createRequire } from 'node:module'
import path from 'node:path'

const ofServer = createRequire(new URL('../../../package.json', import.meta.url))
/** The first Node.js that better-sqlite3 itself runs on is 22; for an older one another version is installed beside it. */
const OF_NODE_22 = 127
const SQLITE =
  Number(process.versions.modules) < OF_NODE_22 ? 'better-sqlite3-node20' : 'better-sqlite3'

type Row = Record<string, unknown>
type Database = new (
  file: string,
  options: { readonly readonly: true },
) => { prepare(sql: string): { all(): Row[] }; close(): void }

interface Stored {
  /** Every envelope, in the order in which they were stored. */
  readonly journal: readonly Row[]
  /** Every table and virtual table with its columns, every index and trigger. */
  readonly tables: Readonly<Record<string, unknown>>
  /** The rows of every table but the journal, in the order in which they were stored. */
  readonly rows: Readonly<Record<string, readonly Row[]>>
}

/** The file of a server that is stopped. */
export function storedIn(data: string): Stored {
  const Sqlite = ofServer(SQLITE) as Database
  const database = new Sqlite(path.join(data, 'crewroom.sqlite'), { readonly: true })
  const all = (sql: string) => database.prepare(sql).all()
  try {
    const master = all('select type, name, tbl_name, sql from sqlite_master order by name')
    const names = master
      .filter(({ type }) => type === 'table')
      .map(({ name }) => `${name as string}`)
    const rowsOf = (name: string) => all(`select * from "${name}" order by rowid`).map(readable)
    return {
      journal: rowsOf('journal'),
      tables: Object.fromEntries(
        names.map((name) => {
          const others = master.filter(({ tbl_name: of, type }) => of === name && type !== 'table')
          return [
            name,
            {
              columns: Object.fromEntries(
                all(`pragma table_xinfo("${name}")`).map(({ name: column, cid: _, ...of }) => [
                  column,
                  of,
                ]),
              ),
              others: Object.fromEntries(others.map(({ name: other, sql }) => [other, sql])),
              // Columns do not say how a virtual table is made.
              ...(IS_SEARCH.test(name) ? { sql: sqlOf(master, name) } : {}),
            },
          ]
        }),
      ),
      rows: Object.fromEntries(
        names
          .filter((name) => name !== 'journal' && !IS_SEARCH.test(name))
          .map((name) => [name, rowsOf(name)]),
      ),
    }
  } finally {
    database.close()
  }
}

/** It is made of the others whenever somebody searches. */
const IS_SEARCH = /^search_/

const sqlOf = (master: readonly Row[], table: string) =>
  master.find(({ name }) => name === table)?.['sql']

/** What a column holds as JSON is compared key by key. */
function readable(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' && /^[{[]/.test(value) ? (JSON.parse(value) as unknown) : value,
    ]),
  )
}
