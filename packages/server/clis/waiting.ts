import { setTimeout as pause } from 'node:timers/promises'

const EVERY_MS = 200
/** Programs of hundreds of megabytes share a machine here. */
const PATIENCE_MS = 60_000

/** Looks again until there is something, and fails with what was waited for. */
export async function until<T>(
  what: string,
  look: () => Promise<T | null | false | undefined> | T | null | false | undefined,
  ms = PATIENCE_MS,
): Promise<T> {
  const end = performance.now() + ms
  for (;;) {
    const found = await look()
    if (found !== null && found !== undefined && found !== false) return found
    if (performance.now() > end) throw new Error(`not within ${ms / 1_000} s: ${what}`)
    await pause(EVERY_MS)
  }
}
