import * as z from 'zod'
import { RESPONSE_STATUSES, ROUND_ENDS, type RoundRecord } from '../../model/round'
import type { SessionRecord } from '../../model/session'
import type { SessionView } from '../views'
import { id, type Loose, seq, time } from './fields'
import { lastMessage } from './groups'

export const sessionRecord = z.strictObject({
  id,
  leadId: id,
  groupName: id,
  title: z.string(),
  status: z.enum(['active', 'archived', 'deleted']),
  activeAgents: z.array(id),
  createdAt: time,
  createdBy: id,
  updatedAt: time,
  messageCount: seq,
  rounds: seq,
  lastMessage: lastMessage.nullable(),
})
sessionRecord satisfies z.ZodType<Loose<SessionRecord>>
/** As one reader has it. */
export const sessionView = sessionRecord.extend({ unread: seq, mentions: seq })
sessionView satisfies z.ZodType<Loose<SessionView>>

export const roundResponse = z.strictObject({
  agentId: id,
  status: z.enum(RESPONSE_STATUSES),
  late: z.boolean(),
  cut: z.boolean(),
  deliveryId: id,
  messageId: id.nullable(),
  error: z.string().nullable(),
  /** Not there in what an earlier version stored. */
  askedAt: time.optional(),
  endedAt: time.nullable(),
  /** The participant that stopped the answer, if one did. */
  stoppedBy: id.optional(),
})

export const roundRecord = z.strictObject({
  runId: id,
  sessionId: id,
  groupName: id,
  n: z.number().int().min(1),
  ask: z.literal('answer'),
  reason: z.string(),
  triggerSeq: seq,
  triggerMessageId: id,
  openedSeq: seq,
  openedAt: time,
  responses: z.array(roundResponse),
  closed: z.enum(ROUND_ENDS).nullable(),
})
roundRecord satisfies z.ZodType<Loose<RoundRecord>>
