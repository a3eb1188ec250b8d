import * as z from 'zod'
import { LIMITS } from '../limits'
import { amount } from './fields'

export const usage = z
  .strictObject({
    inputTokens: amount,
    outputTokens: amount,
    totalTokens: amount,
    /** Tokens of the prompt cache; absent in rows of earlier versions. */
    cachedReadTokens: amount.optional(),
    cachedWriteTokens: amount.optional(),
    cost: amount,
    estimatedCost: z.number().min(0).optional(),
    model: z.string().min(1).max(LIMITS.modelName).optional(),
    contextUsed: amount,
    contextSize: amount,
  })
  .nullable()
