import type { Crew } from '../crew/crew'
import type { OpenTurn } from '../crew/owed'

/** How many items of this crew the agent was handed and has not acknowledged. */
export function unconfirmedIn(
  crew: Crew,
  agentId: string,
  isCounted: (turn: OpenTurn) => boolean = () => true,
): number {
  let sum = 0
  for (const turn of crew.inHand.open(agentId)) {
    if (isCounted(turn)) sum += turn.count - turn.acked
  }
  return sum
}
