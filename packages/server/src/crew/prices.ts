import type { Usage } from '@crewroom/shared/model/usage'

/** In US dollars for a million tokens. Without a price of its own the cache costs as much as other input. */
export interface Price {
  readonly input: number
  readonly output: number
  readonly cacheRead?: number | undefined
  readonly cacheWrite?: number | undefined
}

/** By the name of a model; `*` stands for any characters. */
export type Prices = Readonly<Record<string, Price>>

const MILLION = 1_000_000

/** The price of a model: that of the pattern that fixes most of its name. */
export function priceOf(prices: Prices, model: string): Price | null {
  const fitting = Object.entries(prices).filter(([pattern]) => fits(pattern, model))
  const fixed = (pattern: string) => pattern.replaceAll('*', '').length
  const [best] = fitting.toSorted(([a], [b]) => fixed(b) - fixed(a))
  return best?.[1] ?? null
}

/** With its parts looked for one after the other: a pattern is the user's, a model's name its program's. */
function fits(pattern: string, model: string): boolean {
  const [first = '', ...rest] = pattern.toLowerCase().split('*')
  const name = model.toLowerCase()
  const last = rest.pop()
  if (last === undefined) return name === first
  if (!name.startsWith(first)) return false
  let at = first.length
  for (const part of rest) {
    const found = name.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return name.length - last.length >= at && name.endsWith(last)
}

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
  const dollars =
    fresh * price.input +
    output * price.output +
    read * (price.cacheRead ?? price.input) +
    written * (price.cacheWrite ?? price.input)
  return dollars / MILLION
}
