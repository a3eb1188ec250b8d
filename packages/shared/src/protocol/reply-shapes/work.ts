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
