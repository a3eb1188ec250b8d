import { type GroupRecord, memberOf, withArchive } from '@crewroom/shared/model/group'
import { HUMAN_ID, SYSTEM_ID } from '@crewroom/shared/model/participant'
import type { Crew } from '../crew/crew'
import type { Decision } from '../journal/decision'
import { groupsIn } from './group-draft'

/**
 * Archives, in the decision that ends an agent, the groups in which nobody is left to work: all agents but the lead
 * have ended. People never end, and do not keep a group in use. Told is nobody: who would be, has ended.
 */
export function decideAutoArchive(decision: Decision, crew: Crew, endedId: string): void {
  const leadId = crew.state.lead.id
  const hasEnded = (id: string) => id === endedId || crew.state.agents[id]?.ended !== null
  for (const group of groupsIn(decision, crew)) {
    const workers = workersOf(group, leadId)
    if (group.archived || !workers.includes(endedId) || !workers.every(hasEnded)) continue
    decision.add('group:archived', { group: withArchive(group, SYSTEM_ID) })
  }
}

/** Takes the groups of an agent that comes back into use again, but those that somebody put away. */
export function decideGroupsBack(decision: Decision, crew: Crew, agentId: string): void {
  for (const group of groupsIn(decision, crew)) {
    if (group.archivedBy !== SYSTEM_ID || !memberOf(group, agentId)) continue
    decision.add('group:unarchived', { group: withArchive(group, null) })
  }
}

function workersOf(group: GroupRecord, leadId: string): string[] {
  return group.memberIds.filter((id) => id !== leadId && id !== HUMAN_ID)
}
