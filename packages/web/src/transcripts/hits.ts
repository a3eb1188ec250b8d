import type { FoundText } from '@crewroom/shared/transcript/views'

/** Which hit one is at; null before the first. */
export type At = number | null

/**
 * The first hit from an item on, where one begins to go through them: not one that is far away. `ids` are those of the loaded
 * items; hits of others are before them.
 */
export function firstFrom(
  hits: readonly FoundText[],
  ids: readonly string[],
  from: string | null,
): number {
  const places = new Map(ids.map((id, place) => [id, place]))
  const least = (from === null ? undefined : places.get(from)) ?? 0
  const at = hits.findIndex(({ itemId }) => (places.get(itemId) ?? -1) >= least)
  return at === -1 ? 0 : at
}

export const nextHit = (at: At, count: number, by: 1 | -1, first = 0): At =>
  count === 0 ? null : at === null ? first : (at + by + count) % count

/** The place of a hit among those in the same text. */
export function nthInText(hits: readonly FoundText[], at: number): number {
  const own = hits[at]
  if (!own) return 0
  const isSame = (hit: FoundText) =>
    hit.itemId === own.itemId && hit.displayItemId === own.displayItemId
  return hits.slice(0, at).filter(isSame).length
}

/** `3 of 12`, `12`, `No hits`; `500+` where there are more than were looked for. */
export function hitWords(at: At, count: number, hasMore: boolean): string {
  if (count === 0) return 'No hits'
  const all = `${count.toLocaleString('en')}${hasMore ? '+' : ''}`
  return at === null ? all : `${at + 1} of ${all}`
}

/** After a search was repeated the same hit is at another number, if it is still there. */
export function sameHit(before: FoundText | undefined, hits: readonly FoundText[]): At {
  if (!before) return null
  const at = hits.findIndex(
    (hit) =>
      hit.itemId === before.itemId &&
      hit.displayItemId === before.displayItemId &&
      hit.before === before.before &&
      hit.after === before.after,
  )
  return at === -1 ? null : at
}
