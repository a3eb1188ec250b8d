import * as z from 'zod'
import type { CrewOverview } from '../../model/overview'
import { amount, id, seq, time } from './fields'

export const crewOverview = z.strictObject({
  agents: z.array(
    z.strictObject({
      agentId: id,
      outputs: z
        .array(
          z.strictObject({
            kind: z.enum(['text', 'tool', 'command', 'failed']),
            text: z.string().min(1),
          }),
        )
        .max(2),
      lastAt: time.nullable(),
      bars: z.array(seq).length(30),
      plan: z.strictObject({ done: seq, total: z.number().int().min(1) }).nullable(),
      tokens: amount,
      cost: amount,
      tasks: z.strictObject({ open: seq, done: seq }),
    }),
  ),
  barSeconds: z.number().int().min(1),
  barsUntil: time,
  tasks: z.strictObject({ open: seq, completed: seq, failed: seq, cancelled: seq }),
  /** By the minute in which turns ended; null where none told any. */
  tokensByMinute: z.array(z.number().min(0)).length(30).nullable(),
})
crewOverview satisfies z.ZodType<CrewOverview>
