import { type GroupRecord, listedIds, type Member, withMembers } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { managerOf } from '../crew/admissions'
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
  /** It only reads along: nobody has named it. */
  isUnlisted = false,
): GroupRecord {
  const agents = listedIds(group).filter((memberId) => memberId !== HUMAN_ID).length
  const given = newMember(
    id,
    memberRoleOf(id, crew.state.lead.id, managerOf(crew, group) ?? group.createdBy),
    decision.nextSeq,
    decision.at,
    agents + (id === HUMAN_ID ? 0 : 1),
  )
  const member: Member = isUnlisted ? { ...given, wake: 'none', listed: false } : given
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
