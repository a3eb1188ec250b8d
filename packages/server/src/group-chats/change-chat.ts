import { memberOf, type GroupRecord } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { MemberAsked, SettingsAsked } from '@crewroom/shared/protocol/routes/group-chats'
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
  const { name } = openGroupOf(crew, group.name, by.actor)
  archiveGroup(shard, crew, by, name, { broadcastMode: 'all', ...group.chat, deleted: true })
}

/** Adds one member; an agent that the crew does not have is created. Throws `member_exists`. */
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
  const known = knownAgent(shard, crew, member.id)
  if (known === crew.state.lead.id) return nameLead(shard, crew, group, by)
  if (known !== null) assertNew(group, known, member.id)
  assertMemberLimit(group.memberCount + 1)
  const { handle } = known === null ? agentInput(member, programs) : agentOf(crew, known)
  assertApart(shard, crew, group.chat?.person?.id, [{ handle }])
  const named =
    known === null ? newAgentOf(shard, crew, by, member, programs) : { id: known, token: null }
  addMembers(shard, crew, by, { group: group.name, members: [named.id] })
  return named
}

function addPerson(
  shard: Shard,
  { crew, group }: GroupChatAt,
  by: By,
  member: MemberAsked,
): NamedMember {
  const person = group.chat?.person
  if (person ? person.id !== member.id : memberOf(group, HUMAN_ID) && member.id !== HUMAN_ID) {
    throw onePerson(member.id)
  }
  assertNew(group, HUMAN_ID, member.id)
  const agents = group.memberIds.flatMap((id) => crew.state.agents[id] ?? [])
  assertApart(shard, crew, member.id, agents)
  // What the person is called there is changed with it.
  openGroupOf(crew, group.name, by.actor)
  assertMayInGroup('update', crew, group, by)
  addMembers(shard, crew, by, { group: group.name, members: [HUMAN_ID] })
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
  updateGroup(shard, crew, by, { group: group.name, chat: { listsLead: true } })
  return { id, token: null }
}

function assertNew(group: GroupRecord, id: string, reference: string): void {
  if (!memberOf(group, id)) return
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
