import { isPlaceholderLead } from '@crewroom/shared/model/agent'
import {
  type GroupChat,
  type GroupRecord,
  memberOf,
  newGroup,
  withArchive,
} from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { assertAdmitted, ownAdmission } from '../crew/admissions'
import { agentsOfRole, resolveParticipant } from '../crew/directory'
import type { Crew } from '../crew/crew'
import { withoutSecrets } from '../crew/secrets'
import { assertMayInCrew } from '../crew/may'
import type { By, Shard } from '../crew/shard'
import type { Decision } from '../journal/decision'
import { announceJoin } from './announce'
import { groupIn } from './group-draft'
import { assertRoomForGroup } from './group-limit'
import { joinOne } from './join'
import { cleanRoles, roleIdOf } from './lookup'
import { assertMemberLimit, chooseName, freeName, memberRoleOf, newMember } from './rules'
import { assertUnlikeGroups } from './unlike-groups'

export interface CreateGroupInput {
  /** As given; the name is its slug, the given text is the display name. */
  readonly name: string
  readonly purpose?: string | undefined
  readonly members?: readonly string[] | undefined
  readonly roles?: readonly string[] | undefined
  readonly auto?: boolean
  /** How its sessions work, and what other programs see of it. */
  readonly chat?: GroupChat | undefined
  /** A name that is taken gets a number instead of being refused. */
  readonly numbersName?: boolean
}

/** Creates a group with its creator, the lead and everyone named. Throws `group_exists` and what names can. */
export function createGroup(
  shard: Shard,
  crew: Crew,
  by: By,
  given: CreateGroupInput,
): GroupRecord {
  assertMayInCrew('createGroup', crew, by)
  const decision = shard.decide(crew)
  const group = decideGroup(shard, decision, crew, by, given)
  shard.commit(crew, by, decision)
  return group
}

/** The same within a larger decision, which may have made groups already. */
export function decideGroup(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  by: By,
  asked: CreateGroupInput,
): GroupRecord {
  const { state } = crew
  const input = cleanGroup(shard, crew, asked)
  const isTaken = (taken: string) => groupIn(decision, crew, taken) !== undefined
  const wanted = chooseName(input.name, isTaken)
  const name = input.numbersName ? freeName(wanted, isTaken) : wanted
  const existing = groupIn(decision, crew, name)
  if (existing?.archived && mayRevive(crew, existing, by)) {
    return decideRevival(shard, decision, crew, by, existing, input)
  }
  if (existing) {
    throw new CrewError(
      'group_exists',
      `group "${name}" already exists${existing.archived ? ' and is archived' : ''}; nobody was added. Use another name, or ADD_TO_GROUP.`,
      { name },
    )
  }
  if (!input.numbersName) assertUnlikeGroups(crew, 'name', input.name, name)
  assertRoomForGroup(shard, crew)
  const roles = [...new Set((input.roles ?? []).map((role) => roleIdOf(crew, role)))]
  const { lead } = state
  const ids = new Set<string>(isPlaceholderLead(lead, lead.id) ? [] : [lead.id])
  if (by.actor.kind !== 'system') ids.add(by.actor.id)
  for (const reference of input.members ?? []) ids.add(resolveParticipant(shard, crew, reference))
  for (const role of roles) for (const agent of agentsOfRole(crew, role)) ids.add(agent.id)
  const own = ownAdmission(crew)
  // Its maker and the lead are in it in any case.
  for (const id of ids) if (id !== by.actor.id && id !== lead.id) assertAdmitted(crew, own, id)
  assertMemberLimit(ids.size)

  const seq = decision.nextSeq
  const agentCount = [...ids].filter((id) => id !== HUMAN_ID).length
  const given = newGroup(
    {
      id: shard.ports.ids.record(),
      name,
      displayName: input.name.trim(),
      purpose: input.purpose?.trim() || null,
      leadId: state.lead.id,
      auto: input.auto ?? false,
      createdAt: decision.at,
      createdBy: by.actor.id,
      roles,
      ...(input.chat ? { chat: input.chat } : {}),
    },
    [...ids].map((id) =>
      newMember(id, memberRoleOf(id, state.lead.id, by.actor.id), seq, decision.at, agentCount),
    ),
  )
  const { group } = decision.add('group:created', { group: given })
  for (const member of group.members) {
    if (member.id !== by.actor.id) announceJoin(shard, decision, group, member.id, null)
  }
  return group
}

/** What other things are made of: of a secret in lower case no form is left that could be masked later. */
function cleanGroup(shard: Shard, crew: Crew, given: CreateGroupInput): CreateGroupInput {
  return {
    ...given,
    name: withoutSecrets(shard, crew, given.name, LIMITS.displayName),
    roles: cleanRoles(shard, crew, given.roles),
  }
}

/** Who may take an archived group up again by creating it: the lead, its creator, and who was in it. */
function mayRevive(crew: Crew, group: GroupRecord, by: By): boolean {
  // What conversations there are, their manager says.
  if (group.admissionId !== undefined) return false
  const { kind, id } = by.actor
  if (kind !== 'agent' || id === crew.state.lead.id || id === group.createdBy) return true
  return crew.memberships.of(id, group.name).length > 0
}

/** The group with its history, in use again, with everyone named beside those who are in it. */
function decideRevival(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  by: By,
  archived: GroupRecord,
  input: CreateGroupInput,
): GroupRecord {
  assertRoomForGroup(shard, crew)
  const roles = (input.roles ?? []).map((role) => roleIdOf(crew, role))
  const ids = new Set<string>(by.actor.kind === 'system' ? [] : [by.actor.id])
  for (const reference of input.members ?? []) ids.add(resolveParticipant(shard, crew, reference))
  for (const role of roles) for (const agent of agentsOfRole(crew, role)) ids.add(agent.id)
  const added = [...ids].filter((id) => !memberOf(archived, id))
  assertMemberLimit(archived.memberCount + added.length)
  let { group } = decision.add('group:unarchived', {
    group: {
      ...withArchive(archived, null),
      purpose: input.purpose?.trim() || archived.purpose,
      roles: [...new Set([...archived.roles, ...roles])],
    },
  })
  for (const id of added) group = joinOne(decision, crew, group, by, id)
  for (const id of added) {
    if (id !== by.actor.id) announceJoin(shard, decision, group, id, null)
  }
  return group
}
