import type { AgentRecord } from '@crewroom/shared/model/agent'
import { shortId } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { statusLook } from '../../crew/agent-status'
import { participantOf } from '../../crew/participant'
import { inRole } from '../../crew/role-look'
import { StatusDot } from '../../crew/StatusDot'
import { useLive } from '../../crew/use-crew'
import { Avatar } from '../../ui/Avatar'
import {
  matchesAgent,
  type Pasted,
  type Pick,
  readPasted,
  roleCounts,
  toggled,
} from './pick-members'

interface MemberPickerProps {
  readonly state: CrewState
  /** Who can be picked. */
  readonly candidates: readonly AgentRecord[]
  /** Shown first, checked, and not to be taken out. */
  readonly always?: AgentRecord | undefined
  readonly pick: Pick
  readonly onPick: (pick: Pick) => void
}

/** Picks members by role and one by one. */
export function MemberPicker({ state, candidates, always, pick, onPick }: MemberPickerProps) {
  const live = useLive(state.lead.id)
  const [filter, setFilter] = useState('')
  const [unknown, setUnknown] = useState<Pasted['unknown']>([])
  const listId = useId()
  const shown = candidates.filter((agent) => matchesAgent(agent, filter))
  const take = (text: string) => {
    const pasted = readPasted(text, candidates, Object.values(state.agents))
    onPick({ ...pick, ids: [...new Set([...pick.ids, ...pasted.ids])] })
    setUnknown((before) => [
      ...before.filter((own) => !pasted.unknown.some(({ text: other }) => other === own.text)),
      ...pasted.unknown,
    ])
    setFilter('')
  }
  const roles = roleCounts(candidates)
  return (
    <>
      {roles.length > 0 && (
        <div className="field" role="group" aria-label="By role">
          <span className="label">By role</span>
          <span className="chips">
            {roles.map(({ id, name, color, count }) => (
              <button
                key={id}
                type="button"
                {...inRole('chip', id, color)}
                aria-pressed={pick.roles.includes(id)}
                onClick={() => onPick({ ...pick, roles: toggled(pick.roles, id) })}
              >
                {name}
                <span className="cnt">
                  {count}
                  <span className="sr"> {count === 1 ? 'agent' : 'agents'}</span>
                </span>
              </button>
            ))}
          </span>
          <span className="hint">Agents with a picked role that are added later join too.</span>
        </div>
      )}
      <div className="field by-agent">
        <label htmlFor={`${listId}-filter`}>By agent</label>
        <input
          id={`${listId}-filter`}
          className="input"
          type="text"
          value={filter}
          placeholder="Filter by role, name or id, or paste ids"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setFilter(event.target.value)}
          onPaste={(event) => {
            const text = event.clipboardData.getData('text').trim()
            // One word may be the beginning of a name: that is a filter, unless it finds nobody.
            const isFilter =
              !/[\s,;]/.test(text) && candidates.some((own) => matchesAgent(own, text))
            if (text === '' || isFilter) return
            event.preventDefault()
            take(text)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            const [only] = shown
            if (filter.trim() === '') return
            if (!only || shown.length > 1) return void (shown.length === 0 && take(filter))
            onPick({ ...pick, ids: toggled(pick.ids, only.id) })
            setFilter('')
          }}
        />
        {unknown.length > 0 && (
          <span className="chips" role="status">
            {unknown.map(({ text, why }) => (
              <span key={text} className="chip bad">
                {why}
                <button
                  type="button"
                  aria-label={`Remove ${text}`}
                  onClick={() => setUnknown((before) => before.filter((own) => own.text !== text))}
                >
                  <X size={13} />
                </button>
              </span>
            ))}
          </span>
        )}
        <ul className="picks" aria-label="Agents" id={listId}>
          {always && filter === '' && (
            <Pickable state={state} agent={always} isOn note="always included" />
          )}
          {shown.map((agent) => {
            const byRole = pick.roles.includes(agent.role)
            return (
              <Pickable
                key={agent.id}
                state={state}
                agent={agent}
                isOn={byRole || pick.ids.includes(agent.id)}
                note={byRole ? 'by role' : null}
                status={<StatusDot look={statusLook(state, agent, live[agent.id])} isWordShown />}
                onToggle={() => onPick({ ...pick, ids: toggled(pick.ids, agent.id) })}
              />
            )
          })}
          {shown.length === 0 && (
            <li className="hint">
              {filter.trim() === ''
                ? 'No other agent is active.'
                : `No agent matches ‘${filter.trim()}’.`}
            </li>
          )}
        </ul>
      </div>
    </>
  )
}

interface PickableProps {
  readonly state: CrewState
  readonly agent: AgentRecord
  readonly isOn: boolean
  /** Why it cannot be changed here. */
  readonly note: string | null
  readonly status?: React.ReactNode
  readonly onToggle?: () => void
}

function Pickable({ state, agent, isOn, note, status, onToggle }: PickableProps) {
  const who = participantOf(state, agent.id, '')
  return (
    <li>
      <label className="pickable">
        <input
          type="checkbox"
          checked={isOn}
          disabled={note !== null}
          onChange={() => onToggle?.()}
        />
        <Avatar who={who} size="sm" />
        <span className="name">{who.label}</span>
        <span className="mono">{shortId(agent.id)}</span>
        {who.label !== who.roleName && <span className="role">{who.roleName}</span>}
        <span className="sp" />
        {note === null ? status : <span className="note">{note}</span>}
      </label>
    </li>
  )
}
