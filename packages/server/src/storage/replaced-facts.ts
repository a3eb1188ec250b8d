import type { FactType } from '../journal/facts'
import { LatestFacts, REPLACEABLE, subjectsOf } from '../journal/latest-facts'
import type { Sqlite } from './database'
import { JOURNAL_BYTES } from './journal-bytes'

/** What the journal has, and what of it later facts replaced, by the day of the fact that was the last to do so. */
export interface ReplacedFacts {
  readonly facts: number
  readonly bytes: number
  /** The oldest day first. */
  readonly days: readonly Day[]
}

interface Day {
  readonly day: string
  readonly facts: number
  readonly bytes: number
}

interface Row {
  readonly leadId: string
  readonly seq: number
  readonly at: string
  readonly type: FactType
  readonly data: string
  readonly bytes: number
}

/** Reads through a whole journal: for a process that can be ended at any moment. */
export function replacedFacts(sqlite: Sqlite): ReplacedFacts {
  const all = sqlite
    .prepare<[], Omit<ReplacedFacts, 'days'>>(
      `select count(*) as facts, coalesce(sum(${JOURNAL_BYTES}), 0) as bytes from journal`,
    )
    .get()
  const rows = sqlite.prepare<[], Row>(
    `select lead_id as leadId, seq, at, type, data, ${JOURNAL_BYTES} as bytes from journal
     where type in (${REPLACEABLE.map((type) => `'${type}'`).join()}) order by lead_id, seq`,
  )
  const days = new Map<string, Day>()
  let [leadId, latest] = ['', new LatestFacts()]
  for (const row of rows.iterate()) {
    if (row.leadId !== leadId) [leadId, latest] = [row.leadId, new LatestFacts()]
    const day = row.at.slice(0, 10)
    for (const one of latest.take(row, subjectsOf(row.type, JSON.parse(row.data)))) {
      const { facts, bytes } = days.get(day) ?? { facts: 0, bytes: 0 }
      days.set(day, { day, facts: facts + 1, bytes: bytes + one.bytes })
    }
  }
  return {
    facts: all?.facts ?? 0,
    bytes: all?.bytes ?? 0,
    days: [...days.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1)),
  }
}
