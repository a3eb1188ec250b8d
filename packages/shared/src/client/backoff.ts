const FIRST_MS = 500
const LAST_MS = 15_000
const SPREAD = 0.3

/** How long to wait before connection attempt `attempt` (0 is the first retry). `random` is in [0, 1). */
export function backoffMs(attempt: number, random: number): number {
  const base = Math.min(LAST_MS, FIRST_MS * 2 ** Math.min(attempt, 10))
  // Spread, so that many pages do not knock on a restarted server in the same moment.
  return Math.round(base * (1 - SPREAD + 2 * SPREAD * random))
}
