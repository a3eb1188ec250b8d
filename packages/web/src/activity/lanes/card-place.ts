import type { Row } from './lane-rows'

interface Seen {
  readonly top: number
  readonly height: number
  readonly left: number
  readonly width: number
}
interface Size {
  readonly width: number
  readonly height: number
}

const GAP = 8

/** Where a card is placed: below all lanes if there is room, else where it covers the fewest of those it describes. */
export function cardPlace(
  x: number,
  own: Row | undefined,
  rows: readonly Row[],
  told: ReadonlySet<string>,
  seen: Seen,
  contentHeight: number,
  card: Size,
): { readonly left: number; readonly top: number } {
  const right = seen.left + seen.width - card.width - GAP
  const left = Math.max(seen.left + GAP, Math.min(x - card.width / 2, right))
  const bottom = seen.top + seen.height
  const below = contentHeight + GAP
  if (below + card.height <= bottom) return { left, top: below }
  const under = own ? own.top + own.height + 2 : seen.top
  const over = own ? own.top - card.height - 2 : seen.top
  const candidates = [under, over, bottom - card.height - GAP, seen.top + GAP].filter(
    (top) => top >= seen.top && top + card.height <= bottom,
  )
  const isAbout = (row: Row) => row === own || (row.kind === 'agent' && told.has(row.lane.id))
  const covered = (top: number) =>
    rows.filter((row) => row.top < top + card.height && row.top + row.height > top && isAbout(row))
      .length + (own && own.top < top + card.height && own.top + own.height > top ? rows.length : 0)
  const [first, ...others] = candidates
  let best = first ?? Math.max(seen.top, bottom - card.height)
  for (const top of others) if (covered(top) < covered(best)) best = top
  return { left, top: best }
}
