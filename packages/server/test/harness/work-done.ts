/** Runs of the same: the least of them counts, so that what else the machine does counts little. */
const RUNS = 3

/**
 * What a run takes of the processor, in microseconds: for comparing two runs of one test. Work that grows with its input
 * and work that explodes are a factor of thousands apart, so ask for a generous one; and begin with a small input, because
 * what explodes cannot be stopped.
 */
export function workOf(run: () => unknown): number {
  let least = Infinity
  for (let n = 0; n < RUNS; n++) {
    const before = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, user + system)
  }
  return Math.max(1, least)
}
