import { NO_USAGE, type Usage } from '@crewroom/shared/model/usage'
import type { Prices } from '@crewroom/shared/model/prices'
import { withCost } from '../../crew/prices'
import type { RequestUsage } from './model-shapes'

const COUNTS = [
  'inputTokens',
  'outputTokens',
  'totalTokens',
  'cachedReadTokens',
  'cachedWriteTokens',
] as const

/** What each turn of a model used: the sum of its requests, priced as the tokens of programs are. */
export class ModelMeter {
  readonly #prices: Prices
  readonly #contextSize: number | null
  readonly #model: string
  #turn: RequestUsage | null = null
  #context: number | null = null

  /** Its price is that of the name by which it is asked; `contextSize` only if a person said it. */
  constructor(model: string, contextSize: number | null, prices: Prices) {
    this.#model = model
    this.#contextSize = contextSize
    this.#prices = prices
  }

  /** A request is over. What an endpoint does not say counts for nothing. */
  used(usage: RequestUsage): void {
    if (COUNTS.every((name) => usage[name] === null)) return
    const before = this.#turn
    const sum = (name: (typeof COUNTS)[number]) =>
      usage[name] === null ? (before?.[name] ?? null) : usage[name] + (before?.[name] ?? 0)
    this.#turn = {
      inputTokens: sum('inputTokens'),
      outputTokens: sum('outputTokens'),
      totalTokens: sum('totalTokens'),
      cachedReadTokens: sum('cachedReadTokens'),
      cachedWriteTokens: sum('cachedWriteTokens'),
    }
    this.#context = usage.totalTokens
  }

  /** What the turn used; null if the endpoint says nothing. Requests of a turn that has not ended count for the next. */
  end(): Usage | null {
    const used = this.#turn
    this.#turn = null
    if (!used) return null
    const usage = {
      ...NO_USAGE,
      ...used,
      model: this.#model,
      contextUsed: this.#context,
      contextSize: this.#contextSize,
    }
    return withCost(usage, this.#prices)
  }
}
