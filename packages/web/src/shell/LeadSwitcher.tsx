import type { CrewState } from '@crewroom/shared/state/crew-state'
import { ChevronsUpDown, LayoutGrid, Plus } from 'lucide-react'
import { useRef } from 'react'
import { useStore } from 'zustand'
import { leadTitle } from '../crew/lead-title'
import { participantOf } from '../crew/participant'
import { useCrewState, useUnreadTotal } from '../crew/use-crew'
import { crews } from '../sync/sync'
import { Avatar } from '../ui/Avatar'
import { UnreadBadge } from '../ui/Badge'
import { fetchedLater } from '../ui/fetched-later'
import { Link } from '../ui/Link'
import { KEYMAP, type KeyId } from './keymap'
import { paths } from './paths'

/** Where it cannot be fetched, the name stays. */
const useCost = fetchedLater(() => import('./CrewCost'))

const MENU = 'leads-menu'
const ALL_CREWS = '/?all'

/** Which crew this is, and the way to the others, to all of them and to a new one. */
export function LeadSwitcher({ state }: { readonly state: CrewState | null }) {
  const ids = useStore(crews, (all) => all.ids) ?? []
  const views = useStore(crews, (all) => all.views)
  const menu = useRef<HTMLUListElement>(null)
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
        <li className="leads-more">
          <Link className="lead" to={ALL_CREWS} onClick={() => menu.current?.hidePopover()}>
            <LayoutGrid size={18} />
            <span className="who">All crews</span>
            <KeyHint of="goHome" />
          </Link>
        </li>
        <li>
          <Link className="lead" to={paths.newCrew} onClick={() => menu.current?.hidePopover()}>
            <Plus size={18} />
            <span className="who">New crew</span>
          </Link>
        </li>
      </ul>
    </>
  )
}

function KeyHint({ of }: { readonly of: KeyId }) {
  return (
    <span className="combo" aria-hidden="true">
      {KEYMAP[of][0].split(' ').map((key) => (
        <kbd key={key}>{key.toUpperCase()}</kbd>
      ))}
    </span>
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
  const lead = participantOf(state, state.lead.id, '', leadTitle(state.lead))
  const agents = Object.keys(state.agents).length
  const cost = useCost(true)
  return (
    <>
      <Avatar who={lead} />
      <span className="who">
        <b>{state.lead.name}</b>
        <small>
          {agents === 1 ? '1 agent' : `${agents} agents`}
          {cost && <cost.CrewCost leadId={state.lead.id} />}
        </small>
      </span>
    </>
  )
}
