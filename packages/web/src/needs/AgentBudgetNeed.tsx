import type { CrewState } from '@crewroom/shared/state/crew-state'
import './needs.css'
import { BudgetNeed } from './BudgetNeed'

/** What the budget of an agent asks, on its own page; that of the crew on the page of its lead. */
export function AgentBudgetNeed({
  state,
  agentId,
}: {
  readonly state: CrewState
  readonly agentId: string
}) {
  const needs = Object.values(state.needs).filter(
    (need) => need.kind === 'budget' && need.agentId === agentId,
  )
  if (needs.length === 0) return null
  return (
    <section className="a-asked" aria-label="Budget">
      {needs.map((need) => (
        <BudgetNeed key={need.id} state={state} need={need} isLinked={false} />
      ))}
    </section>
  )
}
