import { expect, test } from 'vitest'
import { type After, partOfAll } from './keyset'

const row = (day: number, id = 'a'): After => ({
  createdAt: `2026-01-${String(day).padStart(2, '0')}`,
  id,
})

test('RP32 several lists are paged without gap or repeat, also where one of them was read in part', () => {
  const first = [9, 7, 5, 3, 1].map((day) => row(day, 'first'))
  const second = [8, 6, 4, 2].map((day) => row(day, 'second'))
  const all = [...first, ...second].toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
  for (const limit of [1, 2, 3, 9]) {
    const seen: After[] = []
    for (let after: After | null = null, more = true; more;) {
      const behind = (rows: readonly After[], most: number) => {
        const left = rows.filter((one) => after === null || one.createdAt < after.createdAt)
        return { rows: left.slice(0, most), hasMore: left.length > most }
      }
      // The second list ends by its bytes after a single row, the first by the limit.
      const part: ReturnType<typeof partOfAll> = partOfAll(
        [behind(first, limit), behind(second, 1)],
        after,
        limit,
      )
      expect(part.rows.length).toBeGreaterThan(0)
      seen.push(...part.rows)
      after = part.rows.at(-1) ?? null
      more = part.hasMore
    }
    expect(seen, `${limit} a page`).toEqual(all)
  }
})
