import * as z from 'zod'
import { id, time } from '../reply-shapes/fields'
import { part } from '../reply-shapes/messages'

/** What the JSON-RPC door shows. A task is an admission, or the crew; a conversation is a group. */

export const rpcTask = z
  .strictObject({
    id,
    appId: z.string(),
    /** `human` where the person asked for it. */
    initiatorAgentId: id,
    /** `waiting` and `failed` are words of the protocol: a task of this server begins at once, and none fails. */
    status: z.enum(['waiting', 'active', 'failed', 'closed']),
    startedAt: time.nullable(),
    endedAt: time.nullable(),
    createdAt: time,
  })
  .meta({ title: 'Task' })
export type RpcTask = z.output<typeof rpcTask>

export const rpcConversation = z
  .strictObject({
    id,
    name: z.string().optional(),
    createdBy: id,
    lastMessageTimestamp: time.optional(),
    createdAt: time,
    updatedAt: time,
    archivedAt: time.optional(),
  })
  .meta({ title: 'Conversation' })
export type RpcConversation = z.output<typeof rpcConversation>

export const rpcMessage = z
  .strictObject({
    id,
    conversationId: id,
    senderId: id,
    replyToId: id.optional(),
    parts: z.array(part).min(1),
    createdAt: time,
    /** Grows from message to message of a conversation: the `sinceSeq` behind it. */
    seq: z.string().regex(/^\d+$/),
  })
  .meta({ title: 'Message' })
export type RpcMessage = z.output<typeof rpcMessage>

export const rpcParticipant = z
  .strictObject({ taskId: id, agentId: id, admittedAt: time.nullable() })
  .meta({ title: 'Participant' })

export const rpcPolicy = z
  .strictObject({
    /** The most bytes that a frame may have. */
    maxMessageBytes: z.number(),
    maxPartsPerMessage: z.number(),
    maxTextLength: z.number(),
    maxGroupParticipants: z.number(),
    heartbeatIntervalMs: z.number(),
    messagesPerMinute: z.number(),
    requestsPerMinute: z.number(),
  })
  .meta({ title: 'Policy' })
export type RpcPolicy = z.output<typeof rpcPolicy>

/** An agent as other agents look it up. `name` is made of its own so that it fits: the own one is `displayName`. */
export const rpcAgent = z
  .strictObject({
    id,
    name: z.string(),
    displayName: z.string(),
    description: z.string(),
    /** `suspended`: it has ended. */
    status: z.enum(['active', 'suspended']),
  })
  .meta({ title: 'Agent' })
export type RpcAgent = z.output<typeof rpcAgent>

export const PRESENCES = ['online', 'offline', 'away'] as const

export const rpcPresence = z
  .strictObject({ agentId: id, status: z.enum(PRESENCES) })
  .meta({ title: 'Presence' })
export type RpcPresence = z.output<typeof rpcPresence>
