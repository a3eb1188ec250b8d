import { and, eq, sql } from 'drizzle-orm'
import { type Batch, type StorageFailure, WRITER_FENCED } from '../journal/ports/append-port'
import { type Envelope, SHARD_SCOPE } from '../journal/facts'
import type { RecordLimits } from '../journal/ports/retention-port'
import type { RolloutRow } from '../journal/ports/rollout-port'
import { orm, type Sqlite } from './database'
import { MARK } from './erased-text'
import { Eraser } from './eraser'
import { JournalTrim } from './journal-trim'
import { migrate } from './migrate'
import { projectionContext } from './projections/projection'
import { projector } from './projections/project'
import { RecordTrim, type TrimSlice } from './record-trim'
import { rolloutInsert } from './rollout-rows'
import { shard } from './schema'
import { SearchIndex, type Slice } from './search-index'
import { StagedRows } from './staged-rows'

const p = sql.placeholder

export interface WriterOptions {
  readonly sqlite: Sqlite
  readonly shard: string
  /** Used when the database is new. */
  readonly firstEpoch: string
  /** Nobody else has the file: unused space in it is overwritten where something was deleted. */
  readonly ownsFile?: boolean
  /** Called before each write statement; tests make the n-th one fail. */
  readonly beforeStatement?: () => void
}

/** What a slice removed, and whether there is more to do. */
export interface TrimResult {
  readonly entries: number
  readonly bytes: number
  readonly isDone: boolean
  readonly failure: StorageFailure | null
}

export type WriteResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly failure: StorageFailure }

/** Whether something is deleted by a fact, or was in what it brings. */
function erases(envelope: Envelope): boolean {
  const { type } = envelope
  if (type === 'session:updated') return envelope.data.session.status === 'deleted'
  return type === 'group:message_deleted' || type === 'lead:deleted' || type === 'crew:imported'
}

/** Another writer's batches are in the tables: what this one would add was decided without knowing them. */
class Fenced extends Error {
  readonly code = WRITER_FENCED

  constructor(expected: number, found: number) {
    super(`the tables hold batch ${found}, where this writer left batch ${expected}`)
    this.name = 'Fenced'
  }
}

/** Projects batches into tables on one connection. The same code runs in the worker and in process. */
export class Writer {
  readonly #sqlite: Sqlite
  readonly #project: ReturnType<typeof projector>
  readonly #movePosition: (values: Record<string, unknown>) => number
  readonly #storedPosition: () => number
  readonly #setEpoch: { run(values: Record<string, unknown>): unknown }
  readonly #insertRollout: (row: RolloutRow) => void
  readonly #search: SearchIndex
  readonly #eraser: Eraser
  readonly #trim: RecordTrim
  readonly #journalTrim: JournalTrim
  /** An import that is on its way in. */
  #staged: StagedRows | null = null
  /** Crews whose records may still be on their way. */
  readonly #deleted = new Set<string>()
  readonly #begin: { run(): unknown }
  readonly #commit: { run(): unknown }
  #position: number
  #broken: StorageFailure | null = null
  readonly epoch: string

  constructor(options: WriterOptions) {
    this.#sqlite = options.sqlite
    const db = orm(options.sqlite)
    migrate(db)
    const find = () => db.select().from(shard).where(eq(shard.id, 1)).get()
    // Looked at before it is written: a full disk must still open.
    if (!find()) {
      db.insert(shard)
        .values({ id: 1, name: options.shard, epoch: options.firstEpoch, position: 0 })
        .run()
    }
    const row = find()
    if (!row) throw new Error('the shard row is missing')
    this.#position = row.position
    this.epoch = row.epoch
    const context = projectionContext(options.sqlite, db, options.beforeStatement ?? (() => {}))
    this.#project = projector(context)
    this.#insertRollout = rolloutInsert(context)
    this.#search = new SearchIndex(
      options.sqlite,
      projectionContext(options.sqlite, db, () => {}),
    )
    this.#eraser = new Eraser(
      options.sqlite,
      projectionContext(options.sqlite, db, () => {}),
      options.ownsFile === true,
    )
    this.#trim = new RecordTrim(options.sqlite, context)
    this.#journalTrim = new JournalTrim(options.sqlite, context)
    this.#begin = options.sqlite.prepare('BEGIN IMMEDIATE')
    this.#commit = options.sqlite.prepare('COMMIT')
    this.#movePosition = context.guard(
      db
        .update(shard)
        .set({ position: sql`${p('position')}` })
        .where(and(eq(shard.id, 1), eq(shard.position, p('prev')))),
    )
    const stored = db.select({ position: shard.position }).from(shard).where(eq(shard.id, 1))
    const storedPosition = stored.prepare()
    this.#storedPosition = () => storedPosition.get()?.position ?? -1
    this.#setEpoch = db
      .update(shard)
      .set({ epoch: sql`${p('epoch')}` })
      .where(eq(shard.id, 1))
      .prepare()
  }

  /** Last batch in the tables. */
  get position(): number {
    return this.#position
  }

  /** All batches in one transaction, fsynced when this returns ok. After a failure this writer writes no more. */
  write(batches: Iterable<Batch>): WriteResult {
    if (this.#broken) return { ok: false, failure: this.#broken }
    let position = this.#position
    let isErased = false
    try {
      this.#sqlite.exec('BEGIN IMMEDIATE')
      for (const batch of batches) {
        if (batch.prev !== position) {
          throw new Error(
            `batch ${batch.batchId} follows ${batch.prev}, but the tables hold ${position}`,
          )
        }
        // Before its rows: a batch that another writer's has overtaken meets nothing of that one's.
        if (this.#movePosition({ prev: position, position: batch.batchId }) !== 1) {
          throw new Fenced(position, this.#storedPosition())
        }
        for (const envelope of batch.entries) {
          if (envelope.staged !== undefined) this.#bring(envelope, batch.batchId)
          this.#project(envelope, batch.batchId)
          isErased ||= erases(envelope)
          if (envelope.leadId !== SHARD_SCOPE) this.#search.touched(envelope.leadId)
          if (envelope.type === 'crew:imported') {
            this.#search.touched(envelope.data.leadId)
            this.#deleted.delete(envelope.data.leadId)
          }
          if (envelope.type === 'lead:deleted') {
            this.#trim.forget()
            this.#journalTrim.forget(envelope.leadId)
            this.#deleted.add(envelope.leadId)
          }
        }
        position = batch.batchId
      }
      this.#sqlite.exec('COMMIT')
      this.#position = position
      if (isErased) {
        this.#search.deleted()
        this.#eraser.again()
      }
      return { ok: true }
    } catch (error) {
      this.#broken = failureOf(error)
      this.#rollback()
      return { ok: false, failure: this.#broken }
    }
  }

  /**
   * Rows of agents' records, in a transaction of their own. A failure is theirs alone: this writer goes on with
   * batches. Not fsynced separately, so that no batch waits for a disk on their account: the next batch's fsync
   * covers them, a crash of the process loses none, and only a crash of the machine can take the newest.
   */
  writeRollouts(rows: readonly RolloutRow[]): StorageFailure | null {
    return this.#beside(() => {
      for (const row of rows) {
        if (this.#deleted.has(row.leadId)) continue
        const isSilent = this.#eraser.silences(row.turnId) && row.kind !== 'usage'
        this.#insertRollout(isSilent ? { ...row, text: MARK, data: null } : row)
      }
    })
  }

  /** Whether the full-text index has everything that the tables have. */
  get indexed(): boolean {
    return this.#search.done
  }

  /** Whether it has everything of this crew. */
  hasIndexed(leadId: string): boolean {
    return this.#search.has(leadId)
  }

  /** Brings the index nearer to the tables, in a transaction of its own like the records. */
  indexSlice(): { facts: number; isAtEnd: boolean; failure: StorageFailure | null } {
    let slice: Slice | null = null
    const failure = this.#beside(() => {
      slice = this.#search.slice()
    })
    const stood = slice as Slice | null
    if (failure === null && stood) this.#search.stood(stood)
    else if (failure && contradictsItself(failure)) this.#search.rebuild()
    return {
      facts: failure === null ? (stood?.facts ?? 0) : 0,
      isAtEnd: this.#search.isAtEnd,
      failure,
    }
  }

  /** Rebuilds the full-text index, beginning with the next slice. */
  rebuildIndex(): void {
    this.#search.rebuild()
  }

  /** Whether nothing is left of what was deleted. */
  get isErased(): boolean {
    return this.#eraser.isDone
  }

  /**
   * A part of what is to be done until then, in transactions of its own like the records. False when it cannot go on
   * now. `isQuiet`: no batch came for a while.
   */
  eraseSlice(isQuiet: boolean): boolean {
    if (this.#eraser.isDone) return true
    let next = 'more'
    let failure = this.#beside(() => {
      next = this.#eraser.slice(this.#search.done)
    })
    if (failure === null && next === 'index') failure = this.indexSlice().failure
    if (failure === null && next === 'files') {
      if (!this.#eraser.files(isQuiet)) return false
      failure = this.#beside(() => this.#eraser.forget())
      if (failure === null) this.#eraser.forgotten()
    }
    if (failure !== null) this.#eraser.failed()
    return failure === null
  }

  /** Has the rows of a staged file beside the tables; null lets go of the one that is there. */
  openStaged(file: string | null): StorageFailure | null {
    try {
      if (this.#staged && this.#staged.file !== file) {
        this.#staged.detach()
        this.#staged = null
      }
      if (file !== null) this.#staged ??= new StagedRows(this.#sqlite, file)
      this.#staged?.begin()
      return null
    } catch (error) {
      return failureOf(error)
    }
  }

  /** A few rows of it in or out, in a transaction of its own like the records. */
  stagedSlice(act: 'copy' | 'remove'): { isDone: boolean; failure: StorageFailure | null } {
    let isDone = true
    const failure = this.#beside(() => {
      isDone = this.#staged?.[act]() ?? true
    })
    return { isDone: isDone || failure !== null, failure }
  }

  /** What a fact says that comes with it. */
  #bring(envelope: Envelope, batchId: number): void {
    if (!this.#staged) throw new Error('no staged file is open')
    this.#staged.bring(envelope, batchId)
  }

  /** Begins to remove entries of agents' records that are beyond these limits. */
  beginTrim(limits: RecordLimits): void {
    this.#trim.begin(limits)
  }

  /** A few of them, in a transaction of its own like the records: after a crash it was done or it was not. */
  trimSlice(): TrimResult {
    return this.#sliceOf(this.#trim)
  }

  /** Begins to remove facts that are older and that later ones replaced. */
  beginJournalTrim(before: string): void {
    this.#journalTrim.begin(before)
  }

  /** A few of them, in the same way. */
  trimJournalSlice(): TrimResult {
    return this.#sliceOf(this.#journalTrim)
  }

  #sliceOf(trim: { slice(): TrimSlice }): TrimResult {
    let slice: TrimSlice | null = null
    const failure = this.#beside(() => {
      slice = trim.slice()
      if (slice.entries > 0) this.#eraser.cut(slice.since)
    })
    const done = slice as TrimSlice | null
    if (failure !== null || done === null) return { entries: 0, bytes: 0, isDone: true, failure }
    done.stood()
    if (done.entries > 0) this.#eraser.again()
    return { entries: done.entries, bytes: done.bytes, isDone: done.isDone, failure: null }
  }

  #beside(write: () => void): StorageFailure | null {
    if (this.#broken) return this.#broken
    // In process, somebody else's transaction may be open: theirs must neither hold these rows nor go back for them.
    if (this.#sqlite.inTransaction) return { code: 'SQLITE_BUSY', message: 'a transaction is open' }
    let synchronous: unknown = null
    try {
      synchronous = this.#sqlite.pragma('synchronous', { simple: true })
      this.#sqlite.pragma('synchronous = NORMAL')
      this.#begin.run()
      this.#assertOwn()
      write()
      this.#commit.run()
      return null
    } catch (error) {
      this.#rollback()
      const failure = failureOf(error)
      if (error instanceof Fenced) this.#broken ??= failure
      return failure
    } finally {
      if (synchronous !== null) this.#restoreSynchronous(synchronous)
    }
  }

  /** A small durable write, to see whether storage works again; stores the journal's epoch with it. */
  probe(epoch: string): StorageFailure | null {
    try {
      this.#sqlite.exec('BEGIN IMMEDIATE')
      this.#assertOwn()
      this.#setEpoch.run({ epoch })
      this.#sqlite.exec('COMMIT')
      return null
    } catch (error) {
      this.#rollback()
      return failureOf(error)
    }
  }

  close(): void {
    this.#sqlite.close()
  }

  /** Nothing is written beside what another writer has stored. */
  #assertOwn(): void {
    const stored = this.#storedPosition()
    if (stored !== this.#position) throw new Fenced(this.#position, stored)
  }

  /** A batch that is called durable was fsynced: a connection that forgot how writes no more batches. */
  #restoreSynchronous(value: unknown): void {
    try {
      this.#sqlite.pragma(`synchronous = ${String(value)}`)
      if (this.#sqlite.pragma('synchronous', { simple: true }) === value) return
      throw new Error(`the connection does not go back to synchronous = ${String(value)}`)
    } catch (error) {
      this.#broken ??= failureOf(error)
    }
  }

  #rollback(): void {
    if (!this.#sqlite.inTransaction) return
    try {
      this.#sqlite.exec('ROLLBACK')
    } catch (error) {
      // The failure that led here is what is reported; a connection that cannot even roll back is replaced.
      this.#broken ??= failureOf(error)
    }
  }
}

/** Damage to the index alone: nothing else in a slice can meet a row that should not be there. */
function contradictsItself({ code }: StorageFailure): boolean {
  return code === 'SQLITE_CORRUPT_VTAB' || code.startsWith('SQLITE_CONSTRAINT')
}

export function failureOf(error: unknown): StorageFailure {
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string'
      ? error.code
      : error instanceof Error
        ? error.name
        : 'UNKNOWN'
  return { code, message: error instanceof Error ? error.message : String(error) }
}
