/** What an agent's model has used, as far as its program tells. Sums since the agent was created. */
export interface Usage {
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly totalTokens: number | null
  /**
   * Tokens of the prompt cache. Some programs count them into the input, some beside it; the total is right in both. Absent in
   * what earlier versions stored.
   */
  readonly cachedReadTokens?: number | null | undefined
  readonly cachedWriteTokens?: number | null | undefined
  /** In US dollars. */
  readonly cost: number | null
  /** So much of the cost was worked out from prices; the program reported the rest. Absent where nothing was. */
  readonly estimatedCost?: number | undefined
  /** The model that was named last; absent where none was. */
  readonly model?: string | undefined
  /** Tokens in the model's context now, and how many fit. */
  readonly contextUsed: number | null
  readonly contextSize: number | null
}

export const NO_USAGE: Usage = {
  inputTokens: null,
  outputTokens: null,
  totalTokens: null,
  cachedReadTokens: null,
  cachedWriteTokens: null,
  cost: null,
  contextUsed: null,
  contextSize: null,
}

type Amount = number | null | undefined
const sum = (a: Amount, b: Amount) => {
  const told = [a ?? null, b ?? null].filter((amount) => amount !== null)
  return told.length === 0 ? null : told.reduce((total, amount) => total + amount, 0)
}

const optional = <K extends string, V>(name: K, value: V | null | undefined) =>
  (value === null || value === undefined ? {} : { [name]: value }) as { readonly [N in K]?: V }

/** Whether a cost is what programs reported, what was worked out from prices, or some of each; null where it is unknown. */
export type CostKind = 'reported' | 'estimated' | 'partly'

export function costKind(
  usage: Pick<Usage, 'cost' | 'estimatedCost'> | null | undefined,
): CostKind | null {
  if (!usage || usage.cost === null) return null
  const estimated = usage.estimatedCost
  if (estimated === undefined) return 'reported'
  // Sums of the same numbers in another order.
  return Math.abs(usage.cost - estimated) < 1e-9 ? 'estimated' : 'partly'
}

/** Whether a cost has to be called an estimate. */
export function isEstimated(usage: Usage | null | undefined): boolean {
  const kind = costKind(usage)
  return kind !== null && kind !== 'reported'
}

/** Tokens and cost add up; the context is what was said last. */
export function addUsage(total: Usage, turn: Usage): Usage {
  return {
    inputTokens: sum(total.inputTokens, turn.inputTokens),
    outputTokens: sum(total.outputTokens, turn.outputTokens),
    totalTokens: totalOf(total, turn),
    cachedReadTokens: sum(total.cachedReadTokens, turn.cachedReadTokens),
    cachedWriteTokens: sum(total.cachedWriteTokens, turn.cachedWriteTokens),
    cost: sum(total.cost, turn.cost),
    ...optional('estimatedCost', sum(total.estimatedCost, turn.estimatedCost)),
    ...optional('model', turn.model ?? total.model),
    contextUsed: turn.contextUsed ?? total.contextUsed,
    contextSize: turn.contextSize ?? total.contextSize,
  }
}

/** If only one of the two has a total, the other's tokens belong to it all the same. */
function totalOf(a: Usage, b: Usage): number | null {
  return a.totalTokens === null && b.totalTokens === null ? null : sum(tokensOf(a), tokensOf(b))
}

/** All tokens that were told; null where none were. */
export function tokensOf(usage: Usage | null | undefined): number | null {
  if (!usage) return null
  return usage.totalTokens ?? sum(usage.inputTokens, usage.outputTokens)
}

/** What a crew has used, as far as it is known. */
export interface CrewUsage {
  readonly tokens: number | null
  readonly cost: number | null
  /** Somebody has worked and tells no tokens, or no cost: what is known is not all. */
  readonly isMoreTokens: boolean
  readonly isMoreCost: boolean
  /** Some of the cost was worked out from prices. */
  readonly isEstimate?: true
}

/** The sum over agents. Whoever has done nothing yet has used nothing, whether or not its program would tell. */
export function crewUsage(
  agents: readonly { readonly usage: Usage | null | undefined; readonly hasWorked: boolean }[],
): CrewUsage {
  let tokens: number | null = null
  let cost: number | null = null
  for (const { usage } of agents) {
    tokens = sum(tokens, tokensOf(usage))
    cost = sum(cost, usage?.cost)
  }
  const isSilent = (told: (usage: Usage) => number | null) =>
    agents.some(({ usage, hasWorked }) => (usage ? told(usage) === null : hasWorked))
  return {
    tokens,
    cost,
    isMoreTokens: tokens !== null && isSilent(tokensOf),
    isMoreCost: cost !== null && isSilent((usage) => usage.cost),
    ...(agents.some(({ usage }) => isEstimated(usage)) ? { isEstimate: true } : {}),
  }
}
