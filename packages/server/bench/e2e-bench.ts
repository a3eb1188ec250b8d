import { setTimeout as sleep } from 'node:timers/promises'
import { judged, type Row } from './e2e/bounds'
import type { Crowd, Shape } from './e2e/crowd'
import { flatness } from './e2e/flat'
import { loopDelays } from './e2e/loop-delay'
import { type Plan, SHORT, WHOLE } from './e2e/plan'
import { residentMiB } from './e2e/process-cost'
import { type Door, type ProductCrowd, productCrowd } from './e2e/product'
import { fdatasyncP50, groupCommit } from './e2e/raw-limits'
import { relayCrowd } from './e2e/relay'
import { type Load, type Measured, medianOf, runLoad } from './e2e/run-load'
import { metricsOf } from './e2e/server-metrics'
import { costPerMessage, costSoFar } from './e2e/stored-cost'
import { type BenchResult, median, round } from './measure'

const DOORS: readonly Door[] = ['agent', 'pipe']
/** What is confirmed is written within 100 ms. */
const SETTLE_MS = 300
const MOST_RAW_MS = 500
const PRINTED = 'printed'

type Crowds = Readonly<Record<Door, ProductCrowd> & { relay: Crowd }>

/** `--part NAME` measures one of them. */
const PARTS = {
  shapes: () => shapes(WHOLE),
  flat: flatness,
  loop: loopDelays,
}

/** From an agent's write to the last member's receipt and the last dashboard's frame, beside a relay that stores nothing. */
export async function e2eBench(): Promise<BenchResult[]> {
  if (process.argv.includes('--short')) return (await shapes(SHORT)).filter(isRatio)
  const at = process.argv.indexOf('--part')
  const results: BenchResult[] = []
  for (const [name, part] of Object.entries(PARTS)) {
    if (at === -1 || process.argv[at + 1] === name) results.push(...(await part()))
  }
  return results
}

function isRatio({ bound }: BenchResult): boolean {
  return bound !== PRINTED
}

async function shapes(plan: Plan): Promise<BenchResult[]> {
  const results: BenchResult[] = []
  for (const { shape, loads } of plan.shapes) {
    const crowds: Crowds = {
      agent: await productCrowd('agent', shape),
      pipe: await productCrowd('pipe', shape),
      relay: await relayCrowd(shape),
    }
    try {
      for (const crowd of Object.values<Crowd>(crowds)) {
        await runLoad(crowd, { inFlight: 20 }, plan.warmUpMs)
      }
      for (const load of loads) {
        for (const row of await measure(crowds, shape, load, plan)) {
          const place = placeOf(row)
          results.push(figures(row, place), ...judged(row, place))
        }
      }
    } finally {
      for (const crowd of Object.values<Crowd>(crowds)) await crowd.close()
    }
  }
  return results
}

interface MeasuredRow extends Row {
  readonly loopDelayMs: number
  readonly rssMiB: number
  /** Raw messages per second with so many in each transaction; null where the load is a rate. */
  readonly groupCommit: number | null
}

/** Both doors, the relay and the raw limits in turn, so that all meet the same machine. */
async function measure(
  crowds: Crowds,
  shape: Shape,
  load: Load,
  { rounds, ms }: Plan,
): Promise<MeasuredRow[]> {
  const before = {
    agent: await costSoFar(crowds.agent.server),
    pipe: await costSoFar(crowds.pipe.server),
  }
  const first = { agent: crowds.agent.written(), pipe: crowds.pipe.written() }
  const measured: Record<keyof Crowds, Measured[]> = { agent: [], pipe: [], relay: [] }
  const delays: Record<Door, number[]> = { agent: [], pipe: [] }
  const syncs: number[] = []
  const commits: number[] = []
  for (let n = 0; n < rounds; n++) {
    measured.relay.push(await runLoad(crowds.relay, load, ms))
    for (const door of DOORS) {
      await metricsOf(crowds[door].server)
      measured[door].push(await runLoad(crowds[door], load, ms))
      delays[door].push((await metricsOf(crowds[door].server)).loopDelayMs)
    }
    syncs.push(fdatasyncP50())
    if ('inFlight' in load) commits.push(groupCommit(load.inFlight, Math.min(ms, MOST_RAW_MS)))
  }
  await sleep(SETTLE_MS)
  const rows: MeasuredRow[] = []
  for (const door of DOORS) {
    const { server, written, pid } = crowds[door]
    const cost = costPerMessage(before[door], await costSoFar(server), written() - first[door])
    rows.push({
      shape,
      load,
      door,
      cost,
      relay: medianOf(measured.relay),
      ours: medianOf(measured[door]),
      fdatasync: median(syncs),
      groupCommit: commits.length === 0 ? null : median(commits),
      loopDelayMs: median(delays[door]),
      rssMiB: residentMiB(pid),
    })
  }
  return rows
}

function placeOf({ shape, load, door }: Row): string {
  const at = 'inFlight' in load ? `${load.inFlight} in flight` : `${load.perSecond}/s`
  return `${shape.agents} agents, ${shape.dashboards} dashboards, ${door}, ${at}`
}

/** Everything that was measured, without a bound. */
function figures(row: MeasuredRow, place: string): BenchResult {
  const { shape, ours, relay, cost } = row
  const readers = shape.agents - 1 + shape.dashboards
  return {
    name: `${place}: messages/s`,
    ratio: Math.round(ours.perSecond),
    bound: PRINTED,
    ok: true,
    detail: {
      'deliveries/s': Math.round(ours.perSecond * readers),
      'p50 ms': round(ours.p50),
      'p99 ms': round(ours.p99),
      'CPU µs per message': Math.round(ours.cpu),
      'CPU µs per delivery': round(ours.cpu / readers, 1),
      facts: round(cost.facts),
      rows: round(cost.rows),
      batches: round(cost.batches),
      bytes: Math.round(cost.bytes),
      'rows of records': round(cost.recordRows),
      'bytes of records': Math.round(cost.recordBytes),
      'loop delay p99 ms': round(row.loopDelayMs),
      'RSS MiB': Math.round(row.rssMiB),
      'relay messages/s': Math.round(relay.perSecond),
      'relay p50 ms': round(relay.p50),
      'relay CPU µs': Math.round(relay.cpu),
      'fdatasync ms': round(row.fdatasync),
      ...(row.groupCommit === null
        ? {}
        : { 'raw group commit messages/s': Math.round(row.groupCommit) }),
      ...(ours.behind === 0 ? {} : { behind: ours.behind }),
      'bench loop p99 ms': round(ours.ownDelay),
    },
  }
}
