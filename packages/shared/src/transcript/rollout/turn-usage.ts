import type { TokenUsage } from '../messages'
import { type Fields, numberIn } from './fields'

/**
 * What a turn used; null for what programs tell on the way, and where no tokens are told. Some programs count the cache into
 * the input, some beside it: the total is right in both.
 */
export function usageOf(data: Fields | null): TokenUsage | null {
  if (data === null || data['sessionUpdate'] !== undefined) return null
  const output = numberIn(data, 'outputTokens') ?? 0
  const read = numberIn(data, 'cachedReadTokens')
  const written = numberIn(data, 'cachedWriteTokens')
  const total = numberIn(data, 'totalTokens')
  const told = numberIn(data, 'inputTokens')
  const rest = total === null ? null : Math.max(0, total - output - (read ?? 0) - (written ?? 0))
  const input = rest ?? told
  if (input === null) return null
  const context = numberIn(data, 'contextUsed')
  const limit = numberIn(data, 'contextSize')
  return {
    input_tokens: input,
    output_tokens: output,
    ...(read !== null && { cache_read_input_tokens: read }),
    ...(written !== null && { cache_creation_input_tokens: written }),
    ...(context !== null && { context_tokens: context }),
    ...(limit !== null && { context_limit: limit }),
  }
}
