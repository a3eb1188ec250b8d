import { type BenchResult, round } from '../measure'
import { CONTENT_BYTES, type Shape } from './crowd'
import type { Door } from './product'
import type { Load, Measured } from './run-load'
import type { Cost } from './stored-cost'

/** One measured row beside the bare relay at the same load. */
export interface Row {
  readonly shape: Shape
  readonly load: Load
  readonly door: Door
  readonly ours: Measured
  readonly cost: Cost
  readonly relay: Measured
  /** Milliseconds. */
  readonly fdatasync: number
}

/** A promise, and how far from it a run may be before it fails. */
interface Ratchet {
  readonly what: string
  /** Where it is measured; what is left out is everywhere. */
  readonly door?: Door
  readonly agents?: number
  readonly load?: Load
  readonly unless?: Load
  readonly of: (row: Row) => number
  readonly is: 'at most' | 'at least'
  readonly bound: number
  /** Printed beside the bound. */
  readonly goal?: number | ((row: Row) => number)
  /** What is worse than this fails the run: the bound with room for a noisy machine. Null: printed only. */
  readonly floor: number | null
  /** Why the bound is not reached yet. */
  readonly known?: string
}

const SATURATED: Load = { inFlight: 128 }
const FEW: Load = { inFlight: 5 }
const BUSY: Load = { perSecond: 1_000 }
const CALM: Load = { perSecond: 200 }

const rate = ({ ours, relay }: Row) => ours.perSecond / relay.perSecond
const cpu = ({ ours, relay }: Row) => ours.cpu / relay.cpu
/** One fdatasync, the way through sockets and back, and a little. */
const oneSync = ({ relay, fdatasync }: Row, extra: number) => fdatasync + 1.5 * relay.p50 + extra
const perHandOver = ({ cost, shape }: Row) => cost.recordBytes / (shape.agents - 1)
const P50 = {
  what: "p50 ÷ (one fdatasync + 1.5 × the relay's + 1 ms)",
  agents: 5,
  of: (row: Row) => row.ours.p50 / oneSync(row, 1),
  is: 'at most',
  bound: 1,
  goal: (row: Row) => oneSync(row, 0.3) / oneSync(row, 1),
  floor: null,
} as const

/** The bounds were taken beside a relay that wrote frame by frame. */
const JOINS = 'the relay joins its writes, which halves its cost since the bound was set'
const PER_RECIPIENT =
  'planning, acknowledging and garbage beside the write: docs/adr/0016-bounds-that-are-missed.md'

/**
 * A row comes down to its bound when the bound is reached: then `known` goes, and `floor` is what noise needs. Counts
 * are the same on every machine and have no room. Processor time is held at twice what was measured last on two cores;
 * that held in five runs beside a load of twenty. Messages per second and latencies are printed only: they tell who else
 * was there, and `writer batches` tells of messages that wait for each other.
 */
const BOUNDS: readonly Ratchet[] = [
  {
    what: 'facts',
    unless: SATURATED,
    of: ({ cost }) => cost.facts,
    is: 'at most',
    bound: 4,
    floor: 4,
  },
  {
    what: 'facts',
    load: SATURATED,
    of: ({ cost }) => cost.facts,
    is: 'at most',
    bound: 3.1,
    floor: 3.1,
  },
  {
    what: 'writer batches',
    unless: SATURATED,
    of: ({ cost }) => cost.batches,
    is: 'at most',
    bound: 1.3,
    floor: 1.3,
  },
  {
    what: 'writer batches',
    load: SATURATED,
    of: ({ cost }) => cost.batches,
    is: 'at most',
    bound: 0.2,
    floor: 0.2,
  },
  {
    what: 'bytes of journal and tables ÷ (4 KB + 12 × the content)',
    of: ({ cost }) => cost.bytes / (4096 + 12 * CONTENT_BYTES),
    is: 'at most',
    bound: 1,
    floor: 1,
  },
  {
    what: 'bytes of records ÷ hand-overs',
    agents: 99,
    of: perHandOver,
    is: 'at most',
    bound: 200,
    floor: 200,
  },
  {
    what: "messages/s ÷ the relay's",
    door: 'agent',
    agents: 5,
    load: SATURATED,
    of: rate,
    is: 'at least',
    bound: 0.22,
    goal: 0.5,
    floor: null,
  },
  {
    what: "messages/s ÷ the relay's",
    door: 'pipe',
    agents: 5,
    load: SATURATED,
    of: rate,
    is: 'at least',
    bound: 0.32,
    goal: 0.5,
    floor: null,
  },
  {
    what: "CPU per message ÷ the relay's",
    agents: 5,
    load: SATURATED,
    of: cpu,
    is: 'at most',
    bound: 5.5,
    goal: 2.75,
    // One commit took 6.8 and 9.9 times within ten minutes on two cores.
    floor: 20,
  },
  {
    what: "CPU per message ÷ the relay's",
    agents: 5,
    load: BUSY,
    of: cpu,
    is: 'at most',
    bound: 7,
    goal: 3.5,
    floor: 14,
  },
  {
    what: "CPU per message ÷ the relay's",
    agents: 5,
    load: CALM,
    of: cpu,
    is: 'at most',
    bound: 8,
    goal: 4,
    floor: 26,
    known: JOINS,
  },
  {
    what: "CPU per delivery ÷ the relay's",
    agents: 99,
    load: SATURATED,
    of: cpu,
    is: 'at most',
    bound: 1.3,
    goal: 1,
    floor: 5,
    known: PER_RECIPIENT,
  },
  {
    what: "CPU per delivery ÷ the relay's",
    agents: 99,
    load: FEW,
    of: cpu,
    is: 'at most',
    bound: 1.7,
    goal: 1,
    floor: 8,
    known: PER_RECIPIENT,
  },
  { ...P50, load: CALM },
  { ...P50, load: BUSY },
  {
    what: "p50 ÷ the relay's",
    agents: 99,
    load: CALM,
    of: ({ ours, relay }) => ours.p50 / relay.p50,
    is: 'at most',
    bound: 5,
    floor: null,
  },
]

/** What of the table is about this row, and how it stands. */
export function judged(row: Row, place: string): BenchResult[] {
  return BOUNDS.filter((one) => isAbout(one, row)).map((one): BenchResult => {
    const value = one.of(row)
    const isWithin = (limit: number) => (one.is === 'at most' ? value <= limit : value >= limit)
    const ok = isWithin(one.bound)
    const goal = typeof one.goal === 'function' ? one.goal(row) : one.goal
    return {
      name: `${place}: ${one.what}`,
      ratio: round(value),
      bound: `${one.is} ${one.bound}`,
      ok,
      // What is not a number was not measured.
      fails: Number.isNaN(value) || (one.floor !== null && !isWithin(one.floor)),
      detail: {
        ...(goal === undefined ? {} : { goal: round(goal) }),
        ...(one.floor === null || one.floor === one.bound ? {} : { 'fails at': one.floor }),
        ...(ok || one.known === undefined ? {} : { known: one.known }),
      },
    }
  })
}

function isAbout({ door, agents, load, unless }: Ratchet, row: Row): boolean {
  const isAt = (one: Load) => JSON.stringify(one) === JSON.stringify(row.load)
  return (
    (door === undefined || door === row.door) &&
    (agents === undefined || agents === row.shape.agents) &&
    (load === undefined || isAt(load)) &&
    (unless === undefined || !isAt(unless))
  )
}
