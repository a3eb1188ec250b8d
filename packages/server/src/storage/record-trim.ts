import { sql } from 'drizzle-orm'
import type { RecordLimits } from '../journal/ports/retention-port'
import type { Sqlite } from './database'
import type { ProjectionContext } from './projections/projection'
import { RECORD_BYTES } from './record-bytes'

/** One slice removes no more than this. */
const SLICE_ROWS = 200
const SLICE_BYTES = 1024 * 1024
/** Measuring reads the beginnings of rows only. */
const SLICE_MEASURED = 1_000

interface Row {
  readonly row: number
  readonly at: string
  readonly bytes: number
  readonly isFollowed: 0 | 1
}

/** What a slice did, to be noted when its transaction has stood. */
export interface TrimSlice {
  readonly entries: number
  readonly bytes: number
  readonly isDone: boolean
  /** ISO 8601: nothing that went was there before. Null: it says nothing that anybody wrote. */
  readonly since: string | null
  readonly stood: () => void
}

/**
 * Removes the oldest entries of agents' records. Rows are numbered in the order in which they were stored, for all
 * agents together, so the oldest are at the front and no index by time is needed. The newest entry of each agent stays:
 * the next one's number follows from it, and the first one's number says how many were removed before it.
 */
export class RecordTrim {
  readonly #newer
  readonly #measure
  readonly #remove
  #limits: RecordLimits = { since: null, bytes: null }
  /** Rows up to here were looked at in this round. */
  #at = 0
  /** What rows up to `#measured` take. */
  #bytes = 0
  #measured = 0
  #isMeasured = false

  constructor(sqlite: Sqlite, { guard }: ProjectionContext) {
    this.#newer = sqlite.prepare<{ from: number; limit: number }, Row>(
      `select own.rowid as row, own.at, ${RECORD_BYTES} as bytes,
         exists (select 1 from rollout_entries later
           where later.agent_id = own.agent_id and later.n > own.n) as isFollowed
       from rollout_entries own where own.rowid > :from order by own.rowid limit :limit`,
    )
    this.#measure = sqlite.prepare<
      { from: number; limit: number },
      { rows: number; bytes: number; last: number }
    >(
      `select count(*) as rows, coalesce(sum(bytes), 0) as bytes, coalesce(max(row), :from) as last
       from (select own.rowid as row, ${RECORD_BYTES} as bytes from rollout_entries own
         where own.rowid > :from order by own.rowid limit :limit)`,
    )
    const params = [sql.placeholder('row')]
    this.#remove = guard({
      toSQL: () => ({ sql: 'delete from rollout_entries where rowid = ?', params }),
    })
  }

  /** Begins a round. */
  begin(limits: RecordLimits): void {
    this.#limits = limits
    this.#at = 0
    this.#isMeasured = limits.bytes === null
  }

  /** Rows went in another way: what is left is measured again. */
  forget(): void {
    this.#bytes = 0
    this.#measured = 0
    this.#isMeasured = this.#limits.bytes === null
  }

  /** A part of the round, inside a transaction. */
  slice(): TrimSlice {
    return this.#isMeasured ? this.#removing() : this.#measuring()
  }

  #measuring(): TrimSlice {
    const found = this.#measure.get({ from: this.#measured, limit: SLICE_MEASURED })
    const { rows, bytes, last } = found ?? { rows: 0, bytes: 0, last: this.#measured }
    const stood = () => {
      this.#bytes += bytes
      this.#measured = last
      this.#isMeasured = rows < SLICE_MEASURED
    }
    return { entries: 0, bytes: 0, isDone: false, since: null, stood }
  }

  #removing(): TrimSlice {
    const { since, bytes: most } = this.#limits
    let [at, kept, entries, removed] = [this.#at, this.#bytes, 0, 0]
    let isDone = false
    let first: string | null = null
    const rows = this.#newer.all({ from: at, limit: SLICE_ROWS })
    for (const one of rows) {
      const isOld = since !== null && one.at < since
      const isMeasured = one.row <= this.#measured
      isDone = !isOld && (most === null || kept <= most || !isMeasured)
      if (isDone || removed >= SLICE_BYTES) break
      at = one.row
      if (one.isFollowed === 0) continue
      this.#remove({ row: one.row })
      if (first === null || one.at < first) first = one.at
      entries++
      removed += one.bytes
      if (isMeasured) kept -= one.bytes
    }
    const stood = () => {
      this.#at = at
      this.#bytes = kept
    }
    return { entries, bytes: removed, isDone: isDone || rows.length === 0, since: first, stood }
  }
}
