import type { Crew } from '../crew/crew'

/** How many items of this crew the agent was handed and has not acknowledged. */
export function unconfirmedIn(crew: Crew, agentId: string): number {
  return crew.inHand.open(agentId).reduce((sum, { count, acked }) => sum + count - acked, 0)
}
