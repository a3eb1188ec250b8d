import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendMessage } from '../src/groups/send-message'
import { type BenchCrew, benchCrew } from './bench-crew'
import { type BenchResult, median, round } from './measure'

const RATE = 2_000
const TICK_MS = 5
const SECONDS = 4
const ROUNDS = 5
const CONTENT = 'x'.repeat(200)

/** Event-loop delay in ms at the 99th percentile while `work` is done every 5 ms. */
async function delayP99(work: () => void): Promise<number> {
  const histogram = monitorEventLoopDelay({ resolution: 1 })
  histogram.enable()
  const until = performance.now() + SECONDS * 1000
  while (performance.now() < until) {
    work()
    await sleep(TICK_MS)
  }
  histogram.disable()
  return histogram.percentile(99) / 1e6
}

export async function loopBench(): Promise<BenchResult[]> {
  const bench: BenchCrew = await benchCrew()
  const { core, crew, sender, groupName } = bench
  let sent = 0
  let stored = 0
  let began = 0
  const send = () => {
    const due = Math.floor(((performance.now() - began) / 1000) * RATE)
    for (; sent < due; sent++) {
      sendMessage(
        core.shard,
        crew,
        { ...sender, cause: { kind: 'request' } },
        { group: groupName, content: CONTENT },
      )
      core.journal.release(
        crew.state.lead.id,
        () => stored++,
        () => {},
      )
    }
  }
  const idle: number[] = []
  const busy: number[] = []
  let rate = 0
  for (let i = 0; i < ROUNDS; i++) {
    idle.push(await delayP99(() => {}))
    began = performance.now()
    sent = 0
    stored = 0
    busy.push(await delayP99(send))
    rate = stored / ((performance.now() - began) / 1000)
    await core.journal.flush()
  }
  await bench.close()
  const extra = median(busy) - median(idle)
  return [
    {
      name: `event-loop delay p99 at ${RATE} msg/s over idle, ms`,
      ratio: round(extra),
      bound: '<= 2',
      ok: extra <= 2,
      detail: {
        'idle p99 ms': round(median(idle)),
        'busy p99 ms': round(median(busy)),
        'durable messages/s': Math.round(rate),
      },
    },
  ]
}
