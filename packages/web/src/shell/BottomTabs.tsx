import type { CrewState } from '@crewroom/shared/state/crew-state'
import { LayoutGrid, MessagesSquare, Users } from 'lucide-react'
import { NavLink } from 'react-router'
import { useStore } from 'zustand'
import { useUnreadTotal } from '../crew/use-crew'
import { crews } from '../sync/sync'
import { UnreadBadge } from '../ui/Badge'

/** The way around on a narrow screen. */
export function BottomTabs({ state }: { readonly state: CrewState }) {
  const base = `/leads/${encodeURIComponent(state.lead.id)}`
  const hasSeveral = useStore(crews, ({ ids }) => (ids?.length ?? 0) > 1)
  const unread = useUnreadTotal(state)
  return (
    <nav className="tabs" aria-label="Sections">
      <NavLink to={`${base}/groups`}>
        <MessagesSquare size={18} />
        Groups
        <UnreadBadge count={unread} />
      </NavLink>
      <NavLink to={`${base}/crew`}>
        <Users size={18} />
        Crew
      </NavLink>
      {hasSeveral && (
        <NavLink to="/" end>
          <LayoutGrid size={18} />
          All crews
        </NavLink>
      )}
    </nav>
  )
}
