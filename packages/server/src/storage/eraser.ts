import { statSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { blankPages } from './blank-pages'
import { COPIES_BEFORE, dropCopies } from '../copies-before'
import type { Sqlite } from './database'
import { copyStatements, ErasedCopies } from './erased-copies'
import { ErasedFacts, factStatements, withoutPreview } from './erased-facts'
import { ErasedSession, sessionStatements } from './erased-session'
import { sessionClearer } from './projections/erased-session'
import type { ProjectionContext } from './projections/projection'

const p = sql.placeholder

/** One slice takes so long, or one step: what is to be written waits for it. */
const SLICE_MS = 8
/** So many are looked for together. */
const TOGETHER = 200
/** Pages of the index that are merged at once. */
const MERGE_PAGES = 64
/** Readers need moments only, unless one copies the whole database: then it is tried again. */
const LOG_WAIT_MS = 50
/** Unused space of a larger file takes a tenth of a second and more to look through, and nothing is written meanwhile. */
const LARGE_PAGES = 16_000
/** So long a copy from before an upgrade is a way back, whatever has become too old in it. */
const WAY_BACK_MS = 24 * 60 * 60_000
/** So long it waits for a moment in which nothing else is to be written. */
const QUIET_WITHIN_MS = 60_000

/** In place of a crew: what became too old or too much, of any crew. */
const CUT = ''
/** Later than any copy was made. */
const NEVER = '9999'

interface Erasure {
  readonly id: number
  readonly leadId: string
  readonly since: string
  /** A message, or a session. */
  readonly messageId: string | null
  readonly texts: string
}

/** A part of what is to be done inside a transaction: true when it is done. */
type Step = () => boolean

/**
 * Sees to it that nothing is left of what was deleted: copies in records and in what agents were told, the index, free
 * space, the log, and copies of the database. What is to be done is in a table, from the transaction that deleted
 * something until no byte of it is left, so that a start goes on with it.
 */
export class Eraser {
  readonly #sqlite: Sqlite
  readonly #reads
  readonly #writes
  readonly #copies
  readonly #facts
  readonly #session
  readonly #clearSession
  /** What is left of the texts that are looked for now, in this order. */
  #steps: Step[] = []
  /** The index has everything that the tables had when something was deleted last. */
  #isIndexed = false
  #merge: 'begin' | 'on' | 'done' = 'begin'
  /** A large file is looked through by then, even if it is never quiet. */
  #lateAt = Number.POSITIVE_INFINITY
  /** The newest thing to erase; 0 when there is none. */
  #newest = 0
  /** Sessions that were deleted and still say something: of an earlier version, or of a file. */
  #left: { readonly sessionId: string; readonly leadId: string }[] = []
  /** Turns of deleted sessions: their agents may not know of it yet. */
  readonly #silent = new Set<string>()

  /** The file is ours: of an embedder's nothing but rows is changed. */
  readonly #ownsFile: boolean

  constructor(sqlite: Sqlite, context: ProjectionContext, ownsFile: boolean) {
    this.#sqlite = sqlite
    this.#ownsFile = ownsFile
    this.#reads = prepareReads(sqlite)
    this.#writes = prepareWrites(context)
    this.#copies = copyStatements(sqlite, context)
    this.#facts = factStatements(sqlite, context)
    this.#session = sessionStatements(sqlite, context)
    this.#clearSession = sessionClearer(context)
    this.again()
  }

  get isDone(): boolean {
    return this.#newest === 0 && this.#left.length === 0
  }

  /** Something was deleted. What is looked for already goes on. */
  again(): void {
    this.#newest = this.#reads.newest.get() ?? 0
    this.#left = this.#reads.left.all()
    this.#isIndexed = false
    this.#merge = 'begin'
    for (const of of this.#reads.sessions.all()) {
      for (const { id } of this.#session.turns.all(of)) this.#silent.add(id)
    }
  }

  /** Inside the transaction in which a limit removed something that was not there before; null: that nobody wrote. */
  cut(since: string | null): void {
    this.#writes.cut({ since: since ?? NEVER })
  }

  /** A slice did not stand: what it was about begins from the beginning. */
  failed(): void {
    this.#steps = []
    this.again()
  }

  /** Whether nothing of a turn is to be in records any more. */
  silences(turnId: string | null): boolean {
    return turnId !== null && this.#silent.has(turnId)
  }

  /** A part of what can be done in tables, inside a transaction. */
  slice(isIndexed: boolean): 'more' | 'index' | 'files' {
    if (this.#look()) return 'more'
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
    const copies = path.join(path.dirname(file), COPIES_BEFORE)
    for (const { since, isCut } of this.#reads.since.all()) {
      dropCopies(
        copies,
        since,
        isCut === 1 ? new Date(Date.now() - WAY_BACK_MS).toISOString() : null,
      )
    }
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

  /** Steps for about as long as a slice may take; false when there is nothing to look for. */
  #look(): boolean {
    const until = performance.now() + SLICE_MS
    do {
      const left = this.#left.pop()
      if (left) {
        this.#clearSession(left)
        this.#newest = this.#reads.newest.get() ?? 0
        continue
      }
      if (this.#steps.length === 0) this.#steps = this.#begun()
      const [step] = this.#steps
      if (!step) return false
      if (step()) this.#steps.shift()
    } while (performance.now() < until)
    return true
  }

  /** What there is to do about the oldest things, of one crew. */
  #begun(): Step[] {
    const oldest = this.#reads.oldest.get()
    if (!oldest) return []
    const { leadId } = oldest
    const all = this.#reads.withTexts.all(leadId, TOGETHER)
    const since = all.map((one) => one.since).toSorted()[0] ?? oldest.since
    const texts = all.flatMap((one) => JSON.parse(one.texts) as string[])
    return [
      ...all.flatMap((one) => this.#stepsOf(one)),
      { begins: () => new ErasedCopies(this.#copies, { leadId, since, texts }) },
      { begins: () => this.#done(all) },
    ].map(({ begins }) => {
      let begun: { step(): boolean } | null = null
      return () => (begun ??= begins()).step()
    })
  }

  #stepsOf({ leadId, messageId }: Erasure): { begins(): { step(): boolean } }[] {
    if (messageId === null) return []
    if (this.#session.isSession.get(messageId, leadId) === 1) {
      return [
        { begins: () => new ErasedSession(this.#session, this.#facts, { id: messageId, leadId }) },
      ]
    }
    const from = this.#reads.saidAt.get(messageId) ?? 0
    const of = { leadId, id: messageId, from }
    return [{ begins: () => new ErasedFacts(this.#facts, of, withoutPreview(messageId)) }]
  }

  #done(all: readonly Erasure[]): { step(): boolean } {
    const step = () => {
      for (const { id, leadId, messageId } of all) {
        this.#writes.forgetAnswers({ leadId, messageId })
        this.#writes.forgetTexts({ id })
      }
      return true
    }
    return { step }
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
    since: sqlite.prepare<[], { since: string; isCut: 0 | 1 }>(
      `select min(since) as since, lead_id = '${CUT}' as isCut from erasures group by isCut`,
    ),
    oldest: sqlite.prepare<[], { leadId: string; since: string }>(
      'select lead_id as leadId, since from erasures where texts is not null order by id limit 1',
    ),
    withTexts: sqlite.prepare<[string, number], Erasure>(
      `select id, lead_id as leadId, since, message_id as messageId, texts from erasures
       where texts is not null and lead_id = ? order by id limit ?`,
    ),
    sessions: sqlite.prepare<[], { id: string; leadId: string }>(
      `select message_id as id, erasures.lead_id as leadId from erasures
       join sessions on sessions.id = message_id and sessions.lead_id = erasures.lead_id
       where texts is not null`,
    ),
    left: sqlite.prepare<[], { sessionId: string; leadId: string }>(
      `select id as sessionId, lead_id as leadId from sessions where status = 'deleted' and title <> ''
         and not exists (select 1 from erasures where message_id = sessions.id and texts is not null)`,
    ),
    saidAt: sqlite
      .prepare<[string], number>('select seq from chat_group_messages where id = ?')
      .pluck(),
    changes: sqlite.prepare<[], number>('select total_changes()').pluck(),
  }
}

function prepareWrites({ guard }: ProjectionContext) {
  const write = (text: string, ...names: string[]) =>
    guard({ toSQL: () => ({ sql: text, params: names.map((name) => p(name)) }) })
  return {
    merge: write(`insert into search_text (search_text, rank) values ('merge', ?)`, 'pages'),
    // Whoever asks again is told that the answer is gone.
    forgetAnswers: write(
      `update journal set data = json_set(data, '$.request.parts', null, '$.request.secrets', null)
       where rowid in (select rowid from journal indexed by idx_journal_answered
         where type = 'request:answered' and lead_id = ? and instr(data, ?) > 0)`,
      'leadId',
      'messageId',
    ),
    cut: write(
      `insert into erasures (lead_id, since) select '${CUT}', ? where not exists
         (select 1 from erasures where lead_id = '${CUT}' and since <= ?)`,
      'since',
      'since',
    ),
    forgetTexts: write('update erasures set texts = null where id = ?', 'id'),
    forget: write('delete from erasures where id <= ?', 'to'),
  }
}
