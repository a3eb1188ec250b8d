/** Where a part of a list ended. */
export interface After {
  readonly createdAt: string
  readonly id: string
}

/** Newest first; of the same time by id. */
export function byCreation(one: After, other: After): number {
  if (one.createdAt !== other.createdAt) return one.createdAt > other.createdAt ? -1 : 1
  if (one.id === other.id) return 0
  return one.id < other.id ? -1 : 1
}

/**
 * The next part of a list, newest first. What comes and goes while somebody pages leaves no gap and repeats nothing: a part
 * begins behind a row, whether that is still there or not, and not at a number.
 */
export function partAfter<R extends After>(
  rows: readonly R[],
  after: After | null,
  limit: number,
): { readonly rows: readonly R[]; readonly hasMore: boolean } {
  const left = after === null ? [...rows] : rows.filter((row) => byCreation(after, row) < 0)
  left.sort(byCreation)
  return { rows: left.slice(0, limit), hasMore: left.length > limit }
}

/**
 * The next part of several lists together. A list that was read only in part has more before what another one goes on with:
 * the part ends where the first of them ended.
 */
export function partOfAll<R extends After>(
  lists: readonly { readonly rows: readonly R[]; readonly hasMore: boolean }[],
  after: After | null,
  limit: number,
): { readonly rows: readonly R[]; readonly hasMore: boolean } {
  const ends = lists.flatMap(({ rows, hasMore }) => (hasMore ? rows.slice(-1) : []))
  const part = partAfter(
    lists.flatMap(({ rows }) => rows),
    after,
    limit,
  )
  const rows = part.rows.filter((row) => ends.every((end) => byCreation(row, end) <= 0))
  return { rows, hasMore: part.hasMore || ends.length > 0 }
}
