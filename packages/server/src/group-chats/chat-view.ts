import { type GroupRecord, HISTORY_LIMIT } from '@crewroom/shared/model/group'
import type { SessionRecord } from '@crewroom/shared/model/session'
import type {
  GroupChatSession,
  GroupChatView,
} from '@crewroom/shared/protocol/reply-shapes/group-chats'
import type { Crew } from '../crew/crew'
import { listedMembers, type MemberNames, memberNames, memberReply } from './member-names'

/** What of a crew its group chats show. */
export type ChatCrew = Pick<Crew, 'state' | 'gone'>

/** A group as other programs see it. `path`: the folder of its files; null: it has none. */
export function chatView(
  crew: ChatCrew,
  group: GroupRecord,
  personName: string,
  path: string | null,
): GroupChatView {
  const names = memberNames(crew, group, personName)
  const { broadcastMode = 'all', showThinking = false, historyLimit = HISTORY_LIMIT } = group.chat ?? {} // prettier-ignore
  return {
    id: group.id,
    name: group.displayName,
    description: group.purpose,
    path,
    members: listedMembers(crew, group).map(({ id }) => memberReply(crew, group, id, names)),
    settings: {
      broadcast_mode: broadcastMode,
      show_thinking: showThinking,
      history_limit: historyLimit,
    },
    created_by: names.idOf(group.createdBy),
    created_at: group.createdAt,
    updated_at: updatedAt(crew, group),
    lead_id: group.leadId,
    group: group.name,
    archived: group.archived,
  }
}

/** When something of a group chat was last changed: its settings, members, messages or sessions, even those that are gone. */
function updatedAt(crew: ChatCrew, group: GroupRecord): string {
  const times = [
    group.createdAt,
    group.chat?.updatedAt,
    group.lastMessage?.timestamp,
    crew.gone.lastOf(group.name),
    ...group.members.map(({ joinedAt }) => joinedAt),
    ...Object.values(crew.state.sessions)
      .filter(({ groupName }) => groupName === group.name)
      .map((session) => session.updatedAt),
  ]
  return times.reduce<string>((newest, at) => (at !== undefined && at > newest ? at : newest), '')
}

export function sessionReply(
  group: GroupRecord,
  session: SessionRecord,
  names: MemberNames,
): GroupChatSession {
  const { id, title, createdAt, updatedAt: changedAt, activeAgents, status } = session
  return {
    id,
    group_chat_id: group.id,
    title,
    created_at: createdAt,
    updated_at: changedAt,
    active_agents: activeAgents.map((agentId) => names.idOf(agentId)),
    status: status === 'active' ? 'active' : 'archived',
  }
}
