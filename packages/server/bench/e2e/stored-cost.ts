import path from 'node:path'
import { openForReading } from '../../src/storage/database'
import type { BenchServer } from '../bench-server'

/** What is in a server's database, and how often it was written to. */
export interface Stored {
  readonly facts: number
  readonly rows: number
  /** Of journal and tables; the full-text index and the records of agents apart. */
  readonly bytes: number
  readonly recordBytes: number
  readonly batches: number
}

const INDEX = /^(search_|sqlite_|__drizzle)/
const RECORDS = /rollout/

export async function storedBy({ folder, url, token }: BenchServer): Promise<Stored> {
  const response = await fetch(`${url}/api/metrics`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const metrics = await response.text()
  const batches = Number(/^crewroom_commit_seconds_count (\d+)/m.exec(metrics)?.[1])
  const db = openForReading(path.join(folder, 'crewroom.sqlite'))
  try {
    const tables = db
      .prepare("select name from sqlite_master where type = 'table'")
      .pluck()
      .all() as string[]
    const count = (table: string) =>
      db.prepare(`select count(*) from "${table}"`).pluck().get() as number
    let rows = 0
    for (const table of tables) if (!INDEX.test(table)) rows += count(table)
    const payloads = db
      .prepare(
        'select m.tbl_name as name, sum(s.payload) as bytes from dbstat s join sqlite_master m on m.name = s.name group by m.tbl_name',
      )
      .all() as { name: string; bytes: number }[]
    const bytesOf = (isWanted: (name: string) => boolean) =>
      payloads.filter(({ name }) => isWanted(name)).reduce((sum, { bytes }) => sum + bytes, 0)
    return {
      facts: count('journal'),
      rows,
      bytes: bytesOf((name) => !INDEX.test(name) && !RECORDS.test(name)),
      recordBytes: bytesOf((name) => RECORDS.test(name)),
      batches,
    }
  } finally {
    db.close()
  }
}
