import type { CrewEvent } from '@crewroom/shared/protocol/events'
import type { Bar } from './lane-bars'
import type { Picture } from './lane-rows'
import type { Story } from './time-range'

/** What ended at most this long ago, or a tenth of the story, still goes on. */
const FRESH_MS = 60_000

/** From the first to the last thing that happened; a story that goes on ends now. `born`: when the crew began. */
export function storyOf(
  picture: Picture,
  born: number,
  knownFrom: number | null,
  now: number,
): Story {
  let first = Infinity
  let last = born
  let isGoingOn = false
  for (const { marks } of picture.lanes) {
    const [begin] = marks
    const end = marks.at(-1)
    if (begin) first = Math.min(first, begin.at)
    if (end) last = Math.max(last, end.at)
  }
  for (const bars of picture.bars.values()) {
    for (const { from, to, isWork } of bars) {
      first = Math.min(first, from)
      last = Math.max(last, to ?? from)
      isGoingOn ||= isWork && to === null
    }
  }
  const from = knownFrom === null ? Math.min(first, last) : Math.max(knownFrom, born)
  const isFresh = now - last < Math.max(FRESH_MS, (last - from) / 10)
  const to = isGoingOn || isFresh ? Math.max(now, last) : last
  return { from, to }
}

/** The last thing before a stretch, or, where nothing was before, the first after it; null when nothing happened. */
export function nearestActivity(
  picture: Picture,
  { from, to }: Story,
): { readonly at: number; readonly isBefore: boolean } | null {
  let before = -Infinity
  let after = Infinity
  const see = (at: number) => {
    if (at < from) before = Math.max(before, at)
    else if (at > to) after = Math.min(after, at)
  }
  for (const { marks } of picture.lanes) for (const { at } of marks) see(at)
  for (const bars of picture.bars.values()) {
    for (const bar of bars) {
      see(bar.from)
      if (bar.to !== null) see(bar.to)
    }
  }
  if (before > -Infinity) return { at: before, isBefore: true }
  return after < Infinity ? { at: after, isBefore: false } : null
}

/** Whether nothing happened in a stretch: nobody did anything, whoever may wait. */
export function isEmptyIn({ lanes, bars }: Picture, { from, to }: Story, now: number): boolean {
  if (lanes.some(({ marks }) => marks.some(({ at }) => at >= from && at <= to))) return false
  const isWork = (own: Bar) => own.isWork && own.from <= to && (own.to ?? now) >= from
  return ![...bars.values()].some((own) => own.some(isWork))
}

/** How many events a piece of the story has, for as many equal pieces as there are. */
export function histogram(
  events: readonly CrewEvent[],
  { from, to }: Story,
  pieces: number,
): readonly number[] {
  const counts = Array.from({ length: pieces }, () => 0)
  const length = Math.max(1, to - from)
  for (const event of events) {
    const at = Date.parse(event.at)
    if (at < from || at > to) continue
    const piece = Math.min(pieces - 1, Math.floor(((at - from) / length) * pieces))
    counts[piece] = (counts[piece] ?? 0) + 1
  }
  return counts
}
