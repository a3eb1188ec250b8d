import type { Policy } from '@crewroom/shared/model/run'
import type { PolicyRules } from './policy'
import { nextInOrder } from './speakers'

/** One after the other, in the order of the participants. */
export const ROUND_ROBIN: PolicyRules<Extract<Policy, { kind: 'round_robin' }>> = {
  first: (view) => nextInOrder(view, 'next in order'),
  after: (view) => nextInOrder(view, 'next in order'),
}
