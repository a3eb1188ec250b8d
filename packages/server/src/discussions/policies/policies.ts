import type { RoundRecord } from '@crewroom/shared/model/round'
import type { Policy } from '@crewroom/shared/model/run'
import { HIERARCHICAL } from './hierarchical'
import { PARALLEL } from './parallel'
import type { PolicyRules, RunView, Step } from './policy'
import { ROUND_ROBIN } from './round-robin'
import { SELECTION } from './selection'
import { eligibleOf } from './speakers'

type Policies = { readonly [P in Policy as P['kind']]: P }

export const POLICIES: { readonly [K in keyof Policies]: PolicyRules<Policies[K]> } = {
  round_robin: ROUND_ROBIN,
  selection: SELECTION,
  parallel: PARALLEL,
  hierarchical: HIERARCHICAL,
}

/** What happens next in a discussion: `closed` is its newest round, which has closed; null before the first. */
export function stepOf(view: RunView, closed: RoundRecord | null): Step {
  const step = stepBy(view, view.run.policy, closed)
  if (step.do !== 'end' && eligibleOf(view).length === 0) return { do: 'end', why: 'no_speakers' }
  return step
}

function stepBy(view: RunView, policy: Policy, closed: RoundRecord | null): Step {
  const by = <P extends Policy>(rules: PolicyRules<P>, its: P) =>
    closed ? rules.after(view, its, closed) : rules.first(view, its)
  switch (policy.kind) {
    case 'round_robin':
      return by(POLICIES.round_robin, policy)
    case 'selection':
      return by(POLICIES.selection, policy)
    case 'parallel':
      return by(POLICIES.parallel, policy)
    case 'hierarchical':
      return by(POLICIES.hierarchical, policy)
  }
}
