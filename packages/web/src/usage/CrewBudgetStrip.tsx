import type { CrewUsage } from '@crewroom/shared/model/usage'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { BudgetButton } from './BudgetButton'
import { BudgetStrip } from './BudgetStrip'
import { spentByCrew } from './spent'
import { budgetOf, type Budgets } from './use-budgets'

interface CrewBudgetStripProps {
  readonly state: CrewState
  readonly budgets: Budgets
  readonly usage: CrewUsage
  readonly isReader: boolean
}

/** The strip of the crew's budget, with a button to change it. */
export function CrewBudgetStrip({ state, budgets, usage, isReader }: CrewBudgetStripProps) {
  const spent = spentByCrew(usage)
  return (
    <BudgetStrip budget={budgetOf(budgets, null)} isEstimate={spent.isEstimate}>
      {!isReader && <BudgetButton {...{ state, budgets, spent }} agentId={null} />}
    </BudgetStrip>
  )
}
