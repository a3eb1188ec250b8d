import * as z from 'zod'
import type { TaskRecord } from '../../model/task'
import type { TurnTimes } from '../../model/turn'
import { id, seq, time } from './fields'

export const taskRecord = z.strictObject({
  id,
  leadId: id,
  agentId: id,
  by: id,
  text: z.string().min(1),
  context: z.string().nullable(),
  status: z.enum(['open', 'completed', 'failed', 'cancelled']),
  summary: z.string().nullable(),
  createdAt: time,
  endedAt: time.nullable(),
  /** Its prerequisites, which must be done before its agent is given it. */
  after: z.array(id).optional(),
  /** There while its agent has not been given it; `lost` are prerequisites that failed or were cancelled. */
  waits: z.strictObject({ lost: z.array(id) }).optional(),
  /** When its agent was given it, if that was later than `createdAt`. */
  givenAt: time.optional(),
})
taskRecord satisfies z.ZodType<TaskRecord>

export const turnTimes = z.strictObject({
  id,
  seq,
  agentId: id,
  sentAt: time,
  seenAt: time.nullable(),
  endedAt: time.nullable(),
  reason: z.string().nullable(),
})
turnTimes satisfies z.ZodType<TurnTimes>
