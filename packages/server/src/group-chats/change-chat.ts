import { memberOf, type GroupRecord } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { MemberAsked, SettingsAsked } from '@crewroom/shared/protocol/routes/group-chats'
import { assertNotClosed, mayBeIn, notAdmitted, resolveForAdmission } from '../crew/admissions'
import type { Crew } from '../crew/crew'
import { agentOf } from '../crew/directory'
import { assertMayInGroup } from '../crew/may'
import type { By, Shard } from '../crew/shard'
import { archiveGroup } from '../groups/archive-group'
import { openGroupOf } from '../groups/lookup'
import { addMembers, removeMember } from '../groups/change-members'
import { assertMemberLimit } from '../groups/rules'
import { updateGroup } from '../groups/update-group'
import type { GroupChatAt } from './chat-of'
import { chatSettings } from './create-chat'
import {
  agentInput,
  assertApart,
  assertRole,
  knownAgent,
  labelOfMember,
  type NamedMember,
  newAgentOf,
  onePerson,
  personCalled,
} from './named-members'
import type { ProgramChoice } from './program-of-handle'

/** Changes what a group chat is called and for, and how its sessions work. */
export function updateChat(
  shard: Shard,
  { crew, group }: GroupChatAt,
  by: By,
  input: {
    readonly name?: string | undefined
    readonly description?: string | null | undefined
    readonly settings?: SettingsAsked | undefined
  },
): GroupRecord {
  return updateGroup(shard, crew, by, {
    group: group.name,
    displayName: input.name,
    purpose: input.description,
    ...(input.settings ? { chat: chatSettings(input.settings) } : {}),
  })
}

/** Deletes a group chat, as other programs see it. Its group is archived: nothing that was said is lost. */
export function deleteChat(shard: Shard, { crew, group }: GroupChatAt, by: By): void {
  openGroupOf(crew, group.name, by, 'archive')
  archiveGroup(shard, crew, by, group.name, { broadcastMode: 'all', ...group.chat, deleted: true })
}

/**
 * Adds one member; an agent that the crew does not have is created, but not for a conversation of a circle, to which a new
 * agent is not admitted. Throws `member_exists`. Everything is checked before anything is written.
 */
export function addChatMember(
  shard: Shard,
  at: GroupChatAt,
  by: By,
  member: MemberAsked,
  programs: ProgramChoice,
): NamedMember {
  const { crew, group } = at
  assertRole(member)
  assertMayInGroup('addMembers', crew, group, by)
  if (member.type === 'human') return addPerson(shard, at, by, member)
  assertNotClosed(crew, group)
  const known = memberNamed(shard, crew, group, member.id)
  if (known === crew.state.lead.id) return nameLead(shard, crew, group, by)
  if (known !== null) assertNew(group, known, member.id)
  assertMemberLimit(group.memberCount + 1)
  const { handle } = known === null ? agentInput(member, programs) : agentOf(crew, known)
  assertApart(shard, crew, group.chat?.person, [{ handle }])
  const named =
    known === null ? newAgentOf(shard, crew, by, member, programs) : { id: known, token: null }
  addMembers(shard, crew, by, { group: group.name, members: [named.id] })
  return named
}

/** The agent that somebody names; null: it would be a new one. A circle tells nobody why an id is not admitted to it. */
function memberNamed(
  shard: Shard,
  crew: Crew,
  group: GroupRecord,
  reference: string,
): string | null {
  if (group.admissionId === undefined) return knownAgent(shard, crew, reference)
  const id = resolveForAdmission(shard, crew, reference)
  // The person is named by the type, and not by an id of an agent.
  if (id === HUMAN_ID || !mayBeIn(crew, group, id)) throw notAdmitted()
  return id
}

function addPerson(
  shard: Shard,
  { crew, group }: GroupChatAt,
  by: By,
  member: MemberAsked,
): NamedMember {
  const person = group.chat?.person
  const agents = group.memberIds.flatMap((id) => crew.state.agents[id] ?? [])
  const label = labelOfMember(member)
  const isOther = person !== undefined && person.id !== member.id
  if (isOther && member.role === 'owner') throw onePerson(member.id)
  const names = isOther || (person === undefined && member.id !== HUMAN_ID)
  if (!names) assertNew(group, HUMAN_ID, member.id)
  assertApart(shard, crew, label, agents)
  // What the person is called there is changed with it.
  openGroupOf(crew, group.name, by, 'update')
  if (isOther) return { id: HUMAN_ID, token: null, label }
  const there = memberOf(group, HUMAN_ID)
  if (!there || there.listed === false) {
    addMembers(shard, crew, by, { group: group.name, members: [HUMAN_ID] })
  }
  const shown = {
    id: member.id,
    displayName: member.display_name ?? person?.displayName ?? member.id,
  }
  updateGroup(shard, crew, by, { group: group.name, chat: { person: shown } })
  return { id: HUMAN_ID, token: null }
}

/** The lead is in every group; from now on other programs see it there. */
function nameLead(shard: Shard, crew: Crew, group: GroupRecord, by: By): NamedMember {
  const { id } = crew.state.lead
  if (group.chat?.listsLead) assertNew(group, id, id)
  openGroupOf(crew, group.name, by, 'update')
  if (memberOf(group, id)?.listed === false) {
    addMembers(shard, crew, by, { group: group.name, members: [id] })
  }
  updateGroup(shard, crew, by, { group: group.name, chat: { listsLead: true } })
  return { id, token: null }
}

function assertNew(group: GroupRecord, id: string, reference: string): void {
  const member = memberOf(group, id)
  // One that only reads along becomes a member by being named.
  if (!member || member.listed === false) return
  throw new CrewError(
    'member_exists',
    `"${reference}" is a member of "${group.displayName}" already; nothing was changed.`,
    { memberId: reference },
  )
}

/** Removes a member. Throws `lead_cannot_leave`, and `agent_not_found` if nobody there has that name. */
export function removeChatMember(
  shard: Shard,
  { crew, group }: GroupChatAt,
  by: By,
  reference: string,
): void {
  removeMember(shard, crew, by, { group: group.name, member: personCalled(group, reference) })
}
