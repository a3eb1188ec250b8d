const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long something is still open, in the largest unit that says enough. */
export function timeLeft(ms: number): string {
  if (ms <= 0) return 'too old'
  if (ms < MINUTE) return 'less than a minute left'
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min left`
  if (ms < 2 * DAY) return `${Math.floor(ms / HOUR)} h left`
  return `${Math.floor(ms / DAY)} days left`
}
