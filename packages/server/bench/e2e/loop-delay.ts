import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { benchFolder } from '../bench-crew'
import { type BenchResult, median, round } from '../measure'
import { productCrowd } from './product'
import { runLoad } from './run-load'
import { metricsOf } from './server-metrics'
import { slowFsync } from './slow-fsync'

const SHAPE = { agents: 5, dashboards: 1 }
const LOAD = { perSecond: 1_000 }
const ROUNDS = 5
const MS = 2_000
const BOUND_MS = 2
const SLOWER_MS = 3

/** How late the server's event loop is at 1,000/s end to end over when it does nothing, on this disk and on a slow one. */
export async function loopDelays(): Promise<BenchResult[]> {
  const folder = benchFolder()
  try {
    const slow = slowFsync(folder, SLOWER_MS)
    const name = `loop delay p99 at 1,000/s over idle, ms, ${SLOWER_MS} ms added to every fsync`
    return [
      await loopDelay('loop delay p99 at 1,000/s over idle, ms', {}, 0),
      slow
        ? await loopDelay(name, slow, SLOWER_MS)
        : skipped(name, 'it takes Linux and a C compiler `cc`'),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function loopDelay(
  name: string,
  environment: Readonly<Record<string, string>>,
  commitMsAtLeast: number,
): Promise<BenchResult> {
  const crowd = await productCrowd('agent', SHAPE, { environment })
  const { server } = crowd
  const idle: number[] = []
  const busy: number[] = []
  try {
    await runLoad(crowd, LOAD, MS)
    const before = await metricsOf(server)
    for (let n = 0; n < ROUNDS; n++) {
      await metricsOf(server)
      await sleep(MS)
      idle.push((await metricsOf(server)).loopDelayMs)
      await runLoad(crowd, LOAD, MS)
      busy.push((await metricsOf(server)).loopDelayMs)
    }
    const after = await metricsOf(server)
    const commitMs = (after.commitMs - before.commitMs) / (after.batches - before.batches)
    if (commitMs < commitMsAtLeast)
      return skipped(name, 'the library that slows fsync had no effect')
    const extra = median(busy) - median(idle)
    return {
      name,
      ratio: round(extra),
      bound: `at most ${BOUND_MS}`,
      ok: extra <= BOUND_MS,
      detail: {
        'idle p99 ms': round(median(idle)),
        'busy p99 ms': round(median(busy)),
        'commit ms': round(commitMs),
      },
    }
  } finally {
    await crowd.close()
  }
}

function skipped(name: string, why: string): BenchResult {
  return { name, ratio: Number.NaN, bound: 'skipped', ok: true, detail: { why } }
}
