import type { CrewState } from '@crewroom/shared/state/crew-state'
import '../needs/needs.css'
import { AskCard } from './AskCard'
import { useAsks } from './asks'

/** What an agent asks permission for, on its own page; nothing if it asks for nothing. */
export function AgentAsked({
  state,
  agentId,
}: {
  readonly state: CrewState
  readonly agentId: string
}) {
  const own = useAsks(state).find((asks) => asks.agentId === agentId)
  if (!own) return null
  return (
    <section className="a-asked" aria-label="Asks for permission">
      <AskCard state={state} own={own} isLinked={false} />
    </section>
  )
}
