import type { BudgetRecord, BudgetView } from '@crewroom/shared/model/budget'
import { tokensOf } from '@crewroom/shared/model/usage'
import { decideBudget, spentOf } from '../conduct/budget'
import type { Crew } from '../crew/crew'
import { agentOf } from '../crew/directory'
import { assertMayInCrew } from '../crew/may'
import type { By, Shard } from '../crew/shard'

/** The budgets of a crew, its own first, with what was used of each. */
export function budgetsOf(crew: Crew): readonly BudgetView[] {
  return crew.budgets().map(({ seq: _, ...budget }) => {
    const spent = spentOf(crew, budget.agentId)
    const counted = budget.agentId === null ? Object.keys(crew.state.agents) : [budget.agentId]
    return {
      ...budget,
      spentUsd: spent.cost,
      spentTokens: tokensOf(spent),
      unreported: counted.filter((id) => isUnreported(crew, budget, id)),
    }
  })
}

/** Whether an agent has had a turn, and something that is limited is not known of it. */
function isUnreported(crew: Crew, { usd, tokens }: BudgetRecord, id: string) {
  const { usage, turnSeq } = crew.remembered(id)
  if (turnSeq === 0) return false
  return (
    (usd !== null && (usage?.cost ?? null) === null) ||
    (tokens !== null && tokensOf(usage) === null)
  )
}

/** Sets what a crew or an agent may use; without any limit it has no budget. A higher one continues what the old one paused. */
export function setBudget(
  shard: Shard,
  crew: Crew,
  by: By,
  budget: Pick<BudgetRecord, 'agentId' | 'usd' | 'tokens'>,
): void {
  assertMayInCrew('setBudget', crew, by)
  if (budget.agentId !== null) agentOf(crew, budget.agentId)
  const before = crew.budget(budget.agentId)
  if ((before?.usd ?? null) === budget.usd && (before?.tokens ?? null) === budget.tokens) return
  const decision = shard.decide(crew)
  decideBudget(shard, decision, crew, budget)
  shard.commit(crew, by, decision)
}
