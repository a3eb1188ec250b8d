import type { AgentRecord } from '@crewroom/shared/model/agent'
import { shortId } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useEffect, useId, useRef, useState } from 'react'
import { Avatar } from '../ui/Avatar'
import { statusLook } from './agent-status'
import { isNamesake, participantOf } from './participant'
import { StatusDot } from './StatusDot'
import { useLive } from './use-crew'

interface AgentPickerProps {
  readonly state: CrewState
  readonly label: string
  readonly agents: readonly AgentRecord[]
  readonly value: string
  readonly onChange: (agentId: string) => void
}

/** More than these are filtered before they are looked through. */
const FEW = 8

/** Chooses one agent: by face, name, role and state, and by id where a name alone would mean several. */
export function AgentPicker({ state, label, agents, value, onChange }: AgentPickerProps) {
  const live = useLive(state.lead.id)
  const group = useId()
  const list = useRef<HTMLUListElement>(null)
  const [filter, setFilter] = useState('')
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = agents.filter(({ id, name, roleName }) =>
    words.every(
      (word) => `${name} ${roleName}`.toLowerCase().includes(word) || id.startsWith(word),
    ),
  )
  useEffect(() => {
    list.current?.querySelector('input:checked')?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <>
      {agents.length > FEW && (
        <input
          type="search"
          className="input"
          placeholder="Filter by name, role or id"
          aria-label="Filter by name, role or id"
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
        />
      )}
      <ul ref={list} className="picks" role="radiogroup" aria-label={label}>
        {shown.map((agent) => {
          const who = participantOf(state, agent.id, '')
          const isOnlyRole = who.label === who.roleName
          return (
            <li key={agent.id} role="presentation">
              <label className="pickable">
                <input
                  type="radio"
                  name={group}
                  value={agent.id}
                  checked={agent.id === value}
                  onChange={() => onChange(agent.id)}
                />
                <Avatar who={who} size="sm" />
                <bdi className="name">{who.label}</bdi>
                {(isNamesake(state, agent.id) || (isOnlyRole && !who.isLead)) && (
                  <span className="mono">{shortId(agent.id)}</span>
                )}
                {!isOnlyRole && <span className="role">{who.roleName}</span>}
                {who.isLead && <span className="tag">Lead</span>}
                <span className="sp" />
                {agent.ended !== null && <span className="note">comes back for it</span>}
                <StatusDot look={statusLook(state, agent, live[agent.id])} isWordShown />
              </label>
            </li>
          )
        })}
        {shown.length === 0 && <li className="hint">No agent matches ‘{filter.trim()}’.</li>}
      </ul>
    </>
  )
}
