import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useState } from 'react'
import { participantOf } from '../crew/participant'
import { Avatar } from '../ui/Avatar'
import { hasWords } from './board/columns'
import { titleOf } from './board/title-of'

interface TaskPicksProps {
  readonly state: CrewState
  readonly picked: readonly string[]
  readonly onPick: (taskIds: readonly string[]) => void
}

/** More than these are filtered before they are looked through. */
const FEW = 8

/** Chooses open tasks that must be done before a new one begins. */
export function TaskPicks({ state, picked, onPick }: TaskPicksProps) {
  const [filter, setFilter] = useState('')
  const tasks = Object.values(state.tasks).toReversed()
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = tasks.filter(
    ({ id, text, agentId }) =>
      picked.includes(id) || hasWords(words, text, participantOf(state, agentId, '').label),
  )
  return (
    <div className="task-picks" role="group" aria-label="Start after">
      {tasks.length > FEW && (
        <input
          type="search"
          className="input"
          placeholder="Filter by words or agent"
          aria-label="Filter tasks by words or agent"
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
        />
      )}
      <ul className="picks">
        {shown.map((task) => {
          const who = participantOf(state, task.agentId, '')
          const isOn = picked.includes(task.id)
          return (
            <li key={task.id}>
              <label className="pickable">
                <input
                  type="checkbox"
                  checked={isOn}
                  disabled={!isOn && picked.length >= LIMITS.prerequisites}
                  onChange={() =>
                    onPick(isOn ? picked.filter((id) => id !== task.id) : [...picked, task.id])
                  }
                />
                <Avatar who={who} size="sm" />
                <bdi className="name">{titleOf(task)}</bdi>
                <span className="sp" />
                <span className="role">{who.label}</span>
              </label>
            </li>
          )
        })}
        {shown.length === 0 && <li className="hint">No open task matches ‘{filter.trim()}’.</li>}
      </ul>
    </div>
  )
}
