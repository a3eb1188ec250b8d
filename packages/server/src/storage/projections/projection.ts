import { is, Param, Placeholder } from 'drizzle-orm'
import type { Envelope, FactType } from '../../journal/facts'
import type { Orm, Sqlite } from '../database'
import { onFirstUse } from '../on-first-use'

/**
 * Turns facts of some types into rows; null for a type that has none. Runs inside the batch's transaction. A row is of
 * the envelope's crew, whatever the record inside says.
 */
export type Projection = {
  readonly [T in FactType]?: ((envelope: Extract<Envelope, { type: T }>) => void) | null
}

/** A statement as drizzle builds it. */
interface Built {
  toSQL(): { readonly sql: string; readonly params: readonly unknown[] }
}

/**
 * A write that only exists inside a transaction. SQLITE_FULL and some I/O errors roll the whole transaction
 * back on their own, and the next statement would then commit on its own: so each one checks, before and after.
 */
class LostTransaction extends Error {
  constructor() {
    super('the transaction of this batch is gone')
    this.name = 'LostTransaction'
  }
}

export interface ProjectionContext {
  readonly orm: Orm
  /** A write that is prepared at its first run; it refuses to run outside the batch's transaction, and says how many rows it changed. */
  guard(statement: Built): (values: Readonly<Record<string, unknown>>) => number
}

export function projectionContext(
  sqlite: Sqlite,
  orm: Orm,
  beforeStatement: () => void,
): ProjectionContext {
  return {
    orm,
    guard: (built) => {
      const prepared = onFirstUse(() => {
        const { sql, params } = built.toSQL()
        // Which value goes where is found out once: looking it up per run costs more than the insert itself.
        return { statement: sqlite.prepare(sql), params, names: params.map(placeholderName) }
      })
      return (values) => {
        beforeStatement()
        if (!sqlite.inTransaction) throw new LostTransaction()
        const { statement, params, names } = prepared()
        const { changes } = statement.run(
          names.map((name, at) => (name === null ? params[at] : values[name])),
        )
        if (!sqlite.inTransaction) throw new LostTransaction()
        return changes
      }
    },
  }
}

/** Name of a placeholder, as drizzle has it bare or in a parameter; null for a constant. */
function placeholderName(param: unknown): string | null {
  if (is(param, Placeholder)) return param.name
  if (is(param, Param) && is(param.value, Placeholder)) return param.value.name
  return null
}

/** 0/1, as the tables keep flags. */
export function flag(value: boolean): number {
  return value ? 1 : 0
}
