import type { CrewState } from '@crewroom/shared/state/crew-state'
import { MessagesSquare } from 'lucide-react'
import { NavLink } from 'react-router'
import { useStore } from 'zustand'
import { CrewMini } from '../crew/CrewMini'
import { useUnreadTotal } from '../crew/use-crew'
import { connection, connectionWord } from '../sync/connection'
import { person } from '../sync/sync'
import { Avatar } from '../ui/Avatar'
import { UnreadBadge } from '../ui/Badge'
import { LeadSwitcher } from './LeadSwitcher'

export function Sidebar({ state }: { readonly state: CrewState | null }) {
  return (
    <aside className="side" aria-label="Project">
      <LeadSwitcher state={state} />
      {state && <Sections state={state} />}
      {state && <CrewMini state={state} />}
      <span className="spx" />
      <MeFooter />
    </aside>
  )
}

function Sections({ state }: { readonly state: CrewState }) {
  return (
    <nav className="nav" aria-label="Lead sections">
      <NavLink to={`/leads/${encodeURIComponent(state.lead.id)}/groups`} title="Groups">
        <MessagesSquare size={18} />
        <span className="label">Groups</span>
        <UnreadBadge count={useUnreadTotal(state)} />
      </NavLink>
    </nav>
  )
}

function MeFooter() {
  const { name } = useStore(person)
  const word = useStore(connection, connectionWord)
  const dot = word === 'Live' ? 'run' : word === 'Connecting' ? 'idle' : 'wait'
  const me = {
    kind: 'human',
    role: 'human',
    roleName: 'Human',
    isLead: false,
    label: name,
  } as const
  return (
    <footer className="me" aria-label="You">
      <Avatar who={me} size="md" />
      <b>{name}</b>
      <span className="st" role="status" data-word={word} title={word}>
        <i className={`dot ${dot}`} />
        <span className="label">{word}</span>
      </span>
    </footer>
  )
}
