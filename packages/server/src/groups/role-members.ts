import type { AgentRecord } from '@crewroom/shared/model/agent'
import { memberOf } from '@crewroom/shared/model/group'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { isAdmittedTo } from '../crew/admissions'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import type { Decision } from '../journal/decision'
import { announceFull, announceJoin } from './announce'
import { joinOne } from './join'
import { groupsIn } from './group-draft'

/**
 * A group that was created for a role is for every agent with it: agents that come later, or return, join and are
 * notified. A member that left or was removed is not added again.
 */
export function decideRoleJoins(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  by: By,
  agent: AgentRecord,
): void {
  for (const group of groupsIn(decision, crew)) {
    if (group.archived || !group.roles.includes(agent.role) || memberOf(group, agent.id)) continue
    if (!isAdmittedTo(crew, group, agent.id)) continue
    if (crew.memberships.of(agent.id, group.name).length > 0) continue
    if (group.memberCount >= LIMITS.members) {
      announceFull(shard, decision, crew, by, group, [agent])
      continue
    }
    const next = joinOne(decision, crew, group, by, agent.id)
    announceJoin(shard, decision, next, agent.id, agent.role)
  }
}
