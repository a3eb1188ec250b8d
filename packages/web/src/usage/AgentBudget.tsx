import type { Usage } from '@crewroom/shared/model/usage'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useStore } from 'zustand'
import { knownAs } from '../crew/participant'
import { person } from '../sync/sync'
import { BudgetBars } from './BudgetBars'
import { BudgetButton } from './BudgetButton'
import { spentByAgent } from './spent'
import { budgetOf, useBudgets } from './use-budgets'

interface AgentBudgetProps {
  readonly state: CrewState
  readonly agentId: string
  readonly usage: Usage | null
}

/** What an agent may use, beside what it has used. */
export function AgentBudget({ state, agentId, usage }: AgentBudgetProps) {
  const budgets = useBudgets(state)
  const budget = budgetOf(budgets, agentId)
  const isReader = useStore(person, (all) => all.isReader)
  const spent = spentByAgent(usage)
  const name = knownAs(state, agentId)
  return (
    <div className="bud-fact">
      {budget && <BudgetBars budget={budget} spent={spent} name={name} />}
      {!isReader && <BudgetButton {...{ state, agentId, budgets, spent, name }} />}
    </div>
  )
}
