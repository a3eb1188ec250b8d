import { expect } from 'vitest'

/** A page that draws, measures and scrolls says the same this often before it counts as still. */
const TIMES = 5
const INTERVAL_MS = 100

/** What a page says once that stays the same: where a row stands, or the order of a list. */
export async function settled<T>(read: () => Promise<T>): Promise<T> {
  let last = await read()
  let times = 0
  const isSame = async () => {
    const now = await read()
    times = JSON.stringify(now) === JSON.stringify(last) ? times + 1 : 0
    last = now
    return times
  }
  await expect.poll(isSame, { interval: INTERVAL_MS }).toBeGreaterThanOrEqual(TIMES)
  return last
}
