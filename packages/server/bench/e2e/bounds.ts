import type { Shape } from './crowd'
import type { Door } from './product'
import type { Load, Measured } from './run-load'

/** One measured row beside the bare relay at the same load. */
export interface Row {
  readonly shape: Shape
  readonly load: Load
  readonly door: Door
  readonly ours: Measured
  readonly relay: Measured
  readonly fdatasync: number
}

interface Bound {
  readonly what: string
  readonly door?: Door
  readonly agents: number
  readonly load: Load
  /** The ratio or figure that is held against `limit`. */
  readonly of: (row: Row) => number
  readonly atMost?: (row: Row) => number
  readonly atLeast?: number
  readonly goal?: number
}

const SATURATED: Load = { inFlight: 128 }
const BUSY: Load = { perSecond: 1_000 }
const CALM: Load = { perSecond: 200 }

const rate = ({ ours, relay }: Row) => ours.perSecond / relay.perSecond
const cpu = ({ ours, relay }: Row) => ours.cpu / relay.cpu
const p50 = ({ ours }: Row) => ours.p50
const oneSync = ({ relay, fdatasync }: Row) => fdatasync + 1.5 * relay.p50 + 1

/** Bounds that hold on a noisy machine; goals are printed beside them. */
const BOUNDS: readonly Bound[] = [
  {
    what: "messages/s ÷ the relay's",
    door: 'agent',
    agents: 5,
    load: SATURATED,
    of: rate,
    atLeast: 0.22,
    goal: 0.5,
  },
  {
    what: "messages/s ÷ the relay's",
    door: 'pipe',
    agents: 5,
    load: SATURATED,
    of: rate,
    atLeast: 0.32,
    goal: 0.5,
  },
  {
    what: "CPU per message ÷ the relay's",
    agents: 5,
    load: SATURATED,
    of: cpu,
    atMost: () => 5.5,
    goal: 2.75,
  },
  {
    what: "CPU per message ÷ the relay's",
    agents: 5,
    load: BUSY,
    of: cpu,
    atMost: () => 7,
    goal: 3.5,
  },
  {
    what: "CPU per message ÷ the relay's",
    agents: 5,
    load: CALM,
    of: cpu,
    atMost: () => 8,
    goal: 4,
  },
  {
    what: "CPU per delivery ÷ the relay's",
    agents: 99,
    load: SATURATED,
    of: cpu,
    atMost: () => 1.3,
    goal: 1,
  },
  {
    what: "CPU per delivery ÷ the relay's",
    agents: 99,
    load: { inFlight: 5 },
    of: cpu,
    atMost: () => 1.7,
    goal: 1,
  },
  {
    what: "p50, ms (one fdatasync + 1.5 × the relay's + 1)",
    agents: 5,
    load: CALM,
    of: p50,
    atMost: oneSync,
  },
  {
    what: "p50, ms (one fdatasync + 1.5 × the relay's + 1)",
    agents: 5,
    load: BUSY,
    of: p50,
    atMost: oneSync,
  },
  {
    what: "p50 ÷ the relay's",
    agents: 99,
    load: CALM,
    of: ({ ours, relay }) => ours.p50 / relay.p50,
    atMost: () => 5,
  },
]

export function boundsOf(row: Row): Bound[] {
  const same = (load: Load) => JSON.stringify(load) === JSON.stringify(row.load)
  return BOUNDS.filter(
    ({ door, agents, load }) =>
      (door === undefined || door === row.door) && agents === row.shape.agents && same(load),
  )
}
