import { iso } from '../clock'

/** Timestamps may run ahead of the clock by this much to stay apart; after that they tie. */
const MAX_AHEAD_MS = 1_000

/**
 * The timestamp of the next message of a group or session: never before the last one; a tie is moved by 1 ms while that is at
 * most 1 s ahead of the clock. `seq` gives the order, this is for people.
 */
export function nextTimestamp(now: number, last: string | null): string {
  if (last === null) return iso(now)
  const previous = Date.parse(last)
  if (now > previous) return iso(now)
  return iso(previous + 1 - now <= MAX_AHEAD_MS ? previous + 1 : previous)
}
