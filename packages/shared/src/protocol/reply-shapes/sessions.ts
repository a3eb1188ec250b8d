import * as z from 'zod'
import { RESPONSE_STATUSES, ROUND_ASKS, ROUND_ENDS, type RoundRecord } from '../../model/round'
import type { SessionRecord } from '../../model/session'
import type { SessionView } from '../views'
import { amount, id, type Loose, seq, time } from './fields'
import { lastMessage } from './groups'
import { runParent } from './run-parent'

export const sessionRecord = z.strictObject({
  id,
  leadId: id,
  groupName: id,
  title: z.string(),
  status: z.enum(['active', 'archived', 'deleted']),
  activeAgents: z.array(id),
  /** Whom somebody chose, in the group or not; null: nobody chose. Not there in what an earlier version stored. */
  chosen: z.array(id).nullable().optional(),
  createdAt: time,
  createdBy: id,
  updatedAt: time,
  messageCount: seq,
  rounds: seq,
  lastMessage: lastMessage.nullable(),
  /** Its newest discussion. */
  runId: id.optional(),
  /** The answer in which that was started, if one was. */
  parent: runParent.optional(),
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
  /** It said that the discussion is done. */
  done: z.boolean().optional(),
  /** What it chose, where it was asked that. */
  decision: z.string().optional(),
  usage: z.strictObject({ tokens: amount, usd: amount, model: z.string().optional() }).optional(),
  /** The discussion that it started while it answered. */
  child: id.optional(),
  /** What it said before that. */
  soFar: z.string().optional(),
})

export const roundRecord = z.strictObject({
  runId: id,
  sessionId: id,
  groupName: id,
  n: z.number().int().min(1),
  ask: z.enum(ROUND_ASKS),
  /** The discussion that it belongs to, and its number there. */
  run: z.strictObject({ id, n: seq }).optional(),
  reason: z.string(),
  triggerSeq: seq,
  triggerMessageId: id,
  openedSeq: seq,
  openedAt: time,
  responses: z.array(roundResponse),
  closed: z.enum(ROUND_ENDS).nullable(),
})
roundRecord satisfies z.ZodType<Loose<RoundRecord>>
