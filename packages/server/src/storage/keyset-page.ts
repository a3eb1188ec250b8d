import { LIMITS } from '@crewroom/shared/protocol/limits'
import { readRows } from './page-bytes'

/** Rows in the order of their numbers, read from one side of a position. Both answer in ascending order. */
export interface KeysetSource<T> {
  before(seq: number, limit: number): readonly T[]
  after(seq: number, limit: number): readonly T[]
  /** The number of the row that the id names; null when there is none to be seen. */
  find(id: string): number | null
  /** Roughly how long a row is as JSON. */
  bytes(row: T): number
}

export interface KeysetQuery {
  readonly limit: number
  readonly before?: number
  readonly after?: number
  readonly around?: string
}

export interface KeysetPage<T> {
  readonly rows: readonly T[]
  readonly hasBefore: boolean
  readonly hasAfter: boolean
}

type Numbered = { readonly seq: number }

/**
 * At most `limit` rows next to a position, or around a row; the newest when no position is given. A page of long rows
 * ends earlier, at about `pageBytes`, and says that there are more.
 */
export function keysetPage<T extends Numbered>(
  source: KeysetSource<T>,
  query: KeysetQuery,
): KeysetPage<T> {
  const { limit } = query
  if (query.after !== undefined) {
    const { rows, more } = later(source, query.after, limit)
    return {
      rows,
      hasBefore: source.before(rows[0]?.seq ?? query.after + 1, 1).length > 0,
      hasAfter: more,
    }
  }
  if (query.around !== undefined) return around(source, query.around, limit)
  const { rows, more } = earlier(source, query.before ?? Number.MAX_SAFE_INTEGER, limit)
  const newest = rows.at(-1)?.seq ?? (query.before ?? 0) - 1
  return {
    rows,
    hasBefore: more,
    hasAfter: query.before !== undefined && source.after(newest, 1).length > 0,
  }
}

function around<T extends Numbered>(
  source: KeysetSource<T>,
  id: string,
  limit: number,
): KeysetPage<T> {
  const center = source.find(id)
  if (center === null) return { rows: [], hasBefore: false, hasAfter: false }
  // The row itself and half of the others before it, the rest behind it.
  const half = LIMITS.pageBytes / 2
  const older = earlier(source, center + 1, Math.floor(limit / 2) + 1, half)
  const room = limit - older.rows.length
  const newer =
    room > 0
      ? later(source, center, room, half)
      : { rows: [], more: source.after(center, 1).length > 0 }
  return {
    rows: [...older.rows, ...newer.rows],
    hasBefore: older.more,
    hasAfter: newer.more,
  }
}

/** The rows before a position, ascending. */
function earlier<T extends Numbered>(
  source: KeysetSource<T>,
  seq: number,
  limit: number,
  most?: number,
) {
  const { rows, more } = readRows<T>(
    {
      next: (last, count) => source.before(last?.seq ?? seq, count).toReversed(),
      bytes: (row) => source.bytes(row),
    },
    limit,
    most,
  )
  return { rows: rows.reverse(), more }
}

/** The rows after a position, ascending. */
function later<T extends Numbered>(
  source: KeysetSource<T>,
  seq: number,
  limit: number,
  most?: number,
) {
  return readRows<T>(
    {
      next: (last, count) => source.after(last?.seq ?? seq, count),
      bytes: (row) => source.bytes(row),
    },
    limit,
    most,
  )
}
