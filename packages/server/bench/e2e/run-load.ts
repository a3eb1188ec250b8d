import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { median, percentile } from '../measure'
import type { Crowd } from './crowd'
import { cpuMicroseconds } from './process-cost'

/** So many messages under way at once, or so many a second. */
export type Load = { readonly inFlight: number } | { readonly perSecond: number }

export interface Measured {
  readonly messages: number
  readonly perSecond: number
  /** From the writer's write to the last reader, milliseconds. */
  readonly p50: number
  readonly p99: number
  /** Of the server's process, all threads, microseconds. */
  readonly cpu: number
  /** Messages that had not reached everybody some seconds after the last was written. */
  readonly behind: number
  /** Of the bench itself: when it is late, everything seems to be. */
  readonly ownDelay: number
}

/** Until as much is under way as there will be. */
const RAMP_MS = 150
const TICK_MS = 2
/** More than this is not under way: who cannot keep up is behind, and said to be. */
const MOST = 2_000
const DRAIN_MS = 3_000
const LOST_MS = 30_000

let lastMessage = 0

/** Everything that is written in `ms`, until the last reader has read the last of it. */
export async function runLoad(crowd: Crowd, load: Load, ms: number): Promise<Measured> {
  const readers = crowd.shape.agents + crowd.shape.dashboards
  const open = new Map<number, { readonly at: number; left: Set<number> }>()
  let latencies: number[] = []
  let isWriting = true
  let agent = 0
  const write = () => {
    const n = ++lastMessage
    const writer = agent++ % crowd.shape.agents
    const left = new Set(Array.from({ length: readers }, (_, reader) => reader))
    left.delete(writer)
    open.set(n, { at: performance.now(), left })
    crowd.write(writer, n)
  }
  crowd.seen = (reader, n) => {
    const message = open.get(n)
    if (!message?.left.delete(reader) || message.left.size > 0) return
    open.delete(n)
    latencies.push(performance.now() - message.at)
    if (isWriting && 'inFlight' in load) write()
  }
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const stop = 'inFlight' in load ? fill(load.inFlight, write) : atRate(load.perSecond, write, open)
  await sleep(RAMP_MS)
  latencies = []
  const cpu = cpuMicroseconds(crowd.pid)
  const began = performance.now()
  delay.enable()
  await sleep(ms)
  const done = latencies
  const seconds = (performance.now() - began) / 1000
  const spent = cpuMicroseconds(crowd.pid) - cpu
  delay.disable()
  isWriting = false
  stop()
  await drained(open, DRAIN_MS)
  const behind = open.size
  await drained(open, LOST_MS)
  if (open.size > 0) throw new Error(lost(open))
  const messages = done.length
  return {
    messages,
    perSecond: messages / seconds,
    p50: percentile(done, 0.5),
    p99: percentile(done, 0.99),
    cpu: spent / messages,
    behind,
    ownDelay: delay.percentile(99) / 1e6,
  }
}

export function medianOf(runs: readonly Measured[]): Measured {
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

async function drained(open: ReadonlyMap<number, unknown>, ms: number): Promise<void> {
  const until = performance.now() + ms
  while (open.size > 0 && performance.now() < until) await sleep(5)
}

/** Who waits for what: one reader that misses all is another fault than all that miss one message. */
function lost(open: ReadonlyMap<number, { readonly left: ReadonlySet<number> }>): string {
  const readers = new Set([...open.values()].flatMap(({ left }) => [...left]))
  const [first] = open
  return `${open.size} messages have not reached everybody; readers ${[...readers].join(', ')} miss some, the first is ${first?.[0]}`
}

function fill(count: number, write: () => void): () => void {
  for (let n = 0; n < count; n++) write()
  return () => {}
}

function atRate(
  perSecond: number,
  write: () => void,
  open: ReadonlyMap<number, unknown>,
): () => void {
  const began = performance.now()
  let written = 0
  const timer = setInterval(() => {
    const due = ((performance.now() - began) / 1000) * perSecond
    for (; written < due; written++) if (open.size < MOST) write()
  }, TICK_MS)
  return () => clearInterval(timer)
}
