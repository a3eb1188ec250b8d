import type { GroupChat } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { MemberAsked, SettingsAsked } from '@crewroom/shared/protocol/routes/group-chats'
import { iso } from '../clock'
import type { Crew } from '../crew/crew'
import { assertMayInCrew } from '../crew/may'
import type { By, Shard } from '../crew/shard'
import { createGroup } from '../groups/create-group'
import { assertRoomForGroup } from '../groups/group-limit'
import { assertMemberLimit, chooseName } from '../groups/rules'
import type { GroupChatAt } from './chat-of'
import { assertRole, namedAgent, type NamedMember, personAmong } from './named-members'
import type { ProgramChoice } from './program-of-handle'

export interface CreateChatInput {
  readonly name: string
  readonly description?: string | undefined
  readonly members?: readonly MemberAsked[] | undefined
  readonly settings?: SettingsAsked | undefined
}

/** Creates a group chat. Agents that it names and the crew does not have are created before it. */
export function createChat(
  shard: Shard,
  crew: Crew,
  by: By,
  input: CreateChatInput,
  programs: ProgramChoice,
): GroupChatAt & { readonly tokens: ReadonlyMap<string, string> } {
  const { name, description, members = [] } = input
  assertMayInCrew('createGroup', crew, by)
  // What can be refused is refused before an agent is created for it.
  assertRoomForGroup(shard, crew)
  assertMemberLimit(members.length + 2)
  chooseName(name, () => false)
  const person = personAmong(members)
  members.forEach(assertRole)
  const agents = members.filter(({ type }) => type === 'agent')
  const named: readonly NamedMember[] = agents.map((member) =>
    namedAgent(shard, crew, by, member, programs),
  )
  const ids = named.map(({ id }) => id)
  const chat: GroupChat = {
    broadcastMode: 'all',
    ...chatSettings(input.settings),
    ...(person ? { person } : {}),
    ...(ids.includes(crew.state.lead.id) ? { listsLead: true as const } : {}),
    updatedAt: iso(shard.ports.clock.now()),
  }
  const group = createGroup(shard, crew, by, {
    name,
    purpose: description,
    members: person ? [HUMAN_ID, ...ids] : ids,
    chat,
    numbersName: true,
  })
  const tokens = new Map(named.flatMap(({ id, token }) => (token === null ? [] : [[id, token]])))
  return { crew, group, tokens }
}

/** Settings as a group has them; what is not given is left out. */
export function chatSettings(settings: SettingsAsked | undefined): Partial<GroupChat> {
  const { broadcast_mode: mode, show_thinking: shows, history_limit: limit } = settings ?? {}
  return {
    ...(mode === undefined ? {} : { broadcastMode: mode }),
    ...(shows === undefined ? {} : { showThinking: shows }),
    ...(limit === undefined ? {} : { historyLimit: limit }),
  }
}
