import { shortId } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { ChevronsUpDown } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { useStore } from 'zustand'
import { participantOf } from '../crew/participant'
import { useCrewState, useUnreadTotal } from '../crew/use-crew'
import { crews } from '../sync/sync'
import { Avatar } from '../ui/Avatar'
import { UnreadBadge } from '../ui/Badge'
import { paths } from './paths'

const MENU = 'leads-menu'

/** Which crew this is; with several, the way to the others. */
export function LeadSwitcher({ state }: { readonly state: CrewState | null }) {
  const ids = useStore(crews, (all) => all.ids) ?? []
  const views = useStore(crews, (all) => all.views)
  const menu = useRef<HTMLUListElement>(null)
  if (state && ids.length < 2) {
    return (
      <div className="lead">
        <LeadName state={state} />
      </div>
    )
  }
  return (
    <>
      <button type="button" className="lead" popoverTarget={MENU}>
        {state ? <LeadName state={state} /> : <b className="who">Choose a crew</b>}
        {state && <span className="sr">Switch crew</span>}
        <ChevronsUpDown size={16} />
      </button>
      <ul id={MENU} ref={menu} popover="auto" className="leads-menu" aria-label="Crews">
        {ids
          .filter((id) => views[id])
          .map((id) => (
            <li key={id}>
              <Link
                className="lead"
                to={paths.crewHome(id)}
                aria-current={id === state?.lead.id ? 'page' : undefined}
                onClick={() => menu.current?.hidePopover()}
              >
                <LeadEntry leadId={id} />
              </Link>
            </li>
          ))}
      </ul>
    </>
  )
}

function LeadEntry({ leadId }: { readonly leadId: string }) {
  const state = useCrewState(leadId)
  return (
    <>
      <LeadName state={state} />
      <UnreadBadge count={useUnreadTotal(state)} />
    </>
  )
}

function LeadName({ state }: { readonly state: CrewState }) {
  const lead = participantOf(state, state.lead.id, '', 'Project Lead')
  return (
    <>
      <Avatar who={lead} />
      <span className="who">
        <b>{state.lead.name}</b>
        <small>
          {lead.roleName} <span className="mono">{shortId(state.lead.id)}</span>
        </small>
      </span>
    </>
  )
}
