/** Rows in the order of their numbers, read from one side of a position. Both answer in ascending order. */
export interface KeysetSource<T> {
  before(seq: number, limit: number): readonly T[]
  after(seq: number, limit: number): readonly T[]
  /** The number of the row that the id names; null when there is none to be seen. */
  find(id: string): number | null
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

/** At most `limit` rows next to a position, or around a row; the newest when no position is given. */
export function keysetPage<T extends { readonly seq: number }>(
  source: KeysetSource<T>,
  query: KeysetQuery,
): KeysetPage<T> {
  const { limit } = query
  if (query.after !== undefined) {
    const rows = source.after(query.after, limit + 1)
    return {
      rows: rows.slice(0, limit),
      hasBefore: source.before(rows[0]?.seq ?? query.after + 1, 1).length > 0,
      hasAfter: rows.length > limit,
    }
  }
  if (query.around !== undefined) return around(source, query.around, limit)
  const rows = source.before(query.before ?? Number.MAX_SAFE_INTEGER, limit + 1)
  const newest = rows.at(-1)?.seq ?? (query.before ?? 0) - 1
  return {
    rows: rows.slice(-limit),
    hasBefore: rows.length > limit,
    hasAfter: query.before !== undefined && source.after(newest, 1).length > 0,
  }
}

function around<T extends { readonly seq: number }>(
  source: KeysetSource<T>,
  id: string,
  limit: number,
): KeysetPage<T> {
  const center = source.find(id)
  if (center === null) return { rows: [], hasBefore: false, hasAfter: false }
  const half = Math.floor(limit / 2)
  const older = source.before(center + 1, half + 2)
  const kept = older.slice(-Math.max(1, half + 1))
  const room = Math.max(0, limit - kept.length)
  const newer = source.after(center, room + 1)
  return {
    rows: [...kept, ...newer.slice(0, room)],
    hasBefore: older.length > kept.length,
    hasAfter: newer.length > room,
  }
}
