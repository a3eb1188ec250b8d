import { ChevronDown, ChevronLeft, Ellipsis, MessagesSquare, Paperclip, Search } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useFiles } from '../../files/files-later'
import { useNavigate } from 'react-router'
import { useStore } from 'zustand'
import { participantOf } from '../../crew/participant'
import { useUnreadTotal } from '../../crew/use-crew'
import { bothNames, groupName } from '../../groups/group-name'
import { byActivity } from '../../groups/list/group-order'
import { paths } from '../../shell/paths'
import { useKey } from '../../shell/use-key'
import { markKey, unreadIn } from '../../sync/read-marks'
import { person, readMarks } from '../../sync/sync'
import { Anchored } from '../../ui/Anchored'
import { Avatar } from '../../ui/Avatar'
import { shownCount, UnreadBadge } from '../../ui/Badge'
import { Link } from '../../ui/Link'
import { useAddressParams } from '../../ui/use-address-params'
import { LayoutSwitch } from '../LayoutSwitch'
import type { SessionView } from '../SessionPage'
import { sessionTitle } from '../session-title'
import type { Layout } from '../use-layout'
import { Listbox } from './Listbox'
import { SessionMenu } from './SessionMenu'
import { agentInAddress, useShowView } from './view-address'
import { ViewMenu, viewsOf } from './ViewMenu'
import './switch.css'

interface SessionBarProps extends SessionView {
  /** Whose view it is; null: the chat of all. */
  readonly agentId: string | null
  /** How the answers are laid out; null where there is no choice. */
  readonly layout: Layout | null
  /** What can be done to the discussion that is under way. */
  readonly tools?: ReactNode
}

const MOST_SHOWN = 5

/** Title bar of a session: its group, the session and whose view it is, each a list to choose from. */
export function SessionBar(props: SessionBarProps) {
  const { group, session, state, agentId, layout, tools = null } = props
  const unread = useUnreadTotal(state)
  const { isReader } = useStore(person)
  const { show } = useShowView()
  const [, change] = useAddressParams()
  const views = viewsOf(session.activeAgents, agentId)
  const [open, setOpen] = useState<Part | null>(null)
  const [areFiles, setFiles] = useState(false)
  const files = useFiles(areFiles)
  const close = () => setOpen(null)
  const toggle = (part: Part) => setOpen(open === part ? null : part)
  const pickView = (id: string | null) => {
    close()
    // Keys come faster than the page is drawn: what counts is the address as it is now.
    if (id !== agentInAddress()) show(id)
  }
  useKey('viewMenu', () => toggle('view'))
  useKey('numberedView', (event) => {
    const index = Number(event.code.replace('Digit', '')) - 1
    if (index > views.length) return false
    pickView(index === 0 ? null : (views[index - 1] ?? null))
    return true
  })
  const viewer = agentId === null ? null : participantOf(state, agentId, '')
  const menu = { open, toggle, close }
  const sessionMenu = (
    <SessionMenu
      {...{ group, session, state, isReader }}
      onFiles={() => setFiles(true)}
      onClose={close}
    />
  )
  return (
    <header className="bar sw-bar">
      <Link
        className="ib back only-narrow"
        to={paths.group(group.leadId, group.name)}
        aria-label={`Back to ${groupName(group)}${unread > 0 ? `, ${shownCount(unread)} unread in all groups` : ''}`}
      >
        <ChevronLeft size={20} />
        <UnreadBadge count={unread} />
      </Link>
      <div className="sw-tri">
        <Picker
          {...menu}
          part="group"
          label="Group"
          title={bothNames(group)}
          name={<b dir="auto">{groupName(group)}</b>}
        >
          <GroupMenu {...{ group, state }} onClose={close} />
        </Picker>
        <h1>
          <Picker
            {...menu}
            part="session"
            label="Session"
            title={sessionTitle(session)}
            name={<span dir="auto">{sessionTitle(session)}</span>}
          >
            {sessionMenu}
          </Picker>
        </h1>
        <Picker
          {...menu}
          part="view"
          label="View"
          keys="v"
          name={
            viewer ? (
              <>
                <Avatar who={viewer} size="sm" />
                <span>
                  <bdi>{viewer.label}</bdi>’s view
                </span>
              </>
            ) : (
              <span>
                Group<span className="not-narrow"> view</span>
              </span>
            )
          }
        >
          <ViewMenu {...{ session, state, agentId }} onPick={pickView} />
        </Picker>
      </div>
      {session.status === 'archived' && <span className="tag not-narrow">Archived</span>}
      <span className="sp" />
      {tools}
      <span className="stack not-narrow" hidden={tools !== null} aria-hidden="true">
        {session.activeAgents.slice(0, MOST_SHOWN).map((id) => (
          <Avatar key={id} who={participantOf(state, id, '')} size="sm" />
        ))}
        {session.activeAgents.length > MOST_SHOWN && (
          <span className="more">+{session.activeAgents.length - MOST_SHOWN}</span>
        )}
      </span>
      <div className="head-tools">
        {layout && (
          <span className="not-narrow">
            <LayoutSwitch layout={layout} />
          </span>
        )}
        <button
          type="button"
          // An agent's name needs the room on a phone.
          className={agentId === null ? 'ib' : 'ib not-narrow'}
          aria-label="Find in group"
          title="Find in group"
          onClick={() => change((next) => next.set('find', '1'))}
        >
          <Search size={18} />
        </button>
        <button
          type="button"
          className="ib not-narrow"
          // Also in the menu.
          hidden={tools !== null}
          aria-label="Files"
          title="Files"
          aria-haspopup="dialog"
          onClick={() => setFiles(true)}
        >
          <Paperclip size={18} />
        </button>
        <More {...menu}>{sessionMenu}</More>
      </div>
      {areFiles && files && (
        <files.FilesDialog {...{ group, state }} onClose={() => setFiles(false)} />
      )}
    </header>
  )
}

type Part = 'group' | 'session' | 'view' | 'more'

interface Menus {
  readonly open: Part | null
  readonly toggle: (part: Part) => void
  readonly close: () => void
}

interface PickerProps extends Menus {
  readonly part: Part
  readonly label: string
  readonly name: ReactNode
  readonly title?: string
  readonly keys?: string
  readonly children: ReactNode
}

function Picker({ open, toggle, close, part, label, name, title, keys, children }: PickerProps) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`sw-pick sw-${part}`}
        aria-haspopup="listbox"
        aria-expanded={open === part}
        aria-keyshortcuts={keys}
        title={title}
        onClick={() => toggle(part)}
      >
        <span className="sr">{label}: </span>
        {name}
        <ChevronDown size={14} aria-hidden="true" />
      </button>
      {open === part && (
        <Anchored
          anchor={button}
          label={label}
          className="sw-pop"
          side="bottom"
          takesFocus
          onClose={close}
        >
          {children}
        </Anchored>
      )}
    </>
  )
}

function More({ open, toggle, close, children }: Menus & { readonly children: ReactNode }) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        className="ib not-narrow"
        aria-label="More for this session"
        aria-haspopup="dialog"
        aria-expanded={open === 'more'}
        onClick={() => toggle('more')}
      >
        <Ellipsis size={18} />
      </button>
      {open === 'more' && (
        <Anchored
          anchor={button}
          label="Session"
          className="sw-pop"
          side="bottom"
          align="end"
          takesFocus
          onClose={close}
        >
          {children}
        </Anchored>
      )}
    </>
  )
}

type GroupMenuProps = Pick<SessionBarProps, 'group' | 'state'> & { readonly onClose: () => void }

function GroupMenu({ group, state, onClose }: GroupMenuProps) {
  const navigate = useNavigate()
  const marks = useStore(readMarks.store)
  const groups = byActivity(
    Object.values(state.groups).filter((own) => !own.archived || own.name === group.name),
  )
  return (
    <Listbox
      label="Groups"
      choices={groups.map((own) => ({
        id: own.name,
        name: groupName(own),
        isCurrent: own.name === group.name,
        content: (
          <>
            <MessagesSquare size={16} />
            <span dir="auto">{groupName(own)}</span>
            <UnreadBadge
              count={own.archived ? 0 : unreadIn(state, own, marks[markKey(own.leadId, own.name)])}
            />
          </>
        ),
      }))}
      onPick={(name) => {
        onClose()
        void navigate(paths.group(group.leadId, name))
      }}
    />
  )
}
