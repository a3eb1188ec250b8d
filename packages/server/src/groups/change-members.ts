import {
  type GroupRecord,
  listedIds,
  memberOf,
  withArchive,
  withMembers,
} from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { CrewError } from '@crewroom/shared/protocol/errors'
import {
  assertNotClosed,
  managerOf,
  mayBeIn,
  notAdmitted,
  resolveForAdmission,
} from '../crew/admissions'
import type { Crew } from '../crew/crew'
import { agentsOfRole, MIN_PREFIX, resolveParticipant } from '../crew/directory'
import type { By, Shard } from '../crew/shard'
import type { Decision } from '../journal/decision'
import { decideLeft } from '../rounds/decide-gone'
import { announceJoin, announceRemoval } from './announce'
import { groupIn } from './group-draft'
import { joinOne } from './join'
import { assertInUse, cleanRoles, groupOf, roleIdOf } from './lookup'
import { assertMemberLimit, defaultWake } from './rules'
import { assertMayInGroup } from '../crew/may'

export interface AddMembersInput {
  readonly group: string
  readonly members?: readonly string[] | undefined
  readonly roles?: readonly string[] | undefined
}

/** Adds everyone named who is not a member yet; they get the last 20 messages. Returns who was added. */
export function addMembers(
  shard: Shard,
  crew: Crew,
  by: By,
  input: AddMembersInput,
): { added: readonly string[]; group: GroupRecord } {
  const found = groupOf(crew, input.group, by.actor)
  assertMayInGroup('addMembers', crew, found, by)
  assertNotClosed(crew, found)
  const isConversation = found.admissionId !== undefined
  const roles = cleanRoles(shard, crew, input.roles).map((role) => roleIdOf(crew, role))
  // The notice to members that came through a role names it.
  const through = new Map<string, string | null>()
  for (const reference of input.members ?? []) {
    const id = isConversation
      ? resolveForAdmission(shard, crew, reference)
      : resolveParticipant(shard, crew, reference)
    if (!mayBeIn(crew, found, id)) throw notAdmitted()
    through.set(id, null)
  }
  for (const role of roles) {
    for (const agent of agentsOfRole(crew, role)) {
      // A role is for whoever of it may come.
      if (!through.has(agent.id) && mayBeIn(crew, found, agent.id)) through.set(agent.id, role)
    }
  }
  const added = [...through.keys()].filter((id) => !memberOf(found, id))
  // They only read along, and somebody names them now.
  const named = [...through.keys()].filter((id) => memberOf(found, id)?.listed === false)
  assertMemberLimit(found.memberCount + added.length)
  const brings = added.some((id) => id !== HUMAN_ID)
  // A new agent at work brings an archived group back; nothing else that is done to one changes it. A conversation is taken
  // into use again by those who manage it, and by nothing else.
  if (found.archived && (!brings || isConversation)) assertInUse(crew, found)
  const decision = shard.decide(crew)
  const group = withArchive(found, null)
  if (found.archived) decision.add('group:unarchived', { group })
  const allRoles = [...new Set([...group.roles, ...roles])]
  const next = decideListed(
    shard,
    decision,
    decideJoins(shard, decision, crew, { ...group, roles: allRoles }, by, through, added),
    named,
  )
  if (added.length + named.length === 0 && allRoles.length !== group.roles.length) {
    decision.add('group:updated', { group: next })
  }
  shard.commit(crew, by, decision)
  return { added: [...added, ...named], group: next }
}

/** Members that only read along and were named: they are handed everything from now on. */
function decideListed(
  shard: Shard,
  decision: Decision,
  group: GroupRecord,
  named: readonly string[],
): GroupRecord {
  let next = group
  for (const id of named) {
    const agents = listedIds(next).filter((memberId) => memberId !== HUMAN_ID).length + 1
    const members = next.members.map(({ listed, ...member }) => {
      if (member.id !== id) return listed === false ? { ...member, listed } : member
      return { ...member, wake: defaultWake(member.memberRole, agents) }
    })
    next = decision.add('group:updated', { group: withMembers(next, members), wakeOf: id }).group
  }
  for (const id of named) announceJoin(shard, decision, next, id, null)
  return next
}

function decideJoins(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  group: GroupRecord,
  by: By,
  through: ReadonlyMap<string, string | null>,
  added: readonly string[],
): GroupRecord {
  let next = group
  for (const id of added) {
    next = joinOne(decision, crew, next, by, id)
  }
  // Told after all have joined, so that everyone reads the same list of members.
  for (const id of added) announceJoin(shard, decision, next, id, through.get(id) ?? null)
  return next
}

/**
 * Removes members; the lead of an ordinary group stays. A name that is not a member is refused before anything changes, and
 * members that only read along go on with that.
 */
export function removeMembers(
  shard: Shard,
  crew: Crew,
  by: By,
  input: { readonly group: string; readonly members: readonly string[] },
): { removed: readonly string[]; group: GroupRecord } {
  const group = groupOf(crew, input.group, by.actor)
  assertMayInGroup('removeMembers', crew, group, by)
  assertNotClosed(crew, group)
  const removed = [
    ...new Set(input.members.map((reference) => memberNamed(shard, crew, group, reference))),
  ]
  const leaving = removed.filter((id) => memberOf(group, id)?.listed !== false)
  if (leaving.length === 0) return { removed: leaving, group }
  if (group.admissionId === undefined && leaving.includes(crew.state.lead.id)) {
    throw new CrewError(
      'lead_cannot_leave',
      `the lead is in every group of its crew and cannot be removed from "${group.name}".`,
    )
  }
  const decision = shard.decide(crew)
  for (const id of leaving) decideOut(decision, crew, group.name, by, id, 'removed')
  for (const id of leaving) announceRemoval(shard, decision, crew, group.name, id, by.actor.id)
  shard.commit(crew, by, decision)
  return { removed: leaving, group: crew.state.groups[group.name] ?? group }
}

/** Takes the actor out of the group. */
export function leaveGroup(shard: Shard, crew: Crew, by: By, reference: string): GroupRecord {
  const group = groupOf(crew, reference, by.actor)
  assertMayInGroup('leave', crew, group, by)
  const member = memberOf(group, by.actor.id)
  if (!member || member.listed === false) {
    const what = member ? 'only read along in' : 'are not a member of'
    throw new CrewError('not_a_member', `you ${what} "${group.name}".`)
  }
  assertNotClosed(crew, group)
  const decision = shard.decide(crew)
  decideOut(decision, crew, group.name, by, by.actor.id, 'left')
  shard.commit(crew, by, decision)
  return crew.state.groups[group.name] ?? group
}

/** Takes one member out; naming oneself, by the id or its beginning, is leaving. */
export function removeMember(
  shard: Shard,
  crew: Crew,
  by: By,
  { group, member }: { readonly group: string; readonly member: string },
): readonly string[] {
  const { id } = by.actor
  const isSelf = id === member || (member.length >= MIN_PREFIX && id.startsWith(member))
  if (!isSelf) return removeMembers(shard, crew, by, { group, members: [member] }).removed
  leaveGroup(shard, crew, by, group)
  return [id]
}

/** Takes a member out. The lead and the manager read every conversation: they come back as those who only read along. */
export function decideOut(
  decision: Decision,
  crew: Crew,
  name: string,
  by: By,
  agentId: string,
  reason: 'left' | 'removed',
): void {
  decideLeft(decision, crew, agentId, name, reason)
  decision.add('group:member_removed', { group: name, agentId, by: by.actor.id, reason })
  const group = groupIn(decision, crew, name)
  if (group?.admissionId === undefined) return
  if (agentId === crew.state.lead.id || agentId === managerOf(crew, group)) {
    joinOne(decision, crew, group, by, agentId, true)
  }
}

/** A member by anything that names it; ended members can be removed, so ids are tried on the group first. */
export function memberNamed(
  shard: Shard,
  crew: Crew,
  group: GroupRecord,
  reference: string,
): string {
  const wanted = reference.trim().toLowerCase()
  const byId = group.memberIds.filter(
    (id) => id === wanted || (wanted.length >= MIN_PREFIX && id.startsWith(wanted)),
  )
  const [first] = byId
  if (first && byId.length === 1) return first
  const byHandle = group.memberIds.find(
    (id) => crew.state.agents[id]?.handle?.toLowerCase() === wanted,
  )
  if (byHandle !== undefined) return byHandle
  const id = resolveParticipant(shard, crew, reference)
  if (memberOf(group, id)) return id
  throw new CrewError('agent_not_found', `"${reference}" is not a member of "${group.name}".`, {
    reference,
  })
}
