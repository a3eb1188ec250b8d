import * as z from 'zod'
import { USAGE_BY, type UsageTotal } from '../../model/usage-total'
import { LIMITS } from '../limits'
import { seq } from '../reply-shapes'
import { whole } from '../rest'
import { shape } from './shape'

const count = z.number().int().min(0)
const amount = z.number().min(0).nullable()

const usageTotal = z.strictObject({
  key: z.string().nullable(),
  turns: count,
  reported: count,
  inputTokens: amount,
  outputTokens: amount,
  totalTokens: amount,
  cachedReadTokens: amount,
  cachedWriteTokens: amount,
  cost: amount,
  costKind: z.enum(['reported', 'estimated', 'partly']).nullable(),
})
usageTotal satisfies z.ZodType<UsageTotal>

/** What turns used, and what may be used. */

export const readUsage = shape({
  method: 'get',
  path: '/lead/:id/usage',
  query: z.strictObject({
    by: z.enum(USAGE_BY).optional(),
    since: z.iso.datetime({ offset: true }).optional(),
    limit: whole(1, LIMITS.usagePage).optional(),
  }),
  reply: z.strictObject({
    totals: z.array(usageTotal),
    /** There are more agents or tasks that used less, or earlier days or hours. */
    hasMore: z.boolean(),
    asOf: seq,
  }),
})
