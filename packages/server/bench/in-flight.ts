/** So many operations are under way at once, on both sides of every comparison with raw SQL. */
export const IN_FLIGHT = 256

/** Runs operations 0, 1, 2 … below `count`, so many at once; the next begins when one has ended. */
export async function inFlight(count: number, run: (n: number) => Promise<void>): Promise<void> {
  let next = 0
  const client = async () => {
    while (next < count) await run(next++)
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, client))
}
