import { statSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { blankPages } from './blank-pages'
import { COPIES_BEFORE, dropCopiesSince } from '../copies-before'
import type { Sqlite } from './database'
import { erasedJson, erasedText, formsOf } from './erased-text'
import type { ProjectionContext } from './projections/projection'

const p = sql.placeholder

/** One slice looks at so many rows. */
const SLICE_ROWS = 50
/** Pages of the index that are merged at once. */
const MERGE_PAGES = 64
/** Readers need moments only, unless one copies the whole database: then it is tried again. */
const LOG_WAIT_MS = 50
/** Unused space of a larger file takes a tenth of a second and more to look through, and nothing is written meanwhile. */
const LARGE_PAGES = 16_000
/** So long it waits for a moment in which nothing else is to be written. */
const QUIET_WITHIN_MS = 60_000
/** Entries of a record are stored in their order, but not at once. */
const STORED_LATER_MS = 60_000

interface Erasure {
  readonly id: number
  readonly leadId: string
  readonly since: string
  readonly messageId: string | null
  readonly texts: string
}

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

/** Where the first erasure that has copies to look for is looked for. */
interface Look {
  readonly id: number
  readonly forms: readonly string[]
  /** Nothing earlier can hold a copy. */
  readonly from: string
  table: number
  below: number
}

/**
 * Sees to it that nothing is left of what was deleted: copies in records and in what agents were told, the index, free
 * space, the log, and copies of the database. What is to be done is in a table, from the transaction that deleted
 * something until no byte of it is left, so that a start goes on with it.
 */
export class Eraser {
  readonly #sqlite: Sqlite
  readonly #reads
  readonly #writes
  #look: Look | null = null
  /** The index has everything that the tables had when something was deleted last. */
  #isIndexed = false
  #merge: 'begin' | 'on' | 'done' = 'begin'
  /** A large file is looked through by then, even if it is never quiet. */
  #lateAt = Number.POSITIVE_INFINITY
  /** The newest thing to erase; 0 when there is none. */
  #newest: number

  /** The file is ours: of an embedder's nothing but rows is changed. */
  readonly #ownsFile: boolean

  constructor(sqlite: Sqlite, context: ProjectionContext, ownsFile: boolean) {
    this.#sqlite = sqlite
    this.#ownsFile = ownsFile
    this.#reads = prepareReads(sqlite)
    this.#writes = prepareWrites(context)
    this.#newest = this.#reads.newest.get() ?? 0
  }

  get isDone(): boolean {
    return this.#newest === 0
  }

  /** Something was deleted, or a slice did not stand. */
  again(): void {
    this.#newest = this.#reads.newest.get() ?? 0
    this.#look = null
    this.#isIndexed = false
    this.#merge = 'begin'
  }

  /** A part of what can be done in tables, inside a transaction. */
  slice(isIndexed: boolean): 'more' | 'index' | 'files' {
    const next = this.#reads.withTexts.get()
    if (next) {
      this.#lookFor(next)
      return 'more'
    }
    if (!this.#ownsFile) return 'files'
    this.#isIndexed ||= isIndexed
    if (!this.#isIndexed) return 'index'
    if (this.#merge === 'done') return 'files'
    const before = this.#reads.changes.get() ?? 0
    // A negative number begins to merge all there is; then the same without a sign, until nothing more is done.
    this.#writes.merge({ pages: this.#merge === 'begin' ? -MERGE_PAGES : MERGE_PAGES })
    const isOver = this.#merge === 'on' && (this.#reads.changes.get() ?? 0) - before < 2
    this.#merge = isOver ? 'done' : 'on'
    return 'more'
  }

  /** Outside of a transaction, what none can do. False while somebody reads what was, or writes much. */
  files(isQuiet: boolean): boolean {
    if (!this.#ownsFile) return true
    const { name: file } = this.#sqlite
    const since = this.#reads.since.get() ?? null
    if (since !== null) dropCopiesSince(path.join(path.dirname(file), COPIES_BEFORE), since)
    if (!this.#emptyLog()) return false
    const pages = this.#sqlite.pragma('page_count', { simple: true }) as number
    this.#lateAt = Math.min(this.#lateAt, performance.now() + QUIET_WITHIN_MS)
    if (pages > LARGE_PAGES && !isQuiet && performance.now() < this.#lateAt) return false
    return this.#blank(file)
  }

  /** Inside a transaction: nothing is left. */
  forget(): void {
    this.#writes.forget({ to: this.#newest })
  }

  /** That stands. */
  forgotten(): void {
    this.#lateAt = Number.POSITIVE_INFINITY
    this.#newest = this.#reads.newest.get() ?? 0
  }

  #lookFor({ id, leadId, since, messageId, texts }: Erasure): void {
    if (this.#look?.id !== id) {
      const forms = formsOf(JSON.parse(texts) as string[])
      const from = new Date(Date.parse(since) - STORED_LATER_MS).toISOString()
      this.#look = { id, forms, from, table: 0, below: Number.MAX_SAFE_INTEGER }
    }
    const look = this.#look
    const reads = look.forms.length === 0 ? undefined : this.#reads.copies[look.table]
    if (!reads) {
      this.#writes.forgetAnswers({ leadId, messageId })
      this.#writes.forgetTexts({ id })
      this.#look = null
      return
    }
    const rows = reads.all(look.below, SLICE_ROWS)
    for (const row of rows) {
      look.below = row.row
      if (row.at < look.from) break
      if (row.leadId === leadId) this.#erase(look, row)
    }
    if (rows.length === SLICE_ROWS && (rows.at(-1)?.at ?? '') >= look.from) return
    look.table++
    look.below = Number.MAX_SAFE_INTEGER
  }

  #erase({ table, forms }: Look, { row, text, data }: Copy): void {
    const values = {
      row,
      text: text && erasedText(text, forms),
      data: data && erasedJson(data, forms),
    }
    if (values.text !== text || values.data !== data) this.#writes.change[table]?.(values)
  }

  #emptyLog(): boolean {
    this.#sqlite.pragma(`busy_timeout = ${LOG_WAIT_MS}`)
    try {
      const [state] = this.#sqlite.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
      return state?.busy === 0
    } finally {
      this.#sqlite.pragma('busy_timeout = 5000')
    }
  }

  #blank(file: string): boolean {
    this.#sqlite.exec('BEGIN IMMEDIATE')
    try {
      if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return false
      blankPages(this.#sqlite, file)
      return true
    } finally {
      this.#sqlite.exec('ROLLBACK')
      // Pages in memory have what was overwritten in the file: they are read again.
      this.#sqlite.pragma('shrink_memory')
    }
  }
}

function prepareReads(sqlite: Sqlite) {
  return {
    newest: sqlite.prepare<[], number | null>('select max(id) from erasures').pluck(),
    since: sqlite.prepare<[], string | null>('select min(since) from erasures').pluck(),
    withTexts: sqlite.prepare<[], Erasure>(
      `select id, lead_id as leadId, since, message_id as messageId, texts from erasures
       where texts is not null order by id limit 1`,
    ),
    changes: sqlite.prepare<[], number>('select total_changes()').pluck(),
    copies: TABLES.map(({ name, text, data }) =>
      sqlite.prepare<[number, number], Copy>(
        `select rowid as row, lead_id as leadId, at, ${text} as text, ${data} as data from ${name}
         where rowid < ? order by rowid desc limit ?`,
      ),
    ),
  }
}

function prepareWrites({ guard }: ProjectionContext) {
  const write = (text: string, ...names: string[]) =>
    guard({ toSQL: () => ({ sql: text, params: names.map((name) => p(name)) }) })
  return {
    merge: write(`insert into search_text (search_text, rank) values ('merge', ?)`, 'pages'),
    change: TABLES.map(({ name, text, to }) =>
      text === 'null'
        ? write(`update ${name} set ${to} = ? where rowid = ?`, 'data', 'row')
        : write(`update ${name} set ${text} = ?, ${to} = ? where rowid = ?`, 'text', 'data', 'row'),
    ),
    // Whoever asks again is told that the answer is gone.
    forgetAnswers: write(
      `update journal set data = json_set(data, '$.request.parts', null, '$.request.secrets', null)
       where rowid in (select rowid from journal indexed by idx_journal_answered
         where type = 'request:answered' and lead_id = ? and instr(data, ?) > 0)`,
      'leadId',
      'messageId',
    ),
    forgetTexts: write('update erasures set texts = null where id = ?', 'id'),
    forget: write('delete from erasures where id <= ?', 'to'),
  }
}
