import { type GroupRecord, listedIds } from '@crewroom/shared/model/group'
import type { SessionRecord } from '@crewroom/shared/model/session'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useEffect, useRef } from 'react'
import { participantOf } from '../../crew/participant'
import { Avatar } from '../../ui/Avatar'
import { setSessionAgents } from './session-changes'

interface TakesPartProps {
  readonly group: GroupRecord
  readonly session: SessionRecord
  readonly state: CrewState
  readonly onDone: () => void
}

/** Which agents of the group a message in the session asks. */
export function TakesPart({ group, session, state, onDone }: TakesPartProps) {
  const { activeAgents } = session
  const list = useRef<HTMLFieldSetElement>(null)
  useEffect(() => list.current?.querySelector('input')?.focus(), [])
  // Agents that have ended stay while they take part, so that they can be taken out.
  const agents = listedIds(group).filter((id) => {
    const agent = state.agents[id]
    return agent !== undefined && (agent.ended === null || activeAgents.includes(id))
  })
  const toggle = (id: string) => {
    const next = activeAgents.includes(id)
      ? activeAgents.filter((own) => own !== id)
      : [...activeAgents, id]
    void setSessionAgents(session, next)
  }
  // Nobody is chosen, or those who take part now are, so that nothing else changes.
  const isAll = session.chosen === null
  const toggleAll = () => void setSessionAgents(session, isAll ? activeAgents : null)
  return (
    <div className="sw-form">
      <fieldset ref={list} className="sw-agents">
        <legend>Who takes part</legend>
        <label className="sw-agent">
          <input type="checkbox" checked={isAll} onChange={toggleAll} />
          All agents of the group, later ones too
        </label>
        {agents.map((id) => {
          const who = participantOf(state, id, '')
          return (
            <label key={id} className="sw-agent">
              <input
                type="checkbox"
                checked={activeAgents.includes(id)}
                onChange={() => toggle(id)}
              />
              <Avatar who={who} size="sm" />
              <bdi>{who.label}</bdi>
            </label>
          )
        })}
      </fieldset>
      {agents.length === 0 && <p>Nobody of this group can answer. Add an agent to the group.</p>}
      <span className="sw-acts">
        <button type="button" className="btn" onClick={onDone}>
          Done
        </button>
      </span>
    </div>
  )
}
