import type { AgentRecord } from '@crewroom/shared/model/agent'
import { shortId } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { type ReactNode, useId, useState } from 'react'
import { participantOf } from '../crew/participant'
import { matchesAgent, toggled } from '../groups/new-group/pick-members'
import { Avatar } from '../ui/Avatar'

interface PeoplePickerProps {
  readonly state: CrewState
  readonly label: string
  readonly candidates: readonly AgentRecord[]
  readonly picked: readonly string[]
  readonly onPick: (ids: readonly string[]) => void
  /** What is said behind a name. */
  readonly noteOf?: (id: string) => string | null
  /** What is wrong with the choice. */
  readonly children?: ReactNode
  readonly isWrong?: boolean
}

/** Picks agents one by one. Roles decide nothing in a circle. */
export function PeoplePicker(props: PeoplePickerProps) {
  const { state, label, candidates, picked, onPick, noteOf, children, isWrong = false } = props
  const [filter, setFilter] = useState('')
  const id = useId()
  const shown = candidates.filter((agent) => matchesAgent(agent, filter))
  return (
    <div
      className="field ci-picker"
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-problem`}
      data-wrong={isWrong || undefined}
    >
      <label id={`${id}-label`} htmlFor={`${id}-filter`}>
        {label}
      </label>
      <input
        id={`${id}-filter`}
        className="input"
        type="text"
        value={filter}
        placeholder="Filter by role, name or id"
        aria-label={`Filter: ${label}`}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setFilter(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || filter.trim() === '') return
          event.preventDefault()
          const [only] = shown
          if (!only || shown.length > 1) return
          onPick(toggled(picked, only.id))
          setFilter('')
        }}
      />
      <ul className="picks" aria-label={label}>
        {shown.map((agent) => (
          <Candidate
            key={agent.id}
            state={state}
            agent={agent}
            isOn={picked.includes(agent.id)}
            note={noteOf?.(agent.id) ?? null}
            onToggle={() => onPick(toggled(picked, agent.id))}
          />
        ))}
        {shown.length === 0 && (
          <li className="hint">
            {filter.trim() === '' ? 'No other agent is active.' : `No agent matches ‘${filter}’.`}
          </li>
        )}
      </ul>
      <span id={`${id}-problem`} className="ci-problem" aria-live="polite">
        {children}
      </span>
    </div>
  )
}

interface CandidateProps {
  readonly state: CrewState
  readonly agent: AgentRecord
  readonly isOn: boolean
  readonly note: string | null
  readonly onToggle: () => void
}

function Candidate({ state, agent, isOn, note, onToggle }: CandidateProps) {
  const who = participantOf(state, agent.id, '')
  return (
    <li>
      <label className="pickable">
        <input type="checkbox" checked={isOn} onChange={onToggle} />
        <Avatar who={who} size="sm" />
        <span className="name" dir="auto">
          {who.label}
        </span>
        <span className="mono">{shortId(agent.id)}</span>
        <span className="sp" />
        {note !== null && <span className="note">{note}</span>}
      </label>
    </li>
  )
}
