import type { Crew } from './crew'
import type { By } from './shard'

/**
 * How many hand-overs from agent to agent led to what the actor does now: one more than the turn it is in. What
 * people do begins anew.
 */
export function hopOf(crew: Crew, by: By): number {
  return by.actor.kind === 'agent' ? crew.kept(by.actor.id).hop + 1 : 0
}
