/** A program may wait that long for a tool without writing anything. */
const STILL_MS = 60 * 60 * 1_000

/** A file that nobody has written to for an hour: its session was broken off, whatever its last record says. In ms since 1970. */
export function isStill(changedAt: number): boolean {
  return Date.now() - changedAt > STILL_MS
}
