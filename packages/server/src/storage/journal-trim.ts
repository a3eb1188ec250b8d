import { sql } from 'drizzle-orm'
import type { Subject } from '../journal/fact-subjects'
import type { FactType } from '../journal/facts'
import { LatestFacts, REPLACEABLE, subjectsOf } from '../journal/latest-facts'
import type { Sqlite } from './database'
import { JOURNAL_BYTES } from './journal-bytes'
import { JournalPack } from './journal-pack'
import type { ProjectionContext } from './projections/projection'
import type { TrimSlice } from './record-trim'

/** One slice looks at no more facts than this. */
const SLICE_FACTS = 200
/** And goes no further when they were about so many subjects: a fact can be about all members of a crew. */
const SLICE_SUBJECTS = 4_000
/** One slice asks so many crews whether there is anything to do. */
const SLICE_CREWS = 200

interface Row {
  readonly seq: number
  readonly at: string
  readonly type: FactType
  /** Null for a type that nothing replaces. */
  readonly data: string | null
  readonly bytes: number
}

const NOTHING: TrimSlice = { entries: 0, bytes: 0, isDone: false, since: null, stood: () => {} }
const TYPES = REPLACEABLE.map((type) => `'${type}'`).join()
const COLUMNS = `own.seq, own.at, own.type, case when own.type in (${TYPES}) then own.data end as data,
  case when own.type in (${TYPES}) then ${JOURNAL_BYTES} else 0 end as bytes`

/**
 * Removes facts beyond the horizon that later ones, also beyond it, replaced. Each crew's journal is read once, in the
 * order of its numbers; how far is stored with what was removed, and so are the facts up to there that are not replaced.
 * These alone are read again at the next round. The newest fact of a crew is never replaced: numbers go on. When no crew
 * has more of them, the rows that stay are put side by side.
 */
export class JournalTrim {
  readonly #pack: JournalPack
  readonly #reads
  readonly #writes
  #before = ''
  /** The crew that is looked through; those with lower ids were. */
  #leadId = ''
  /** Null between two crews. */
  #latest: LatestFacts | null = null
  /** What was kept up to here is known. */
  #knownTo = 0
  #isKnown = false

  constructor(sqlite: Sqlite, context: ProjectionContext) {
    this.#pack = new JournalPack(sqlite, context)
    this.#reads = prepareReads(sqlite)
    this.#writes = prepareWrites(context)
  }

  /** Begins a round. */
  begin(before: string): void {
    this.#before = before
    this.#leadId = ''
    this.#latest = null
  }

  /** The crew is gone. */
  forget(leadId: string): void {
    if (leadId === this.#leadId) this.#latest = null
  }

  /** A part of the round, inside a transaction. One that fails ends the round, and the next begins with the tables. */
  slice(): TrimSlice {
    if (this.#latest === null) return this.#nextCrew()
    return this.#isKnown ? this.#look(this.#latest) : this.#recall(this.#latest)
  }

  #nextCrew(): TrimSlice {
    for (let asked = 0; asked < SLICE_CREWS; asked++) {
      const leadId = this.#reads.nextCrew.get({ after: this.#leadId })
      if (leadId === undefined) return { ...NOTHING, isDone: this.#pack.slice(this.#before) }
      this.#leadId = leadId
      const at = this.#reads.nextAt.get({ leadId, since: this.#place() })
      if (at === undefined || at >= this.#before) continue
      this.#latest = new LatestFacts()
      this.#knownTo = 0
      this.#isKnown = false
      return NOTHING
    }
    return NOTHING
  }

  /** What earlier rounds found to be the latest. */
  #recall(latest: LatestFacts): TrimSlice {
    let subjects = 0
    const rows = this.#reads.kept.all(this.#from(this.#knownTo))
    for (const row of rows) {
      if (subjects > SLICE_SUBJECTS) return NOTHING
      const said = subjectsIn(row)
      subjects += said.length
      latest.take(row, said)
      this.#knownTo = row.seq
    }
    this.#isKnown = rows.length < SLICE_FACTS
    return NOTHING
  }

  #look(latest: LatestFacts): TrimSlice {
    const leadId = this.#leadId
    const rows = this.#reads.facts.all(this.#from(this.#place()))
    let [subjects, entries, bytes] = [0, 0, 0]
    let seq: number | null = null
    let isOver = rows.length < SLICE_FACTS
    for (const row of rows) {
      const isYoung = row.at >= this.#before
      if (isYoung || subjects > SLICE_SUBJECTS) {
        isOver = isYoung
        break
      }
      seq = row.seq
      const said = subjectsIn(row)
      if (said.length === 0) continue
      subjects += said.length
      this.#writes.keep({ leadId, seq })
      for (const one of latest.take(row, said)) {
        this.#writes.remove({ leadId, seq: one.seq })
        this.#writes.forget({ leadId, seq: one.seq })
        entries++
        bytes += one.bytes
      }
    }
    if (seq !== null) this.#writes.putPlace({ leadId, seq })
    if (isOver) this.#latest = null
    return { ...NOTHING, entries, bytes }
  }

  #place(): number {
    return this.#reads.place.get({ leadId: this.#leadId }) ?? 0
  }

  #from(since: number) {
    return { leadId: this.#leadId, since, limit: SLICE_FACTS }
  }
}

function subjectsIn({ type, data }: Row): readonly Subject[] {
  return data === null ? [] : subjectsOf(type, JSON.parse(data))
}

function prepareReads(sqlite: Sqlite) {
  interface From {
    readonly leadId: string
    readonly since: number
    readonly limit: number
  }
  return {
    nextCrew: sqlite
      .prepare<{ after: string }, string>(
        'select id from leads where id > :after order by id limit 1',
      )
      .pluck(),
    place: sqlite
      .prepare<{ leadId: string }, number>('select seq from journal_trims where lead_id = :leadId')
      .pluck(),
    nextAt: sqlite
      .prepare<{ leadId: string; since: number }, string>(
        `select at from journal where lead_id = :leadId and seq > :since order by seq limit 1`,
      )
      .pluck(),
    kept: sqlite.prepare<From, Row>(
      `select ${COLUMNS} from journal_latest
         join journal own on own.lead_id = journal_latest.lead_id and own.seq = journal_latest.seq
       where journal_latest.lead_id = :leadId and journal_latest.seq > :since
       order by journal_latest.seq limit :limit`,
    ),
    facts: sqlite.prepare<From, Row>(
      `select ${COLUMNS} from journal own
       where lead_id = :leadId and seq > :since order by seq limit :limit`,
    ),
  }
}

function prepareWrites({ guard }: ProjectionContext) {
  const write = (text: string) =>
    guard({
      toSQL: () => ({ sql: text, params: [sql.placeholder('leadId'), sql.placeholder('seq')] }),
    })
  return {
    keep: write('insert into journal_latest (lead_id, seq) values (?, ?)'),
    forget: write('delete from journal_latest where lead_id = ? and seq = ?'),
    remove: write('delete from journal where lead_id = ? and seq = ?'),
    putPlace: write(
      `insert into journal_trims (lead_id, seq) values (?, ?)
       on conflict do update set seq = excluded.seq`,
    ),
  }
}
