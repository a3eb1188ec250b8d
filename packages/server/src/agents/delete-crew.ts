import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Crew } from '../crew/crew'
import { terminateAgent } from './end-agent'
import { outliveCrew } from '../crew/founding-requests'
import { assertMayInCrew } from '../crew/may'
import type { By, Shard } from '../crew/shard'

/**
 * Deletes a crew with everything in it. Its last fact removes all of its rows, in one transaction, and tells
 * its followers. Returns its agents: their programs end when it is durable.
 */
export function deleteCrew(
  shard: Shard,
  crew: Crew,
  by: By,
  confirm: string,
): { agentIds: readonly string[] } {
  assertMayInCrew('deleteCrew', crew, by)
  const { lead, agents } = crew.state
  if (confirm !== lead.name) {
    throw new CrewError('validation', `confirm: must be the name of the crew, "${lead.name}".`, {
      fields: { confirm: 'must be the name of the crew' },
    })
  }
  const below = [...shard.crews()].filter(({ state }) => state.lead.parentId === lead.id)
  if (below.length > 0) {
    const names = below.map(({ state }) => state.lead.name)
    throw new CrewError(
      'has_sub_leads',
      `"${lead.name}" has crews under it: ${names.slice(0, 12).join(', ')}. Delete them first.`,
      { leads: below.map(({ state }) => state.lead.id) },
    )
  }
  shard.journal.assertWritable()
  leaveParent(shard, crew, by)
  const agentIds = Object.keys(agents)
  outliveCrew(shard, crew, by)
  const decision = shard.decideAccepted(crew)
  decision.add('lead:deleted', { lead, agentIds })
  shard.commit(crew, by, decision)
  return { agentIds }
}

/** A sub-lead without its crew has nothing to lead: in its parent's crew it has ended, with the same cause. */
function leaveParent(shard: Shard, crew: Crew, by: By): void {
  const { id, parentId } = crew.state.lead
  const parent = parentId === null ? undefined : shard.findCrew(parentId)
  const agent = parent?.state.agents[id]
  if (!parent || !agent || agent.ended === 'terminated') return
  terminateAgent(shard, parent, by, id, 'Its crew was deleted.')
}
