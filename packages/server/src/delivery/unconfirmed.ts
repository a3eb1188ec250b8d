import type { Crew } from '../crew/crew'
import type { OpenTurn } from '../crew/owed'

/**
 * How many items of this crew the agent was handed and has not acknowledged; `countOf`: how many of a hand-over count.
 */
export function unconfirmedIn(
  crew: Crew,
  agentId: string,
  countOf: (turn: OpenTurn) => number = ({ count }) => count,
): number {
  let sum = 0
  for (const turn of crew.inHand.open(agentId)) {
    sum += Math.max(0, countOf(turn) - turn.acked)
  }
  return sum
}
