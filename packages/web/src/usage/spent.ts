import type { BudgetView } from '@crewroom/shared/model/budget'
import { type CrewUsage, isEstimated, tokensOf, type Usage } from '@crewroom/shared/model/usage'
import type { Spent } from './budget-words'

/** What an agent has used, as the newest events say. */
export function spentByAgent(usage: Usage | null | undefined): Spent {
  return {
    cost: usage?.cost ?? null,
    tokens: tokensOf(usage),
    isEstimate: isEstimated(usage),
  }
}

/** What the crew has used. */
export function spentByCrew({ cost, tokens, isEstimate }: CrewUsage): Spent {
  return { cost, tokens, isEstimate: isEstimate === true }
}

/** What the server counted when it was asked for the budget. */
export function spentOfBudget({ spentUsd, spentTokens }: BudgetView, isEstimate: boolean): Spent {
  return { cost: spentUsd, tokens: spentTokens, isEstimate }
}
