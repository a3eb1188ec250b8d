import { LIMITS } from '@crewroom/shared/protocol/limits'

/** Rows are read in portions of this many, so that no read holds much more than a page may have. */
const PORTION = 64
/** What a row costs beside its long texts: ids, names, times. */
const ROW_BYTES = 400
/** An id between quotes, and a comma. */
export const ID_BYTES = 40

/** Where a page's rows come from, the nearest to its position first. */
export interface RowSource<T> {
  /** The next rows behind `last`, or from the position itself; fewer than `limit` only when there are no more. */
  next(last: T | null, limit: number): readonly T[]
  /** Roughly how long the row is as JSON. */
  bytes(row: T): number
}

/** How many bytes a row with these texts takes as JSON. */
export function rowBytes(...texts: readonly (string | null)[]): number {
  let bytes = ROW_BYTES
  for (const text of texts) if (text !== null) bytes += Buffer.byteLength(JSON.stringify(text))
  return bytes
}

/** At most `limit` rows, and about `pageBytes` of them; one, however long it is. `more`: there are further ones. */
export function readRows<T>(
  source: RowSource<T>,
  limit: number,
  most: number = LIMITS.pageBytes,
): { readonly rows: T[]; readonly more: boolean } {
  const rows: T[] = []
  let bytes = 0
  for (;;) {
    const asked = Math.min(limit + 1 - rows.length, PORTION)
    const portion = source.next(rows.at(-1) ?? null, asked)
    for (const row of portion) {
      bytes += source.bytes(row)
      if (rows.length === limit || (rows.length > 0 && bytes > most)) return { rows, more: true }
      rows.push(row)
    }
    if (portion.length < asked) return { rows, more: false }
  }
}
