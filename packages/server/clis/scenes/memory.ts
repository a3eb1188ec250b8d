import { setTimeout as pause } from 'node:timers/promises'
import { residentOf } from '../processes-of-run'
import { ask, hasTalked } from './groups'
import type { Stage } from './stage'

const SAMPLE_MS = 2_000
/** Rounds that follow faster count as talking in circles. */
const ROUND_MS = 15_000
/** A shorter run is not judged: what a process takes at first hides what it keeps. */
const JUDGED_MINUTES = 5
/** How much memory may grow after the first third of the run, as a share of what the process holds. */
const GROWTH = 0.1

/** What the server's process held while the crew talked. */
export interface Memory {
  readonly minutes: number
  readonly rounds: number
  /** In MiB: the median of the last third. */
  readonly resident: number
  /** In MiB per minute, from the end of the first third on. */
  readonly slope: number
  readonly isFlat: boolean
}

/** The crew talks round after round while the server's memory is sampled. */
export async function memory({ floor, members }: Stage, minutes: number): Promise<Memory> {
  const samples: { readonly at: number; readonly mib: number }[] = []
  const end = performance.now() + minutes * 60_000
  const watch = (async () => {
    while (performance.now() < end) {
      samples.push({ at: performance.now() / 60_000, mib: residentOf(floor.pid) })
      await pause(SAMPLE_MS)
    }
  })()
  let rounds = 0
  while (performance.now() < end) {
    rounds++
    const next = pause(ROUND_MS)
    await ask(floor, members, rounds + 1)
    await Promise.all(members.map((member) => hasTalked(floor, member, rounds + 1)))
    await next
  }
  await watch
  const settled = samples.slice(Math.floor(samples.length / 3))
  const last = settled.slice(Math.floor(settled.length / 2)).map(({ mib }) => mib)
  const resident = last.toSorted((a, b) => a - b)[Math.floor(last.length / 2)] ?? 0
  const slope = slopeOf(settled)
  const grown = slope * minutes * (2 / 3)
  return {
    minutes,
    rounds,
    resident,
    slope,
    isFlat: minutes < JUDGED_MINUTES || grown <= resident * GROWTH,
  }
}

/** By least squares. */
function slopeOf(samples: readonly { readonly at: number; readonly mib: number }[]): number {
  const mean = (of: (one: (typeof samples)[number]) => number) =>
    samples.reduce((sum, one) => sum + of(one), 0) / Math.max(1, samples.length)
  const [at, mib] = [mean((one) => one.at), mean((one) => one.mib)]
  const spread = samples.reduce((sum, one) => sum + (one.at - at) ** 2, 0)
  const rise = samples.reduce((sum, one) => sum + (one.at - at) * (one.mib - mib), 0)
  return spread === 0 ? 0 : rise / spread
}
