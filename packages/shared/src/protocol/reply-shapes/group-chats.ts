import * as z from 'zod'
import { BROADCAST_MODES } from '../../model/group'
import type { OpenAILine } from '../../transcript/openai/openai-line'
import { type Loose, time } from './fields'

/** Group chats, as other programs see them. */

const role = z.enum(['owner', 'member'])

export const memberReply = z.strictObject({
  type: z.enum(['human', 'agent']),
  /** What it was called when it was added; the agent’s own id where nobody has said. */
  id: z.string(),
  display_name: z.string(),
  role,
  model: z.string().optional(),
  joined_at: time,
  /** Id of the agent; not there for the person. */
  participant_id: z.string().optional(),
  /** The token that the program of a new agent needs if it runs elsewhere. Only the answer that creates the agent has it. */
  agent_token: z.string().optional(),
})
const settingsReply = z.strictObject({
  broadcast_mode: z.enum(BROADCAST_MODES),
  show_thinking: z.boolean(),
  history_limit: z.number().int(),
})
export const chatReply = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  /** The folder of its files; null: it has none. */
  path: z.string().nullable(),
  members: z.array(memberReply),
  settings: settingsReply,
  created_by: z.string(),
  created_at: time,
  updated_at: time,
  /** The same group for everything else: its crew, and its name there. */
  lead_id: z.string(),
  group: z.string(),
  /** Its history can be read, and nothing is written to it. */
  archived: z.boolean(),
})
export const sessionReply = z.strictObject({
  id: z.string(),
  group_chat_id: z.string(),
  title: z.string(),
  created_at: time,
  updated_at: time,
  active_agents: z.array(z.string()),
  status: z.enum(['active', 'archived']),
})

export const userLine = z.strictObject({
  id: z.string(),
  type: z.literal('user'),
  sender_id: z.string(),
  sender_name: z.string(),
  content: z.string(),
  timestamp: time,
})
export const thinkingLine = z.strictObject({
  id: z.string(),
  type: z.literal('agent_thinking'),
  agent_id: z.string(),
  agent_name: z.string(),
  status: z.enum(['thinking', 'done', 'error']),
  timestamp: time,
})
export const responseLine = z.strictObject({
  id: z.string(),
  type: z.literal('agent_response'),
  agent_id: z.string(),
  agent_name: z.string(),
  content: z.string(),
  timestamp: time,
})
export const systemLine = z.strictObject({
  id: z.string(),
  type: z.literal('system'),
  event: z.enum(['member_joined', 'member_left', 'session_created']).optional(),
  content: z.string().optional(),
  data: z.record(z.string(), z.string()).optional(),
  timestamp: time,
})
/** A line of what people see of a session. */
export const uiLine = z.discriminatedUnion('type', [
  userLine,
  thinkingLine,
  responseLine,
  systemLine,
])
/** A line of what one agent was given and did, in the form of the messages that models are sent. */
export const openAILine = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content: z.string() }),
  z.strictObject({ role: z.literal('user'), content: z.string(), name: z.string().optional() }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z.string().nullable(),
    reasoning_content: z.string().optional(),
    tool_calls: z
      .array(
        z.strictObject({
          id: z.string(),
          type: z.literal('function'),
          function: z.strictObject({ name: z.string(), arguments: z.string() }),
        }),
      )
      .optional(),
  }),
  z.strictObject({ role: z.literal('tool'), tool_call_id: z.string(), content: z.string() }),
])
openAILine satisfies z.ZodType<Loose<OpenAILine>>

export type UILine = z.infer<typeof uiLine>
export type GroupChatView = z.infer<typeof chatReply>
export type GroupChatMember = z.infer<typeof memberReply>
export type GroupChatSession = z.infer<typeof sessionReply>
