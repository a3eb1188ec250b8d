import { type ChildProcess, fork } from 'node:child_process'
import { cpuMicroseconds } from './e2e/process-cost'
import { type Dashboards, dashboards } from './fanout/dashboards'
import type { Burst } from './fanout/fanout-program'
import { TOKEN } from './fanout/product-fanout'
import { type BenchResult, median, round } from './measure'

const DASHBOARDS = [1, 10, 50, 200]
const ROUNDS = 7
/** Below this many sockets the event's own cost is what is measured, and is only printed. */
const BOUND_FROM = 10

const LOADS = [
  { name: 'single', atLeast: 0.85, burst: { turns: 60, perTurn: 1, everyMs: 3 } },
  {
    name: 'burst of 1,000, 10 a turn',
    atLeast: 0.5,
    burst: { turns: 100, perTurn: 10, everyMs: 0 },
  },
] as const

interface Side {
  readonly program: ChildProcess
  readonly port: number
  readonly event: object
}

interface Measured {
  /** Processor time of the sending process, microseconds per frame and socket. */
  readonly cpu: number
  /** From the turn in which an event was published until the last socket had it, milliseconds. */
  readonly p50: number
  readonly framesPerSecond: number
}

/**
 * Events of a crew to its dashboards, beside a process that does nothing else. The bound is on processor time per frame:
 * what came when depends on who else uses the machine.
 */
export async function fanoutBench(): Promise<BenchResult[]> {
  const product = await start([])
  const raw = await start([JSON.stringify(product.event)])
  const { leadId } = product.event as { readonly leadId: string }
  const hello = { type: 'hello', token: TOKEN, leads: [leadId] }
  const results: BenchResult[] = []
  try {
    for (const count of DASHBOARDS) {
      const readers = {
        ours: await dashboards(product.port, count, hello),
        raw: await dashboards(raw.port, count, hello),
      }
      for (const { name, atLeast, burst } of LOADS) {
        const ours: Measured[] = []
        const theirs: Measured[] = []
        // The first is to warm up.
        for (let n = 0; n <= ROUNDS; n++) {
          const pair = [
            await measure(product, readers.ours, count, burst),
            await measure(raw, readers.raw, count, burst),
          ] as const
          if (n === 0) continue
          ours.push(pair[0])
          theirs.push(pair[1])
        }
        const of = (what: keyof Measured) =>
          [median(ours.map((one) => one[what])), median(theirs.map((one) => one[what]))] as const
        const [cpu, rawCpu] = of('cpu')
        const [p50, rawP50] = of('p50')
        const [perSecond, rawPerSecond] = of('framesPerSecond')
        const ratio = median(theirs.map((one, n) => one.cpu / (ours[n]?.cpu ?? Number.NaN)))
        const isBound = count >= BOUND_FROM
        results.push({
          name: `fan-out to ${count} dashboards, ${name}: frames per processor time ÷ raw`,
          ratio: round(ratio),
          bound: isBound ? `>= ${atLeast}` : 'printed',
          ok: !isBound || ratio >= atLeast,
          detail: {
            'CPU µs per frame': round(cpu),
            raw: round(rawCpu),
            'p50 ms to the last socket': round(p50),
            'raw p50': round(rawP50),
            'frames/s': Math.round(perSecond),
            'raw frames/s': Math.round(rawPerSecond),
          },
        })
      }
      readers.ours.close()
      readers.raw.close()
    }
  } finally {
    product.program.kill()
    raw.program.kill()
  }
  return results
}

async function start(args: readonly string[]): Promise<Side> {
  const script = new URL('./fanout-program.js', import.meta.url).pathname
  const program = fork(script, args)
  const ready = await new Promise<Omit<Side, 'program'>>((resolve, reject) => {
    program.once('message', (message) => resolve(message as Omit<Side, 'program'>))
    program.once('exit', (code) => reject(new Error(`the program ended with ${code}`)))
  })
  return { program, ...ready }
}

async function measure(
  { program }: Side,
  readers: Dashboards,
  count: number,
  burst: Burst,
): Promise<Measured> {
  const frames = burst.turns * burst.perTurn
  const pid = program.pid ?? 0
  const before = cpuMicroseconds(pid)
  const sent = new Promise<readonly number[]>((resolve) =>
    program.once('message', (message) => resolve(message as readonly number[])),
  )
  const all = readers.have(frames)
  program.send(burst)
  const [sentAt, hadAt] = await Promise.all([sent, all])
  const cpu = cpuMicroseconds(pid) - before
  const waits = hadAt.map((had, n) => (had - (sentAt[Math.floor(n / burst.perTurn)] ?? 0)) / 1e6)
  const took = ((hadAt.at(-1) ?? 0) - (sentAt[0] ?? 0)) / 1e9
  return {
    cpu: cpu / (frames * count),
    p50: median(waits),
    framesPerSecond: (frames * count) / took,
  }
}
