import * as z from 'zod'
import { LIMITS } from './limits'
import { textField } from './text-field'

/**
 * When a discussion ends, beside its limits: a word that ends an answer, a count, or several of them joined. Groups may be within a
 * group, and no deeper. `person`: how somebody who takes part is named.
 */
export function endRule<T extends z.ZodType<string>>(person: T) {
  const leaf = z.union([
    z.strictObject({
      word: textField().trim().min(1).max(LIMITS.endWord),
      from: person.optional(),
    }),
    z.strictObject({ rounds: z.number().int().min(1).max(LIMITS.runRounds) }),
    z.strictObject({ messages: z.number().int().min(1).max(LIMITS.runMessages) }),
    z.strictObject({ tokens: z.number().int().min(1).max(LIMITS.budgetTokens) }),
    z.strictObject({ usd: z.number().positive().max(LIMITS.budgetUsd) }),
  ])
  const inner = groupOf(leaf)
  return z.union([leaf, groupOf(z.union([leaf, ...inner.options]))])
}

function groupOf<T extends z.ZodType>(part: T) {
  const parts = z.array(part).min(1).max(LIMITS.endParts)
  return z.union([z.strictObject({ all: parts }), z.strictObject({ any: parts })])
}
