import type { Clock } from '../../clock'

/** So long after it was lost a call is sent again: a server has started within that. */
export const AGAIN_FOR_MS = 30_000
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2_000

/**
 * Sends until an answer comes. Once something that `isLost` was sent, it is sent again after a pause that grows, for half a
 * minute; the last error is thrown then.
 */
export async function untilAnswered<T>(
  clock: Pick<Clock, 'after' | 'monotonic'>,
  send: (isAgain: boolean) => Promise<T>,
  isLost: (error: unknown, isAgain: boolean) => boolean,
): Promise<T> {
  let lostAt: number | null = null
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await send(lostAt !== null)
    } catch (error) {
      if (!isLost(error, lostAt !== null)) throw error
      lostAt ??= clock.monotonic()
      if (clock.monotonic() + pauseMs - lostAt > AGAIN_FOR_MS) throw error
    }
    await new Promise<void>((resolve) => void clock.after(pauseMs, resolve))
  }
}
