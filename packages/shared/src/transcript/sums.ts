import { dollarsFor, type Price, priceOf, type Prices } from '../model/prices'
import type { MetricsSum, RequestCounts } from './metrics'

/** Tokens of requests, and what they cost at the prices that are set up. */
export interface TokenSum {
  readonly totalTokens: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheCreationTokens: number
  /** An estimate in US dollars; null: no model that was used has a price. */
  readonly dollars: number | null
  /** Tokens of models without a price: the dollars are those of the others. */
  readonly unpricedTokens: number
}

/** What a transcript used. */
export interface TranscriptSums {
  /** Its own conversation. */
  readonly own: TokenSum
  /** All its sub-agents that are shown, those of sub-agents too. */
  readonly subagents: TokenSum
  readonly together: TokenSum
}

/** A request that is written down in two files, as copies of a conversation are, counts where it comes first. */
export function sumsOf(
  own: MetricsSum,
  subagents: readonly MetricsSum[],
  prices: Prices,
): TranscriptSums {
  const priceFor = priced(prices)
  const seen = new Set<string>()
  const [mine, theirs] = [new Adding(priceFor), new Adding(priceFor)]
  const addTo = (adding: Adding, { requests }: MetricsSum) => {
    for (const [id, counts] of requests) {
      if (typeof id === 'string') {
        if (seen.has(id)) continue
        seen.add(id)
      }
      adding.add(counts)
    }
  }
  addTo(mine, own)
  for (const subagent of subagents) addTo(theirs, subagent)
  const [first, second] = [mine.sum(), theirs.sum()]
  return { own: first, subagents: second, together: both(first, second) }
}

class Adding {
  readonly #priceFor: (model: string) => Price | null
  #input = 0
  #output = 0
  #cacheRead = 0
  #cacheCreation = 0
  #dollars: number | null = null
  #unpriced = 0

  constructor(priceFor: (model: string) => Price | null) {
    this.#priceFor = priceFor
  }

  add({ model, input, output, cacheRead, cacheCreation }: RequestCounts): void {
    const all = input + output + cacheRead + cacheCreation
    if (all === 0) return
    this.#input += input
    this.#output += output
    this.#cacheRead += cacheRead
    this.#cacheCreation += cacheCreation
    const price = model === undefined ? null : this.#priceFor(model)
    if (price === null) this.#unpriced += all
    else {
      const tokens = { input, output, cacheRead, cacheWrite: cacheCreation }
      this.#dollars = (this.#dollars ?? 0) + dollarsFor(tokens, price)
    }
  }

  sum(): TokenSum {
    return {
      totalTokens: this.#input + this.#output + this.#cacheRead + this.#cacheCreation,
      inputTokens: this.#input,
      outputTokens: this.#output,
      cacheReadTokens: this.#cacheRead,
      cacheCreationTokens: this.#cacheCreation,
      dollars: this.#dollars,
      unpricedTokens: this.#unpriced,
    }
  }
}

/** Models are few, and patterns may be many. */
function priced(prices: Prices): (model: string) => Price | null {
  const known = new Map<string, Price | null>()
  return (model) => {
    const before = known.get(model)
    if (before !== undefined) return before
    const price = priceOf(prices, model)
    known.set(model, price)
    return price
  }
}

const both = (a: TokenSum, b: TokenSum): TokenSum => ({
  totalTokens: a.totalTokens + b.totalTokens,
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
  cacheCreationTokens: a.cacheCreationTokens + b.cacheCreationTokens,
  dollars: a.dollars === null ? b.dollars : a.dollars + (b.dollars ?? 0),
  unpricedTokens: a.unpricedTokens + b.unpricedTokens,
})
