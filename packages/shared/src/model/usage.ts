/** What an agent's model has used, as far as its program tells. Sums since the agent was created. */
export interface Usage {
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly totalTokens: number | null
  /** In US dollars. */
  readonly cost: number | null
  /** Tokens in the model's context now, and how many fit. */
  readonly contextUsed: number | null
  readonly contextSize: number | null
}

export const NO_USAGE: Usage = {
  inputTokens: null,
  outputTokens: null,
  totalTokens: null,
  cost: null,
  contextUsed: null,
  contextSize: null,
}

const sum = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : a + b)

/** Tokens and cost add up; the context is what was said last. */
export function addUsage(total: Usage, turn: Usage): Usage {
  return {
    inputTokens: sum(total.inputTokens, turn.inputTokens),
    outputTokens: sum(total.outputTokens, turn.outputTokens),
    totalTokens: sum(total.totalTokens, turn.totalTokens),
    cost: sum(total.cost, turn.cost),
    contextUsed: turn.contextUsed ?? total.contextUsed,
    contextSize: turn.contextSize ?? total.contextSize,
  }
}
