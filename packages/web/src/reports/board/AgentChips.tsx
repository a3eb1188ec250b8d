import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useEffect, useRef } from 'react'
import { knownAs, participantOf } from '../../crew/participant'
import { Avatar } from '../../ui/Avatar'
import type { Move } from './use-move'

interface AgentChipsProps {
  readonly state: CrewState
  readonly agents: readonly AgentRecord[]
  readonly agentId: string | null
  readonly setAgent: (agentId: string | null) => void
  readonly move: Move
}

/** The agents of a crew: each shows only its tasks, and takes a task that is dropped on it. */
export function AgentChips({
  state,
  agents,
  agentId,
  setAgent,
  move: { over, place },
}: AgentChipsProps) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The one that a task would go to is in sight, however many there are.
    if (over !== null)
      row.current
        ?.querySelector('[data-over]')
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [over])
  return (
    <div className="bd-chips" ref={row} role="group" aria-label="Only tasks of">
      {agents.map(({ id }) => (
        <button
          key={id}
          type="button"
          className="bd-chip"
          aria-pressed={id === agentId}
          data-over={over === id ? '' : undefined}
          onClick={() => setAgent(id === agentId ? null : id)}
          {...place(id)}
        >
          <Avatar who={participantOf(state, id, '')} size="sm" />
          <bdi>{knownAs(state, id)}</bdi>
        </button>
      ))}
    </div>
  )
}
