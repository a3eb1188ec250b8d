import { setTimeout as sleep } from 'node:timers/promises'
import { boundsOf } from './e2e/bounds'
import type { Crowd, Shape } from './e2e/crowd'
import { residentMiB } from './e2e/process-cost'
import { type Door, type ProductCrowd, productCrowd } from './e2e/product'
import { fdatasyncP50, groupCommit } from './e2e/raw-limits'
import { relayCrowd } from './e2e/relay'
import { type Load, type Measured, runLoad } from './e2e/run-load'
import { type Stored, storedBy } from './e2e/stored-cost'
import { type BenchResult, median, round } from './measure'

const DOORS: readonly Door[] = ['agent', 'pipe']
/** What is confirmed is written within 100 ms. */
const SETTLE_MS = 400

interface Plan {
  readonly shapes: readonly Shape[]
  readonly loads: readonly Load[]
  readonly rounds: number
  readonly ms: number
}

const WHOLE: Plan = {
  shapes: [
    { agents: 5, dashboards: 1 },
    { agents: 20, dashboards: 5 },
    { agents: 99, dashboards: 10 },
  ],
  loads: [
    { inFlight: 5 },
    { inFlight: 20 },
    { inFlight: 128 },
    { perSecond: 20 },
    { perSecond: 200 },
    { perSecond: 1_000 },
  ],
  rounds: 3,
  ms: 2_000,
}
/** `--short`: only what has a bound, once or twice. */
const SHORT: Plan = {
  shapes: [
    { agents: 5, dashboards: 1 },
    { agents: 99, dashboards: 10 },
  ],
  loads: [{ inFlight: 5 }, { inFlight: 128 }, { perSecond: 200 }, { perSecond: 1_000 }],
  rounds: 1,
  ms: 1_200,
}

/** From an agent's write to the last member's receipt and the last dashboard's frame, beside a relay that stores nothing. */
export async function e2eBench(): Promise<BenchResult[]> {
  const isShort = process.argv.includes('--short')
  const { shapes, loads, rounds, ms } = isShort ? SHORT : WHOLE
  const results: BenchResult[] = []
  for (const shape of shapes) {
    const crowds = {
      agent: await productCrowd('agent', shape),
      pipe: await productCrowd('pipe', shape),
      relay: await relayCrowd(shape),
    }
    try {
      for (const load of loads) {
        // A relay of 100 cannot be asked for 1,000/s here, and neither can we.
        if (isShort && 'perSecond' in load && load.perSecond * shape.agents > 20_000) continue
        const syncs = [fdatasyncP50()]
        const measured = {
          agent: [] as Measured[],
          pipe: [] as Measured[],
          relay: [] as Measured[],
        }
        const stored = { agent: null as Cost | null, pipe: null as Cost | null }
        for (let n = 0; n < rounds; n++) {
          measured.relay.push(await runLoad(crowds.relay, load, ms))
          for (const door of DOORS) {
            const run = await costOf(crowds[door], () => runLoad(crowds[door], load, ms))
            measured[door].push(run.measured)
            stored[door] = run.cost
          }
          syncs.push(fdatasyncP50())
        }
        const relay = medianOf(measured.relay)
        for (const door of DOORS) {
          const row = {
            shape,
            load,
            door,
            relay,
            ours: medianOf(measured[door]),
            fdatasync: median(syncs),
          }
          results.push(...rowsOf(row, stored[door], crowds[door]))
        }
      }
    } finally {
      for (const crowd of Object.values<Crowd>(crowds)) await crowd.close()
    }
  }
  for (const inFlight of [1, 5, 20, 128]) {
    const perSecond = Math.round(groupCommit(inFlight, ms))
    const name = `raw group commit of one message and one journal row, ${inFlight} in flight, messages/s`
    results.push({ name, ratio: perSecond, bound: 'printed', ok: true, detail: {} })
  }
  return results
}

interface Cost {
  readonly facts: number
  readonly rows: number
  readonly bytes: number
  readonly recordBytes: number
  readonly batches: number
}

async function costOf(crowd: ProductCrowd, run: () => Promise<Measured>) {
  const before = await storedBy(crowd.server)
  const first = crowd.written()
  const measured = await run()
  await sleep(SETTLE_MS)
  const after = await storedBy(crowd.server)
  const messages = crowd.written() - first
  const per = (what: keyof Stored) => (after[what] - before[what]) / messages
  const cost: Cost = {
    facts: per('facts'),
    rows: per('rows'),
    bytes: per('bytes'),
    recordBytes: per('recordBytes'),
    batches: per('batches'),
  }
  return { measured, cost }
}

function medianOf(runs: readonly Measured[]): Measured {
  const of = (what: keyof Measured) => median(runs.map((run) => run[what]))
  return {
    messages: of('messages'),
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    cpu: of('cpu'),
    behind: of('behind'),
    ownDelay: of('ownDelay'),
  }
}

function rowsOf(
  row: Parameters<typeof boundsOf>[0],
  cost: Cost | null,
  crowd: ProductCrowd,
): BenchResult[] {
  const { shape, load, door, ours, relay } = row
  const at = 'inFlight' in load ? `${load.inFlight} in flight` : `${load.perSecond}/s`
  const place = `${shape.agents} agents, ${shape.dashboards} dashboards, ${door}, ${at}`
  const readers = shape.agents - 1 + shape.dashboards
  const whole: BenchResult = {
    name: `${place}: messages/s`,
    ratio: Math.round(ours.perSecond),
    bound: 'printed',
    ok: true,
    detail: {
      'p50 ms': round(ours.p50),
      'p99 ms': round(ours.p99),
      'CPU µs per message': Math.round(ours.cpu),
      'CPU µs per delivery': round(ours.cpu / readers, 1),
      'deliveries/s': Math.round(ours.perSecond * readers),
      facts: round(cost?.facts ?? Number.NaN),
      rows: round(cost?.rows ?? Number.NaN),
      batches: round(cost?.batches ?? Number.NaN),
      bytes: Math.round(cost?.bytes ?? Number.NaN),
      'bytes of records': Math.round(cost?.recordBytes ?? Number.NaN),
      'RSS MiB': Math.round(residentMiB(crowd.pid)),
      'relay messages/s': Math.round(relay.perSecond),
      'relay p50 ms': round(relay.p50),
      'relay CPU µs': Math.round(relay.cpu),
      ...(ours.behind === 0 ? {} : { behind: ours.behind }),
      'bench loop p99 ms': round(ours.ownDelay),
    },
  }
  const bounded = boundsOf(row).map(({ what, of, atMost, atLeast, goal }): BenchResult => {
    const value = of(row)
    const most = atMost?.(row)
    const isOk = most === undefined ? value >= (atLeast ?? 0) : value <= most
    return {
      name: `${place}: ${what}`,
      ratio: round(value),
      bound: most === undefined ? `>= ${atLeast}` : `<= ${round(most)}`,
      ok: isOk,
      detail: goal === undefined ? {} : { goal },
    }
  })
  return [whole, ...bounded]
}
