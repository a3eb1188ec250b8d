/** In US dollars for a million tokens. Without a price of its own the cache costs as much as other input. */
export interface Price {
  readonly input: number
  readonly output: number
  readonly cacheRead?: number | undefined
  readonly cacheWrite?: number | undefined
}

/** By the name of a model; `*` stands for any characters. */
export type Prices = Readonly<Record<string, Price>>

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

export interface PricedTokens {
  /** Without those of the cache. */
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
}

const MILLION = 1_000_000

export function dollarsFor(tokens: PricedTokens, price: Price): number {
  const dollars =
    tokens.input * price.input +
    tokens.output * price.output +
    tokens.cacheRead * (price.cacheRead ?? price.input) +
    tokens.cacheWrite * (price.cacheWrite ?? price.input)
  return dollars / MILLION
}
