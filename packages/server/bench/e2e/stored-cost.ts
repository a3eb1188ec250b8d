import path from 'node:path'
import { openForReading, type Sqlite } from '../../src/storage/database'
import type { BenchServer } from '../bench-server'
import { metricsOf } from './server-metrics'

/** What is in a database. */
export interface Stored {
  readonly facts: number
  /** Of journal and tables; the full-text index and the records of agents apart. */
  readonly rows: number
  readonly bytes: number
  readonly recordRows: number
  readonly recordBytes: number
}

/** What one message left there, and how often the writer was called for it. */
export interface Cost extends Stored {
  readonly batches: number
}

const INDEX = /^(search_|sqlite_|__drizzle)/
const RECORDS = /rollout/

export function storedIn(db: Sqlite): Stored {
  const tables = db
    .prepare("select name from sqlite_master where type = 'table'")
    .pluck()
    .all() as string[]
  const count = (table: string) =>
    db.prepare(`select count(*) from "${table}"`).pluck().get() as number
  const isOurs = (name: string) => !INDEX.test(name) && !RECORDS.test(name)
  const isRecord = (name: string) => RECORDS.test(name)
  const rowsOf = (isWanted: (name: string) => boolean) =>
    tables.filter(isWanted).reduce((sum, table) => sum + count(table), 0)
  const payloads = db
    .prepare(
      'select m.tbl_name as name, sum(s.payload) as bytes from dbstat s join sqlite_master m on m.name = s.name group by m.tbl_name',
    )
    .all() as { name: string; bytes: number }[]
  const bytesOf = (isWanted: (name: string) => boolean) =>
    payloads.filter(({ name }) => isWanted(name)).reduce((sum, { bytes }) => sum + bytes, 0)
  return {
    facts: count('journal'),
    rows: rowsOf(isOurs),
    bytes: bytesOf(isOurs),
    recordRows: rowsOf(isRecord),
    recordBytes: bytesOf(isRecord),
  }
}

/** All that a server has stored so far. */
export async function costSoFar(server: BenchServer): Promise<Cost> {
  const { batches } = await metricsOf(server)
  const db = openForReading(path.join(server.folder, 'crewroom.sqlite'))
  try {
    return { ...storedIn(db), batches }
  } finally {
    db.close()
  }
}

export function costPerMessage(before: Cost, after: Cost, messages: number): Cost {
  const per = (what: keyof Cost) => (after[what] - before[what]) / messages
  return {
    facts: per('facts'),
    rows: per('rows'),
    bytes: per('bytes'),
    recordRows: per('recordRows'),
    recordBytes: per('recordBytes'),
    batches: per('batches'),
  }
}
