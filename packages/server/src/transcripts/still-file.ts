/** A program that waits longer for one tool is shown as going on again when it writes. */
const STILL_MS = 10 * 60 * 1_000

/**
 * A file that nobody has written to for ten minutes: its session was broken off, whatever its last record says. In ms since
 * 1970.
 */
export function isStill(changedAt: number): boolean {
  return Date.now() - changedAt > STILL_MS
}
