import type { Envelope, FactType } from '../../journal/facts'
import type { Orm, Sqlite } from '../database'

/** Turns facts of some types into rows. Runs inside the batch's transaction. */
export type Projection = {
  readonly [T in FactType]?: (envelope: Extract<Envelope, { type: T }>) => void
}

interface Prepared {
  run(values?: Record<string, unknown>): unknown
}

/**
 * A write that only exists inside a transaction. SQLITE_FULL and some I/O errors roll the whole transaction
 * back by themselves, and the next statement would then commit on its own: so each one checks, before and after.
 */
export class LostTransaction extends Error {
  constructor() {
    super('the transaction of this batch is gone')
    this.name = 'LostTransaction'
  }
}

export interface ProjectionContext {
  readonly orm: Orm
  /** Wraps a prepared statement so that it refuses to run outside the batch's transaction. */
  guard(statement: Prepared): (values: Record<string, unknown>) => void
}

export function projectionContext(
  sqlite: Sqlite,
  orm: Orm,
  beforeStatement: () => void,
): ProjectionContext {
  return {
    orm,
    guard: (statement) => (values) => {
      beforeStatement()
      if (!sqlite.inTransaction) throw new LostTransaction()
      statement.run(values)
      if (!sqlite.inTransaction) throw new LostTransaction()
    },
  }
}

/** 0/1, as the tables keep flags. */
export function flag(value: boolean): number {
  return value ? 1 : 0
}
