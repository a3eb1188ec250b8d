import { NO_USAGE, type Usage } from '@crewroom/shared/model/usage'
import type { Prices } from '@crewroom/shared/model/prices'
import { withCost } from '../../crew/prices'
import { modelInArgs, modelOf } from './acp-model'
import { type AcpUsage, fields, usageOf } from './acp-values'

type Tokens = Omit<AcpUsage, 'thoughtTokens'>

const tokensOf = (count: (name: keyof Tokens) => number | null): Tokens => ({
  inputTokens: count('inputTokens'),
  outputTokens: count('outputTokens'),
  totalTokens: count('totalTokens'),
  cachedReadTokens: count('cachedReadTokens'),
  cachedWriteTokens: count('cachedWriteTokens'),
})

/**
 * What each turn used. Programs report tokens with the answer to a prompt, some of them as a sum over the session. They
 * report the cost, always as a sum, and the context at any time. Reports between two turns, or in a turn that was cut
 * off, count towards the next turn.
 */
export class AcpMeter {
  readonly #kind: 'turn' | 'cumulative'
  #before: Tokens | null = null
  #beside: AcpUsage | null = null
  #cost: number | null = null
  #costBefore: number | null = null
  /** Estimates that no reported sum has replaced yet. */
  #estimated = 0
  #context: { used: number | null; size: number | null } = { used: null, size: null }

  readonly #prices: Prices
  #model: string | null

  /** `args` may name the model that the program was asked to run, until the program says which one it runs. */
  constructor(kind: 'turn' | 'cumulative', args: readonly string[] = [], prices: Prices = {}) {
    this.#kind = kind
    this.#model = modelInArgs(args)
    this.#prices = prices
  }

  /** The model that the session runs from now on; null if that was not said. */
  named(model: string | null): void {
    this.#model = model ?? this.#model
  }

  /** An earlier session continues, in which all of this was counted: a sum that is not lower includes it. */
  continues(counted: Usage | null): void {
    if (this.#kind === 'cumulative' && counted) {
      this.#before = tokensOf((name) => counted[name] ?? null)
    }
    this.#costBefore = counted?.cost ?? this.#cost
  }

  begin(): void {
    this.#beside = null
  }

  /** Takes what an update says about usage, and ignores all other updates. */
  update(update: object): void {
    const said = fields(update)
    // Some programs report it beside an empty piece of text, and nowhere else.
    const beside = usageOf(fields(said['_meta'])['usage'])
    if (beside) this.#beside = beside
    if (said['sessionUpdate'] === 'config_option_update') this.named(modelOf(said))
    if (said['sessionUpdate'] !== 'usage_update') return
    this.#context = { used: amount(said['used']), size: amount(said['size']) }
    const { amount: cost, currency } = fields(said['cost'])
    if (currency === undefined || currency === 'USD') this.#cost = amount(cost) ?? this.#cost
  }

  /** What the turn used; null if the program says nothing. */
  end(told: AcpUsage | null, by: string | null = null): Usage | null {
    const counts = told ?? this.#beside
    const tokens = counts ? this.#tokens(counts) : null
    const cost = this.#withoutEstimates(difference(this.#cost, this.#costBefore))
    this.#costBefore = this.#cost ?? this.#costBefore
    const { used, size } = this.#context
    if (!tokens && cost === null && used === null) return null
    const model = by ?? this.#model
    const named = model === null ? {} : { model }
    const usage = { ...NO_USAGE, ...tokens, ...named, cost, contextUsed: used, contextSize: size }
    const priced = withCost(usage, this.#prices)
    this.#estimated += priced.estimatedCost ?? 0
    return priced
  }

  /** A sum that is reported late includes the cost of turns that was estimated until then. */
  #withoutEstimates(cost: number | null): number | null {
    if (cost === null) return null
    const counted = Math.min(this.#estimated, cost)
    this.#estimated -= counted
    return cost - counted
  }

  #tokens(told: AcpUsage): Tokens {
    const now = tokensOf((name) => told[name])
    if (this.#kind === 'turn') return now
    const before = this.#before
    this.#before = now
    return tokensOf((name) => difference(now[name], before?.[name] ?? null))
  }
}

/** A sum that fell has started again from 0. */
function difference(now: number | null, before: number | null): number | null {
  if (now === null) return null
  return before === null || before > now ? now : now - before
}

function amount(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
}
