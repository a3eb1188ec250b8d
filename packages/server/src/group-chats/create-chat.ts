import { isPlaceholderLead } from '@crewroom/shared/model/agent'
import type { GroupChat } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { MemberAsked, SettingsAsked } from '@crewroom/shared/protocol/routes/group-chats'
import { iso } from '../clock'
import { assertCanCreate } from '../agents/create-agent'
import type { Crew } from '../crew/crew'
import { assertMayInCrew } from '../crew/may'
import type { By, Shard } from '../crew/shard'
import { createGroup } from '../groups/create-group'
import { assertUnlikeGroups } from '../groups/unlike-groups'
import { assertRoomForGroup } from '../groups/group-limit'
import { assertMemberLimit, chooseName } from '../groups/rules'
import type { GroupChatAt } from './chat-of'
import {
  agentInput,
  assertApart,
  assertRole,
  knownAgent,
  type NamedMember,
  newAgentOf,
  peopleAmong,
} from './named-members'
import type { ProgramChoice } from './program-of-handle'
import type { SenderLabel } from './sender-label'
import { createWorkspace, findWorkspace } from './workspace'

export interface CreateChatInput {
  readonly name: string
  readonly description?: string | undefined
  readonly members?: readonly MemberAsked[] | undefined
  readonly settings?: SettingsAsked | undefined
  /** The folder of agents that are created for it. */
  readonly workspace_path?: string | undefined
}

export interface CreatedChat extends GroupChatAt {
  /** Tokens of agents that were created for it and run elsewhere, by the id of the agent. */
  readonly tokens: ReadonlyMap<string, string>
  /** What else the person is called among the members. */
  readonly others: readonly SenderLabel[]
}

/**
 * Creates a group chat in a workspace. The workspace is created if it does not exist, and so are agents that it does not have.
 * If anything is refused, nothing is created.
 */
export function createChat(
  shard: Shard,
  by: By,
  workspaceId: string,
  input: CreateChatInput,
  programs: ProgramChoice,
): CreatedChat {
  const { name, description, members = [], workspace_path: folder } = input
  const { person, others } = peopleAmong(members)
  members.forEach(assertRole)
  chooseName(name, () => false)
  const there = findWorkspace(shard, by, workspaceId)
  if (there) {
    assertMayInCrew('createGroup', there, by)
    assertRoomForGroup(shard, there)
    assertUnlikeGroups(there, 'name', name, '')
  }
  const agents = agentsAsked(shard, there, members)
  assertMemberLimit(membersOf(there, by, person !== undefined, agents.values()))
  const created = [...agents.values()].filter(({ known }) => known === null)
  const known = [...agents.values()].flatMap((one) => there?.state.agents[one.known ?? ''] ?? [])
  const inputs = created.map(({ member }) => agentInput(member, programs, folder))
  for (const label of [person, ...others]) assertApart(shard, there, label, [...known, ...inputs])
  assertCanCreate(shard, there, by, inputs)
  const crew = there ?? createWorkspace(shard, by, workspaceId, folder)
  const named = [...agents.values()].map((one): NamedMember =>
    one.known === null
      ? newAgentOf(shard, crew, by, one.member, programs, folder)
      : { id: one.known, token: null },
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
  return { crew, group, tokens, others }
}

/**
 * The agents that are asked for, each once, by their ids in lower case, with the agent that the crew has for it. Decided before
 * any is created: none is taken for another because of its name. Throws for a name that several agents have, or one that has ended.
 */
function agentsAsked(shard: Shard, crew: Crew | null, members: readonly MemberAsked[]) {
  const found = new Map<string, { readonly member: MemberAsked; readonly known: string | null }>()
  for (const member of members) {
    const key = member.id.toLowerCase()
    if (member.type === 'human' || found.has(key)) continue
    found.set(key, { member, known: crew && knownAgent(shard, crew, member.id) })
  }
  return found
}

/** How many members the group would have: with whoever creates it, and with the lead unless it is a placeholder. */
function membersOf(
  crew: Crew | null,
  { actor }: By,
  hasPerson: boolean,
  agents: Iterable<{ readonly member: MemberAsked; readonly known: string | null }>,
): number {
  const ids = new Set([actor.id, ...(hasPerson ? [HUMAN_ID] : [])])
  if (crew && !isPlaceholderLead(crew.state.lead, crew.state.lead.id)) ids.add(crew.state.lead.id)
  for (const { member, known } of agents) ids.add(known ?? `new ${member.id}`)
  return ids.size
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
