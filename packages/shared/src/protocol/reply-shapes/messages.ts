import * as z from 'zod'
import type { DirectMessage } from '../../model/direct-message'
import type { Message } from '../../model/message'
import { ROUND_PARTS } from '../../model/round'
import { TIMELINE_EVENTS, type TimelineRow } from '../../model/timeline'
import { id, type Loose, seq, time } from './fields'

export const reactions = z.record(z.string(), z.array(id))

export const directMessage = z.strictObject({
  id,
  seq,
  leadId: id,
  kind: z.enum(['direct', 'broadcast', 'interrupt']),
  from: id,
  fromRole: z.string(),
  to: id.nullable(),
  content: z.string(),
  timestamp: time,
  clientId: z.string().optional(),
  hop: seq,
})
directMessage satisfies z.ZodType<DirectMessage>

export const part = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('image'), url: z.string(), altText: z.string().optional() }),
  z.strictObject({
    type: z.literal('file'),
    url: z.string(),
    name: z.string(),
    mimeType: z.string().optional(),
    size: seq.optional(),
  }),
])
export const replyTo = z.strictObject({
  id,
  n: z.number().int().min(1),
  from: id,
  fromRole: z.string(),
  text: z.string(),
})

export const MessageReply = z.strictObject({
  id,
  seq,
  n: z.number().int().min(1),
  group: id,
  leadId: id,
  sessionId: id,
  kind: z.enum(['message', 'system']),
  from: id,
  fromRole: z.string(),
  content: z.string(),
  timestamp: time,
  mentions: z.array(id),
  clientId: z.string().optional(),
  hop: seq,
  reactions,
  parts: z.array(part).optional(),
  replyTo: replyTo.optional(),
  round: z.strictObject({ runId: id, n: seq, as: z.enum(ROUND_PARTS) }).optional(),
  editedAt: time.optional(),
  deletedAt: time.optional(),
})
MessageReply satisfies z.ZodType<Loose<Message>>

export const timelineRow = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['message', 'system']), seq, message: MessageReply }),
  z.strictObject({
    kind: z.literal('event'),
    seq,
    at: time,
    event: z.enum(TIMELINE_EVENTS),
    by: id,
    memberIds: z.array(id),
    displayName: z.string().nullable(),
    purpose: z.string().nullable(),
  }),
])
timelineRow satisfies z.ZodType<Loose<TimelineRow>>
