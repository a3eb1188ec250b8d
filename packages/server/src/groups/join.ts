import { type GroupRecord, withMembers } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { Crew } from '../crew/crew'
import type { By } from '../crew/shard'
import type { Decision } from '../journal/decision'
import { memberRoleOf, newMember } from './rules'

/** One join: the event, and the group as it is after it. */
export function joinOne(
  decision: Decision,
  crew: Crew,
  group: GroupRecord,
  by: By,
  id: string,
): GroupRecord {
  const agents = group.memberIds.filter((memberId) => memberId !== HUMAN_ID).length
  const member = newMember(
    id,
    memberRoleOf(id, crew.state.lead.id, group.createdBy),
    decision.nextSeq,
    decision.at,
    agents + (id === HUMAN_ID ? 0 : 1),
  )
  const next = withMembers(group, [...group.members, member])
  const { state } = decision.add('group:member_added', {
    group: group.name,
    agentId: id,
    by: by.actor.id,
    member,
    roles: group.roles,
    state: next,
  })
  return state
}
