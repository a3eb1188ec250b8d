import type { GroupRecord } from '@crewroom/shared/model/group'
import type { SessionRecord } from '@crewroom/shared/model/session'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { type ChatCrew, chatView, sessionReply } from '../group-chats/chat-view'
import { memberNames } from '../group-chats/member-names'

export const CONFIG_FILE = 'config.yaml'

/** What is in `config.yaml` of a group chat, in its order. */
export function chatConfig(crew: ChatCrew, group: GroupRecord, personName: string): object {
  const chat = chatView(crew, group, personName, null)
  const { id, name, description, created_by, created_at, updated_at, settings } = chat
  return {
    id,
    name,
    description,
    created_by,
    created_at,
    updated_at,
    members: chat.members.map((member) => ({
      id: member.id,
      type: member.type,
      display_name: member.display_name,
      ...(member.model === undefined ? {} : { model: member.model }),
      role: member.role,
      joined_at: member.joined_at,
    })),
    settings,
  }
}

/** The same of a session. */
export function sessionConfig(
  state: CrewState,
  group: GroupRecord,
  session: SessionRecord,
  personName: string,
): object {
  const names = memberNames({ state }, group, personName)
  const reply = sessionReply(group, session, names)
  const { id, group_chat_id, title, created_at, updated_at, active_agents, status } = reply
  return { id, group_chat_id, title, created_at, updated_at, active_agents, status }
}
