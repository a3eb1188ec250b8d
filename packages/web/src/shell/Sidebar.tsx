import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Search, Settings } from 'lucide-react'
import { useStore } from 'zustand'
import { CrewMini } from '../crew/CrewMini'
import { useUnreadTotal } from '../crew/use-crew'
import { countNeeds } from '../needs/count-needs'
import { connection, connectionWord } from '../sync/connection'
import { person } from '../sync/sync'
import { Avatar } from '../ui/Avatar'
import { NeedsBadge, UnreadBadge } from '../ui/Badge'
import { Link, SectionLink } from '../ui/Link'
import { LeadSwitcher } from './LeadSwitcher'
import { openPalette } from './palette'
import { paths, type SectionId } from './paths'
import { useSections } from './sections'

const MOD = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl '

export function Sidebar({ state }: { readonly state: CrewState | null }) {
  return (
    <aside className="side" aria-label="Project">
      <LeadSwitcher state={state} />
      <JumpButton />
      {state && <Sections state={state} />}
      {state && <CrewMini state={state} />}
      <span className="spx" />
      <MeFooter />
    </aside>
  )
}

export function JumpButton() {
  return (
    <button
      type="button"
      className="jump"
      onClick={openPalette}
      aria-keyshortcuts="Control+K Meta+K"
    >
      <Search size={16} />
      <span>Jump to…</span>
      <kbd aria-hidden="true">{MOD}K</kbd>
    </button>
  )
}

function Sections({ state }: { readonly state: CrewState }) {
  const sections = useSections()
  return (
    <nav className="nav" aria-label="Lead sections">
      {sections.map(({ id, label, icon: Icon }) => (
        <SectionLink
          key={id}
          to={paths.section(state.lead.id, id)}
          end={id === 'overview'}
          title={label}
        >
          <Icon size={18} />
          <span className="label">{label}</span>
          <SectionCount section={id} state={state} />
        </SectionLink>
      ))}
    </nav>
  )
}

/** What is new or waits behind a section. */
export function SectionCount({
  section,
  state,
}: {
  readonly section: SectionId
  readonly state: CrewState
}) {
  const unread = useUnreadTotal(state)
  switch (section) {
    case 'groups':
      return <UnreadBadge count={unread} />
    case 'needs':
      return <NeedsBadge count={countNeeds(state)} />
    case 'reports': {
      const open = Object.keys(state.tasks).length
      return open === 0 ? null : (
        <span className="cnt" title={`${open} open ${open === 1 ? 'task' : 'tasks'}`}>
          {open}
        </span>
      )
    }
    default:
      return null
  }
}

/** The person at the page, and whether the page is in step with the server. */
export function MeFooter() {
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
      <Link className="ib" to={paths.settings} aria-label="Settings" title="Settings">
        <Settings size={16} />
      </Link>
    </footer>
  )
}
