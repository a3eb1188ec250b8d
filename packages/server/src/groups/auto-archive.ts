import { type GroupRecord, listedIds, memberOf, withArchive } from '@crewroom/shared/model/group'
import { HUMAN_ID, SYSTEM_ID } from '@crewroom/shared/model/participant'
import { isClosed } from '../crew/admissions'
import type { Crew } from '../crew/crew'
import type { Decision } from '../journal/decision'
import { hasOpenRound } from '../rounds/decide-gone'
import { groupIn, groupsIn } from './group-draft'

/**
 * Archives, in the decision that ends an agent, the groups in which nobody is left to work. Nobody is notified: all have ended. The
 * lead still reads what they wrote there (AR2).
 */
export function decideAutoArchive(decision: Decision, crew: Crew, endedId: string): void {
  for (const group of groupsIn(decision, crew)) {
    if (workersOf(group, crew).includes(endedId)) archiveAtRest(decision, crew, group, endedId)
  }
}

/**
 * Archives, in the decision with the answer of an agent that has completed or that takes out the last one at work, the
 * group that stayed in use for it. Called for every decision, so that whatever ends an answer or a membership does this.
 */
export function decideAnsweredArchive(decision: Decision, crew: Crew): void {
  for (const { type, data } of decision.drafts) {
    if (type === 'group:member_removed') {
      const left = groupIn(decision, crew, data.group)
      if (left) archiveAtRest(decision, crew, left)
    }
    if (type !== 'round:responded' && type !== 'run:ended') continue
    if (type === 'round:responded' && !hasEnded(crew, data.response.agentId)) continue
    const sessionId = type === 'run:ended' ? data.run.sessionId : data.sessionId
    const name = crew.state.sessions[sessionId]?.groupName
    const group = name === undefined ? undefined : groupIn(decision, crew, name)
    if (group) archiveAtRest(decision, crew, group)
  }
}

/** The one condition: all agents but the lead have ended, people aside, and nobody answers in its sessions any more. */
function archiveAtRest(
  decision: Decision,
  crew: Crew,
  group: GroupRecord,
  endedId: string | null = null,
): void {
  const workers = workersOf(group, crew)
  if (group.archived || workers.length === 0) return
  if (!workers.every((id) => id === endedId || hasEnded(crew, id))) return
  if (hasOpenRound(decision, crew, group.name)) return
  decision.add('group:archived', { group: withArchive(group, SYSTEM_ID) })
}

function hasEnded(crew: Crew, agentId: string): boolean {
  return crew.state.agents[agentId]?.ended !== null
}

/** Takes the groups of an agent that comes back into use again, but those that somebody put away. */
export function decideGroupsBack(decision: Decision, crew: Crew, agentId: string): void {
  for (const group of groupsIn(decision, crew)) {
    if (group.archivedBy !== SYSTEM_ID || !memberOf(group, agentId)) continue
    if (isClosed(crew, group)) continue
    decision.add('group:unarchived', { group: withArchive(group, null) })
  }
}

function workersOf(group: GroupRecord, crew: Crew): string[] {
  // An agent that only reads along does not work there.
  return listedIds(group).filter((id) => id !== crew.state.lead.id && id !== HUMAN_ID)
}
