import type { Shape } from './crowd'
import type { Load } from './run-load'

/** What is measured, and for how long. */
export interface Plan {
  readonly shapes: readonly { readonly shape: Shape; readonly loads: readonly Load[] }[]
  /** Each alternates the product's doors, the relay and the raw limits. */
  readonly rounds: number
  readonly ms: number
  /** Before the first round: what has just started runs slow code for a while. */
  readonly warmUpMs: number
}

const ALL: readonly Load[] = [
  { inFlight: 5 },
  { inFlight: 20 },
  { inFlight: 128 },
  { perSecond: 20 },
  { perSecond: 200 },
  { perSecond: 1_000 },
]

// The lead is a member too: 99 agents make a group of 100.
export const WHOLE: Plan = {
  shapes: [
    { shape: { agents: 5, dashboards: 1 }, loads: ALL },
    { shape: { agents: 20, dashboards: 5 }, loads: ALL },
    { shape: { agents: 99, dashboards: 10 }, loads: ALL },
  ],
  rounds: 3,
  ms: 2_000,
  warmUpMs: 2_000,
}

/** `--short`: what has a bound that a busy machine can tell. */
export const SHORT: Plan = {
  shapes: [
    {
      shape: { agents: 5, dashboards: 1 },
      loads: [{ inFlight: 128 }, { perSecond: 200 }, { perSecond: 1_000 }],
    },
    { shape: { agents: 99, dashboards: 10 }, loads: [{ inFlight: 5 }, { inFlight: 128 }] },
  ],
  rounds: 3,
  ms: 450,
  warmUpMs: 800,
}
