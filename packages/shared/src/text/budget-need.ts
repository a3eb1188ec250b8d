interface Spent {
  readonly limit: number
  readonly spent: number | null
}

/** What is limited, and what was used of it. */
export interface SpentBudget {
  readonly isReached: boolean
  readonly usd: Spent | null
  readonly tokens: Spent | null
}

/** Why a person is asked about a budget: that of an agent, or of the crew. */
export function budgetNeed(agent: string | null, { isReached, usd, tokens }: SpentBudget): string {
  const used = [
    ...(usd ? [`$${(usd.spent ?? 0).toFixed(2)} of $${usd.limit.toFixed(2)}`] : []),
    ...(tokens ? [`${grouped(tokens.spent ?? 0)} of ${grouped(tokens.limit)} tokens`] : []),
  ].join(' and ')
  const whose = agent === null ? 'The crew has' : `${agent} has`
  const whom = agent === null ? 'its agents' : 'it'
  return isReached
    ? `${whose} used ${used}: its budget is used up, and nothing more is delivered to ${whom}. Raise the budget, let it go on once, or leave it paused.`
    : `${whose} used ${used}, which is more than 80 % of its budget. At 100 % nothing more is delivered to ${whom}.`
}

function grouped(count: number): string {
  return count.toLocaleString('en')
}
