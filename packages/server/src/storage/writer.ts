import { eq, sql } from 'drizzle-orm'
import type { Batch, StorageFailure } from '../journal/append-port'
import { orm, type Sqlite } from './database'
import { migrate } from './migrate'
import { projectionContext } from './projections/projection'
import { projector } from './projections/project'
import { shard } from './schema'

const p = sql.placeholder

export interface WriterOptions {
  readonly sqlite: Sqlite
  readonly shard: string
  /** Used when the database is new. */
  readonly firstEpoch: string
  /** Called before each write statement; tests make the n-th one fail. */
  readonly beforeStatement?: () => void
}

export type WriteResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly failure: StorageFailure }

/** Projects batches into tables on one connection. The same code runs in the worker and in process. */
export class Writer {
  readonly #sqlite: Sqlite
  readonly #project: ReturnType<typeof projector>
  readonly #setPosition: (values: Record<string, unknown>) => void
  readonly #setEpoch: { run(values: Record<string, unknown>): unknown }
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
    this.#setPosition = context.guard(
      db
        .update(shard)
        .set({ position: sql`${p('position')}` })
        .where(eq(shard.id, 1)),
    )
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
    try {
      this.#sqlite.exec('BEGIN IMMEDIATE')
      for (const batch of batches) {
        if (batch.prev !== position) {
          throw new Error(
            `batch ${batch.batchId} follows ${batch.prev}, but the tables hold ${position}`,
          )
        }
        for (const envelope of batch.entries) this.#project(envelope, batch.batchId)
        position = batch.batchId
      }
      this.#setPosition({ position })
      this.#sqlite.exec('COMMIT')
      this.#position = position
      return { ok: true }
    } catch (error) {
      this.#broken = failureOf(error)
      this.#rollback()
      return { ok: false, failure: this.#broken }
    }
  }

  /** A small durable write, to see whether storage works again; stores the journal's epoch with it. */
  probe(epoch: string): StorageFailure | null {
    try {
      this.#sqlite.exec('BEGIN IMMEDIATE')
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

export function failureOf(error: unknown): StorageFailure {
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string'
      ? error.code
      : error instanceof Error
        ? error.name
        : 'UNKNOWN'
  return { code, message: error instanceof Error ? error.message : String(error) }
}
