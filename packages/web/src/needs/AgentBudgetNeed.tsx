import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useStore } from 'zustand'
import { person } from '../sync/sync'
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
  const isReader = useStore(person, (all) => all.isReader)
  const needs = Object.values(state.needs).filter(
    (need) => need.kind === 'budget' && need.agentId === agentId,
  )
  // An observer sees it beside what the agent has used.
  if (needs.length === 0 || isReader) return null
  return (
    <section className="a-asked" aria-label="Budget">
      {needs.map((need) => (
        <BudgetNeed key={need.id} state={state} need={need} isLinked={false} />
      ))}
    </section>
  )
}
