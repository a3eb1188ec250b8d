import * as z from 'zod'
import { LIMITS } from './limits'
import { time } from './reply-shapes/fields'
import {
  openAILine,
  responseLine,
  systemLine,
  thinkingLine,
  uiLine,
  userLine,
} from './reply-shapes/group-chats'
import { leftOut, senderFields } from './sender-fields'
import { textField } from './text-field'

/** Frames of `/api/group-chats/:chatId/sessions/:sid/ws`: one session of a group chat, as other programs follow it. */

/** The client’s own id for a command, which its answer and its error have too. */
const commandId = textField().min(1).max(LIMITS.commandId)
const agentId = textField().trim().min(1).max(LIMITS.displayName)

/** The query of the address. */
export const SessionSocketQuery = z.strictObject({
  member_type: z.enum(['human', 'agent']).optional(),
  member_id: agentId.optional(),
})
export type SessionSocketQuery = z.infer<typeof SessionSocketQuery>

/** The first frame of a client that sends no Authorization header. */
const hello = z.strictObject({ type: z.literal('hello'), token: textField().max(200).optional() })

/** Frames that clients send. */
export const SessionClientFrame = z.discriminatedUnion('type', [
  hello,
  z.strictObject({
    type: z.literal('send_message'),
    id: commandId.optional(),
    content: textField()
      .min(1)
      .max(LIMITS.content)
      .refine((text) => text.trim().length > 0, 'must not be blank'),
    ...senderFields,
  }),
  z
    .strictObject({
      type: z.literal('switch_view'),
      id: commandId.optional(),
      view: z.enum(['ui', 'agent']),
      /** Whose view; it says nothing with `ui`. */
      agent_id: agentId.optional(),
    })
    .refine(({ view, agent_id: agent }) => view === 'ui' || agent !== undefined, {
      message: 'is needed with view=agent',
      path: ['agent_id'],
    }),
  z.strictObject({ type: z.literal('interrupt'), id: commandId.optional(), agent_id: agentId }),
])
export type SessionClientFrame = z.infer<typeof SessionClientFrame>

const view = {
  type: z.literal('view_data'),
  id: commandId.optional(),
  /** Whether there are older ones, and what `before` takes for them over HTTP. */
  has_more: z.boolean(),
  next_before: z.string().nullable(),
}

/** What happens in a session. */
const sessionEvents = [
  userLine,
  systemLine,
  /** `thinking`: the agent was asked. `done`: it answers nothing. */
  thinkingLine,
  z.strictObject({
    type: z.literal('agent_progress'),
    agent_id: z.string(),
    agent_name: z.string(),
    /** What the agent wrote since the frame before. */
    delta: z.string(),
  }),
  responseLine.extend({
    /** Number of the round that it answers, or that was the newest when the agent wrote unasked. */
    round: z.number().int().min(0).optional(),
  }),
  z.strictObject({
    type: z.literal('agent_error'),
    agent_id: z.string(),
    agent_name: z.string(),
    /** `interrupted`, or a sentence. */
    error: z.string(),
    timestamp: time,
  }),
] as const
export const SessionEvent = z.discriminatedUnion('type', sessionEvents)
export type SessionEvent = z.infer<typeof SessionEvent>

/** Frames that the server sends. */
export const SessionServerFrame = z.union([
  ...sessionEvents,
  z.strictObject({
    ...view,
    view: z.literal('ui'),
    messages: z.array(uiLine),
  }),
  z.strictObject({ ...view, view: z.literal('agent'), messages: z.array(openAILine) }),
  z.strictObject({
    /** A command with an id is stored. */
    type: z.literal('done'),
    id: commandId,
    /** Of `send_message`: the message, and the agents that it triggers. */
    message_id: z.string().optional(),
    agents_triggered: z.array(z.string()).optional(),
    /** What its sender has to know, such as that an agent that it mentions is not asked, and what helps. */
    hint: z.string().optional(),
    /** Said with the first message under another name of the person, or with a name that was left out. */
    notice: z.string().optional(),
    /** The names that were left out, which `notice` says in words. */
    left_out: leftOut.optional(),
  }),
  z.strictObject({
    type: z.literal('error'),
    code: z.string(),
    message: z.string(),
    id: commandId.optional(),
  }),
])
