import * as z from 'zod'
import { LIMITS } from './limits'
import { ANSWERS, REPLIES, WAITS_FOR } from './rest'
import { textField } from './text-field'

/** Frames that clients send on `/ws`. */
const leadId = textField().min(1).max(64)
const transcriptId = textField().min(1).max(LIMITS.transcriptId)
const position = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

export const ClientFrame = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('hello'),
    token: textField().max(200).optional(),
    leads: z.union([z.literal('*'), z.array(leadId).max(1000)]).default([]),
    since: z.record(leadId, position).optional(),
    /** The epoch that `since` belongs to; another one means the positions are void. */
    epoch: textField().max(64).optional(),
  }),
  z.strictObject({ type: z.literal('subscribe'), leadId, since: position.optional() }),
  z.strictObject({ type: z.literal('unsubscribe'), leadId }),
  z.strictObject({ type: z.enum(['watch', 'unwatch']), transcript: transcriptId }),
  z.strictObject({ type: z.literal('ping') }),
])
export type ClientFrame = z.infer<typeof ClientFrame>

/** Frames that agents' programs send on `/agent`. */
export const AgentFrame = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('hello'),
    token: textField().max(200).optional(),
    agentId: textField().min(1).max(64),
    for: WAITS_FOR,
  }),
  z.strictObject({
    type: z.literal('output'),
    // As it is: a character may be split between two parts of a stream.
    text: z.string(),
    stream: textField().min(1).max(LIMITS.streamName).default('main'),
    offset: position.optional(),
    replies: REPLIES,
    answers: ANSWERS,
  }),
  z.strictObject({
    type: z.literal('turn_end'),
    stream: textField().min(1).max(LIMITS.streamName).default('main'),
    replies: REPLIES,
    answers: ANSWERS,
  }),
  z.strictObject({
    /** Answers a round by the id of the item that asks; blank content passes. */
    type: z.literal('answer'),
    deliveryId: textField().min(1).max(64),
    content: textField().max(LIMITS.content),
  }),
  z.strictObject({ type: z.literal('ack'), cursor: textField().min(1).max(LIMITS.cursor) }),
  z.strictObject({ type: z.literal('status'), status: z.enum(['idle', 'working']) }),
  z.strictObject({ type: z.literal('ping') }),
])
export type AgentFrame = z.infer<typeof AgentFrame>
