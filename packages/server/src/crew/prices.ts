import { dollarsFor, type Price, priceOf, type Prices } from '@crewroom/shared/model/prices'
import type { Usage } from '@crewroom/shared/model/usage'

/** What a turn used with its cost: the reported one, or else what its tokens cost at the price of its model. */
export function withCost(usage: Usage, prices: Prices): Usage {
  if (usage.cost !== null || usage.model === undefined) return usage
  const price = priceOf(prices, usage.model)
  const cost = price && costOf(usage, price)
  return cost === null ? usage : { ...usage, cost, estimatedCost: cost }
}

/** Null where it is not known how much of it was input and how much output. */
function costOf(usage: Usage, price: Price): number | null {
  const { inputTokens: input, outputTokens: output, totalTokens: total } = usage
  if (input === null || output === null) return null
  const read = usage.cachedReadTokens ?? 0
  const written = usage.cachedWriteTokens ?? 0
  // Some count the cache into the input: then the total has no room for it beside that. A total is of all kinds.
  const isWithin = total !== null && total < input + output + read + written
  const fresh = isWithin ? Math.max(0, input - read - written) : input
  return dollarsFor({ input: fresh, output, cacheRead: read, cacheWrite: written }, price)
}
