import type { DeliveryKind } from '@crewroom/shared/model/delivery'

/** Interrupts first, then what a person wrote to this agent, then everything else; each in the order of its numbers. */
export type Rank = 0 | 1 | 2

export interface Ranked {
  readonly kind: DeliveryKind
  readonly hop: number
}

export function rankOf({ kind, hop }: Ranked): Rank {
  if (kind === 'interrupt') return 0
  // What an agent writes has been through at least one hop.
  return kind === 'direct' && hop === 0 ? 1 : 2
}

/** Messages of groups are all of one rank. */
export const GROUP_RANK: Rank = 2
