import type { GroupRecord } from '@crewroom/shared/model/group'
import * as shapes from '@crewroom/shared/protocol/routes/group-chats'
import { whatStays } from '@crewroom/shared/text/what-stays'
import type { StoredRollouts } from '../../agents/read-rollout'
import type { Crew } from '../../crew/crew'
import type { PresenceBook } from '../../crew/presence'
import type { By, Shard } from '../../crew/shard'
import {
  addChatMember,
  deleteChat,
  removeChatMember,
  updateChat,
} from '../../group-chats/change-chat'
import { chatFolder } from '../../group-chats/chat-folder'
import { chatIn, chatOf, chatsOf, type GroupChatAt } from '../../group-chats/chat-of'
import { chatView, sessionReply } from '../../group-chats/chat-view'
import { createChat } from '../../group-chats/create-chat'
import { memberNames, memberReply } from '../../group-chats/member-names'
import { personCalled } from '../../group-chats/named-members'
import { postToChat } from '../../group-chats/post-to-chat'
import { noticeOf } from '../../group-chats/sender-label'
import { postedLine } from '../../group-chats/ui-lines'
import type { ProgramChoice } from '../../group-chats/program-of-handle'
import { readAgentView } from '../../group-chats/read-agent-view'
import { readChatMessages } from '../../group-chats/read-chat-messages'
import { isFree, workspaceOf } from '../../group-chats/workspace'
import { createSession } from '../../sessions/create-session'
import { listSessions, readSession } from '../../sessions/read-session'
import { deleteSession, updateSession } from '../../sessions/update-session'
import type { Answer, RoutePorts } from './route'
import { row, type RouteRow } from './row'

export interface GroupChatRoutePorts extends RoutePorts {
  /** The programs of agents that are created by their handle. */
  readonly choice: ProgramChoice
  readonly rollouts: StoredRollouts
  readonly presence: PresenceBook
}

type Param = (name: string) => string

const answer = ({ state }: Crew, body: object, status = 200): Answer => ({
  status,
  body,
  leadId: state.lead.id,
})
const namesOf = (shard: Shard, { crew, group }: GroupChatAt) =>
  memberNames(crew, group, shard.ports.personName)
/** The group as it is after what was done to it. */
const now = ({ crew, group }: GroupChatAt): GroupRecord => crew.state.groups[group.name] ?? group
const viewOf = ({ ports }: Shard, at: GroupChatAt) => {
  const group = now(at)
  const folder = chatFolder(ports.workspaces, at.crew.state, group)
  return chatView(at.crew, group, ports.personName, folder)
}

const inWorkspace = (shard: Shard, by: By, param: Param) =>
  chatIn(shard, workspaceOf(shard, by, param('workspaceId')), by, param('chatId'))
const chatAt = (shard: Shard, by: By, param: Param) => chatOf(shard, by, param('chatId'))
const sessionAt = (shard: Shard, by: By, param: Param) => {
  const at = chatAt(shard, by, param)
  return { ...at, of: { group: at.group.name, session: param('sid') } }
}

const NAMES_AGENTS = ['agent_not_found', 'other_crew', 'ambiguous_member'] as const
const ADDS = [...NAMES_AGENTS, 'one_person', 'limit_reached', 'agent_terminal'] as const
const CHAT = { workspaceId: '{atlas}', chatId: '{chat}' }
const SESSION = { chatId: '{chat}', sid: '{aliases}' }

/** Group chats as other programs know them. */
export const GROUP_CHAT_ROUTES: readonly RouteRow<GroupChatRoutePorts>[] = [
  row('Group chats', shapes.createGroupChat, {
    id: 'createGroupChat',
    who: 'writer',
    status: [201],
    errors: [...ADDS],
    summary:
      'Creates a group chat; a workspace that does not exist yet is created, and so are agents that it does not have',
    sample: {
      path: { workspaceId: 'ws-1' },
      body: {
        name: 'Code Review Discussion',
        description: 'Code review for PR #123',
        members: [
          { type: 'human', id: 'user-1', display_name: 'John', role: 'owner' },
          { type: 'agent', id: 'reviewer', display_name: 'Reviewer', model: 'gpt-4o' },
        ],
      },
    },
    run: ({ by, body, param }, { shard, choice }) => {
      const at = createChat(shard, by, param('workspaceId'), body, choice)
      const view = viewOf(shard, at)
      const members = view.members.map((member) => {
        const token = at.tokens.get(member.participant_id ?? '')
        return token === undefined ? member : { ...member, agent_token: token }
      })
      const [other, ...more] = at.others
      const notice = other ? { notice: noticeOf(other, ...more) } : {}
      return answer(at.crew, { ...view, members, ...notice }, 201)
    },
  }),
  row('Group chats', shapes.listGroupChats, {
    id: 'listGroupChats',
    who: 'reader',
    summary: 'The group chats of a workspace, newest first',
    sample: { path: CHAT },
    run: ({ by, param }, { shard }) => {
      const id = param('workspaceId')
      if (isFree(shard, by, id)) return { body: { group_chats: [] } }
      const crew = workspaceOf(shard, by, id)
      const chats = chatsOf(crew, by).map((group) => viewOf(shard, { crew, group }))
      return answer(crew, { group_chats: chats })
    },
  }),
  row('Group chats', shapes.getGroupChat, {
    id: 'getGroupChat',
    who: 'reader',
    summary: 'A group chat with its members and settings',
    sample: { path: CHAT },
    run: ({ by, param }, { shard }) => {
      const at = inWorkspace(shard, by, param)
      return answer(at.crew, viewOf(shard, at))
    },
  }),
  row('Group chats', shapes.updateGroupChat, {
    id: 'updateGroupChat',
    who: 'writer',
    errors: ['group_archived', 'admission_closed'],
    summary: 'Changes what a group chat is called and for, and how its sessions work',
    sample: { path: CHAT, body: { settings: { broadcast_mode: 'mention_only' } } },
    run: ({ by, body, param }, { shard }) => {
      const at = inWorkspace(shard, by, param)
      updateChat(shard, at, by, body)
      return answer(at.crew, viewOf(shard, at))
    },
  }),
  row('Group chats', shapes.deleteGroupChat, {
    id: 'deleteGroupChat',
    who: 'writer',
    errors: ['group_archived', 'admission_closed'],
    summary:
      'Deletes a group chat for other programs; its group is archived, and nothing that was said is lost',
    sample: { path: CHAT, after: ['createGroupChat'] },
    run: ({ by, param }, { shard }) => {
      const at = inWorkspace(shard, by, param)
      deleteChat(shard, at, by)
      return answer(at.crew, { deleted: at.group.id, stays: whatStays('group') })
    },
  }),
  row('Group chats', shapes.listChatMembers, {
    id: 'listChatMembers',
    who: 'reader',
    summary: 'The members of a group chat',
    sample: { path: CHAT },
    run: ({ by, param }, { shard }) => {
      const at = chatAt(shard, by, param)
      return answer(at.crew, { members: viewOf(shard, at).members })
    },
  }),
  row('Group chats', shapes.addChatMember, {
    id: 'addChatMember',
    who: 'writer',
    status: [201],
    errors: [...ADDS, 'not_admitted', 'member_exists', 'group_archived', 'admission_closed'],
    summary: 'Adds a member; an agent that the workspace does not have is created',
    sample: { path: CHAT, body: { type: 'agent', id: 'tester', display_name: 'Tester' } },
    run: ({ by, body, param }, { shard, choice }) => {
      const at = chatAt(shard, by, param)
      const { id, token, label } = addChatMember(shard, at, by, body, choice)
      const group = now(at)
      const member = memberReply(at.crew, group, id, memberNames(at.crew, group, shard.ports.personName)) // prettier-ignore
      const given = token === null ? {} : { agent_token: token }
      const called = label ? { id: label.id, display_name: label.displayName, role: 'member' } : {}
      const notice = label ? { notice: noticeOf(label) } : {}
      return answer(at.crew, { member: { ...member, ...given, ...called }, ...notice }, 201)
    },
  }),
  row('Group chats', shapes.removeChatMember, {
    id: 'removeChatMember',
    who: 'writer',
    errors: [...NAMES_AGENTS, 'lead_cannot_leave', 'agent_terminal'],
    summary: 'Takes a member out of a group chat and of its sessions',
    sample: { path: { ...CHAT, memberId: '{ben}' } },
    run: ({ by, param }, { shard }) => {
      const at = chatAt(shard, by, param)
      removeChatMember(shard, at, by, param('memberId'))
      return answer(at.crew, { removed: param('memberId') })
    },
  }),
  row('Group chats', shapes.createChatSession, {
    id: 'createChatSession',
    who: 'writer',
    status: [201],
    errors: [...NAMES_AGENTS, 'group_archived', 'admission_closed', 'limit_reached'],
    summary: 'Opens a session; without `active_agents` all agents take part but the lead',
    sample: { path: CHAT, body: { title: 'Discussion Session 1' } },
    run: ({ by, body, param }, { shard }) => {
      const at = chatAt(shard, by, param)
      const session = createSession(shard, at.crew, by, {
        group: at.group.name,
        title: body.title,
        agents: body.active_agents?.map((id) => personCalled(at.group, id)) ?? null,
      })
      return answer(at.crew, sessionReply(at.group, session, namesOf(shard, at)), 201)
    },
  }),
  row('Group chats', shapes.listChatSessions, {
    id: 'listChatSessions',
    who: 'reader',
    summary: 'The sessions of a group chat, newest first',
    sample: { path: CHAT },
    run: ({ by, query, param }, { shard }) => {
      const at = chatAt(shard, by, param)
      const names = namesOf(shard, at)
      const asked = { ...query, group: at.group.name, status: 'all' } as const
      const { sessions, hasMore } = listSessions(at.crew, by, asked)
      return answer(at.crew, {
        sessions: sessions.map((session) => sessionReply(at.group, session, names)),
        has_more: hasMore,
        next_before: hasMore ? (sessions.at(-1)?.id ?? null) : null,
      })
    },
  }),
  row('Group chats', shapes.getChatSession, {
    id: 'getChatSession',
    who: 'reader',
    summary: 'A session of a group chat; `main` is the free talk of its group',
    sample: { path: SESSION },
    run: ({ by, param }, { shard }) => {
      const { of, ...at } = sessionAt(shard, by, param)
      const { session } = readSession(at.crew, by, of)
      return answer(at.crew, sessionReply(at.group, session, namesOf(shard, at)))
    },
  }),
  row('Group chats', shapes.updateChatSession, {
    id: 'updateChatSession',
    who: 'writer',
    errors: [...NAMES_AGENTS, 'group_archived', 'admission_closed'],
    summary: 'Renames a session, archives it or takes it into use again, and says who takes part',
    sample: { path: SESSION, body: { status: 'active' } },
    run: ({ by, body, param }, { shard }) => {
      const { of, ...at } = sessionAt(shard, by, param)
      const { title, status, active_agents: agents } = body
      const session = updateSession(shard, at.crew, by, { ...of, title, status, agents })
      return answer(at.crew, sessionReply(at.group, session, namesOf(shard, at)))
    },
  }),
  row('Group chats', shapes.deleteChatSession, {
    id: 'deleteChatSession',
    who: 'writer',
    summary: 'Deletes a session for everybody, and stops what is open in it',
    sample: { path: SESSION },
    run: ({ by, param }, { shard }) => {
      const { crew, of } = sessionAt(shard, by, param)
      const { id: deleted } = deleteSession(shard, crew, by, of)
      return answer(crew, { deleted, stays: whatStays('session') })
    },
  }),
  row('Group chats', shapes.listChatMessages, {
    id: 'listChatMessages',
    who: 'reader',
    errors: [...NAMES_AGENTS, 'agent_terminal', 'forbidden'],
    summary:
      'What people see of a session: messages, answers, who came and left, and who thinks now; its last lines, or those before one',
    sample: { path: SESSION, query: { view: 'ui', limit: 10 } },
    run: async ({ by, query, param }, { shard, rollouts }) => {
      const { of, ...at } = sessionAt(shard, by, param)
      const { agent_id: agent, limit, before } = query
      const page = { session: of.session, limit, before }
      const body =
        agent === undefined
          ? await readChatMessages(shard, at, by, page)
          : await readAgentView(shard, rollouts, at, by, { ...page, agent })
      return { body }
    },
  }),
  row('Group chats', shapes.postChatMessage, {
    id: 'postChatMessage',
    who: 'writer',
    status: [201],
    errors: ['group_archived', 'admission_closed', 'session_archived'],
    summary:
      'Writes to a session; it answers at once, and the agents that it triggers answer later',
    sample: { path: SESSION, body: { content: 'Please help me review this code' } },
    run: ({ by, body: { content, workspace_path: _, ...sender }, param }, { shard, presence }) => {
      const { of, ...at } = sessionAt(shard, by, param)
      const input = { session: of.session, content, sender }
      const posted = postToChat(shard, presence, at, by, input)
      const { message, triggered, hint, label, notice, leftOut } = posted
      const names = namesOf(shard, { ...at, group: now(at) })
      const sent = {
        sender_id: label?.id ?? names.idOf(message.from),
        sender_name: label?.displayName ?? names.nameOf(message.from),
      }
      const isNamed = Object.values(sender).some((value) => value !== undefined)
      return answer(
        at.crew,
        {
          message: { ...postedLine(message, names), ...(isNamed ? sent : {}) },
          agents_triggered: triggered.map((agentId) => names.idOf(agentId)),
          ...(hint === null ? {} : { hint }),
          ...(notice === null ? {} : { notice }),
          ...(leftOut.length === 0 ? {} : { left_out: [...leftOut] }),
        },
        201,
      )
    },
  }),
]
