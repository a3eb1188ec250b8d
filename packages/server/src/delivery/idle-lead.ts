import type { Crew } from '../crew/crew'
import { isActive } from '../crew/directory'
import type { PresenceBook } from '../crew/presence'
import type { Shard } from '../crew/shard'
import { mustWake, somethingWaits } from '../crew/wake'
import { isGone } from './who-waits'

/**
 * Whether to start a lead for items that do not wake it: nobody in its crew works or is about to, and others have
 * written to it. Its turn takes all of these items, so this happens once until somebody writes more.
 */
export function leadSleepsAlone(shard: Shard, crew: Crew, presence: PresenceBook): boolean {
  const lead = crew.state.lead.id
  if (mustWake(shard, crew, lead) || !somethingWaits(shard, crew, lead)) return false
  return Object.values(crew.state.agents).every((agent) => {
    if (!isActive(agent) || isGone(presence, agent)) return true
    const { status, restart } = presence.get(agent.id)
    if (status !== 'idle' || restart !== null || crew.inHand.open(agent.id).length > 0) return false
    return agent.id === lead || !mustWake(shard, crew, agent.id)
  })
}
