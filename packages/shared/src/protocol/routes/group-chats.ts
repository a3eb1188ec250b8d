import * as z from 'zod'
import { BROADCAST_MODES } from '../../model/group'
import { stays, time } from '../reply-shapes/fields'
import {
  chatReply,
  memberReply,
  openAILine,
  sessionReply,
  uiLine,
} from '../reply-shapes/group-chats'
import { membersFull } from '../../text/members-full'
import { LIMITS } from '../limits'
import { NoBody, NoQuery, whole } from '../rest'
import { displayName, handle, leftOut, senderFields, workspacePath } from '../sender-fields'
import { nameField, textField } from '../text-field'
import { shape } from './shape'

/**
 * Group chats as other programs know them: workspaces, group chats, members and sessions under names and ids of those
 * programs, in snake case. The same groups, agents and sessions as everywhere else, through one more door.
 */

const IN_WORKSPACE = '/workspaces/:workspaceId/group-chats'
const IN_CHAT = '/group-chats/:chatId'
const ONE_SESSION = `${IN_CHAT}/sessions/:sid` as const

const name = nameField().min(1).max(LIMITS.displayName)
const description = textField().trim().max(LIMITS.purpose)
const title = nameField().min(1).max(LIMITS.sessionTitle)
const names = z
  .array(textField().trim().min(1).max(LIMITS.displayName))
  .max(LIMITS.members, membersFull({ at: 'field' }))
const content = textField()
  .min(1)
  .max(LIMITS.content)
  .refine((text) => text.trim().length > 0, 'must not be blank')
const role = z.enum(['owner', 'member'])

const member = z.strictObject({
  type: z.enum(['human', 'agent']),
  id: handle,
  display_name: displayName.optional(),
  role: role.optional(),
  /** Only told: the agent’s program decides. */
  model: displayName.optional(),
  /** The program of an agent that is created: one of the configuration, or a preset that is installed. */
  driver: handle.optional(),
  /** The folder in which an agent that is created works; else that of the request. */
  workspace_path: workspacePath.optional(),
})
/** Each may be left out: it then stays as it is. */
const settings = z
  .strictObject({
    broadcast_mode: z.enum(BROADCAST_MODES).optional(),
    show_thinking: z.boolean().optional(),
    history_limit: z.number().int().min(1).max(LIMITS.page).optional(),
  })
  .refine((value) => Object.keys(value).length > 0, 'give at least one setting')

export type MemberAsked = z.infer<typeof member>
export type SettingsAsked = z.infer<typeof settings>

const pages = {
  has_more: z.boolean(),
  /** What `before` takes for the page before this one; null: there is none. */
  next_before: z.string().nullable(),
}

export const createGroupChat = shape({
  method: 'post',
  path: IN_WORKSPACE,
  body: z.strictObject({
    name,
    description: description.optional(),
    members: z
      .array(member)
      .max(LIMITS.members, membersFull({ at: 'field' }))
      .optional(),
    settings: settings.optional(),
    /** The folder in which the agents work that are created for it. */
    workspace_path: workspacePath.optional(),
  }),
  /** `notice`: other people among the members are other names of the one person. */
  reply: chatReply.extend({ notice: z.string().optional() }),
})

export const listGroupChats = shape({
  method: 'get',
  path: IN_WORKSPACE,
  query: NoQuery,
  /** Newest first. */
  reply: z.strictObject({ group_chats: z.array(chatReply) }),
})

export const getGroupChat = shape({
  method: 'get',
  path: `${IN_WORKSPACE}/:chatId`,
  query: NoQuery,
  reply: chatReply,
})

export const updateGroupChat = shape({
  method: 'patch',
  path: `${IN_WORKSPACE}/:chatId`,
  body: z
    .strictObject({
      name: name.optional(),
      description: description.nullable().optional(),
      settings: settings.optional(),
    })
    .refine((value) => Object.keys(value).length > 0, 'give name, description or settings'),
  reply: chatReply,
})

export const deleteGroupChat = shape({
  method: 'delete',
  path: `${IN_WORKSPACE}/:chatId`,
  body: NoBody,
  reply: z.strictObject({ deleted: z.string(), stays }),
})

export const listChatMembers = shape({
  method: 'get',
  path: `${IN_CHAT}/members`,
  query: NoQuery,
  reply: z.strictObject({ members: z.array(memberReply) }),
})

export const addChatMember = shape({
  method: 'post',
  path: `${IN_CHAT}/members`,
  body: member,
  reply: z.strictObject({ member: memberReply, notice: z.string().optional() }),
})

export const removeChatMember = shape({
  method: 'delete',
  path: `${IN_CHAT}/members/:memberId`,
  body: NoBody,
  reply: z.strictObject({ removed: z.string() }),
})

export const createChatSession = shape({
  method: 'post',
  path: `${IN_CHAT}/sessions`,
  body: z.strictObject({
    title: title.optional(),
    active_agents: names.nullable().optional(),
    /** Taken as it comes: a session is in the workspace of its group chat. */
    workspace_path: workspacePath.optional(),
  }),
  reply: sessionReply,
})

export const listChatSessions = shape({
  method: 'get',
  path: `${IN_CHAT}/sessions`,
  query: z.strictObject({
    /** `next_before` of a page. */
    before: textField().min(1).max(64).optional(),
    limit: whole(1, LIMITS.page).optional(),
  }),
  /** Newest first. */
  reply: z.strictObject({ sessions: z.array(sessionReply), ...pages }),
})

export const getChatSession = shape({
  method: 'get',
  path: ONE_SESSION,
  query: NoQuery,
  reply: sessionReply,
})

export const updateChatSession = shape({
  method: 'patch',
  path: ONE_SESSION,
  body: z
    .strictObject({
      title: title.optional(),
      status: z.enum(['active', 'archived']).optional(),
      /** Null: all agents of the group chat but the lead, those who join later too. */
      active_agents: names.nullable().optional(),
    })
    .refine((value) => Object.keys(value).length > 0, 'give title, status or active_agents'),
  reply: sessionReply,
})

export const deleteChatSession = shape({
  method: 'delete',
  path: ONE_SESSION,
  body: NoBody,
  reply: z.strictObject({ deleted: z.string(), stays }),
})

export const listChatMessages = shape({
  method: 'get',
  path: `${ONE_SESSION}/messages`,
  query: z
    .strictObject({
      view: z.enum(['ui', 'agent']).optional(),
      /** For the view of an agent: whose. */
      agent_id: textField().trim().min(1).max(LIMITS.displayName).optional(),
      limit: whole(1, LIMITS.page).optional(),
      /** A time, or `next_before` of a page: what came before it. In the view of people the id of any line. */
      before: z.string().min(1).max(64).optional(),
    })
    .refine(({ view, agent_id: agent }) => (view === 'agent') === (agent !== undefined), {
      message: 'goes with view=agent, which needs it',
      path: ['agent_id'],
    }),
  /** What people see, or what one agent was given and did. */
  reply: z.union([
    z.strictObject({ messages: z.array(uiLine), ...pages }),
    z.strictObject({ messages: z.array(openAILine), ...pages }),
  ]),
})

export const postChatMessage = shape({
  method: 'post',
  path: `${ONE_SESSION}/messages`,
  body: z.strictObject({ content, ...senderFields }),
  reply: z.strictObject({
    /** As it is among the lines; the person's without who wrote it. */
    message: z.strictObject({
      id: z.string(),
      type: z.enum(['user', 'agent_response']),
      content: z.string(),
      timestamp: time,
      agent_id: z.string().optional(),
      agent_name: z.string().optional(),
      /** As they were sent. */
      sender_id: z.string().optional(),
      sender_name: z.string().optional(),
    }),
    agents_triggered: z.array(z.string()),
    /** What its sender has to know, such as that an agent that it mentions is not asked, and what helps. */
    hint: z.string().optional(),
    /** Said with the first message under another name of the person, or with a name that was left out. */
    notice: z.string().optional(),
    /** The names that were left out, which `notice` says in words. */
    left_out: leftOut.optional(),
  }),
})
