import type { GroupRecord } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { MAIN_SESSION, type SessionRecord } from '@crewroom/shared/model/session'
import { type CrewState, mentionCount } from '@crewroom/shared/state/crew-state'
import {
  Archive,
  Check,
  ChevronDown,
  ChevronRight,
  FileText,
  Hash,
  MessagesSquare,
  Paperclip,
  Plus,
  Waypoints,
} from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useStore } from 'zustand'
import { groupName } from '../../groups/group-name'
import { paths } from '../../shell/paths'
import { markKey, readableSession, unreadIn, unreadInSession } from '../../sync/read-marks'
import { readMarks } from '../../sync/sync'
import { UnreadBadge } from '../../ui/Badge'
import { SessionSigns } from '../list/SessionSigns'
import { sessionTitle } from '../session-title'
import { isTurnIn, sessionsOf, thinkingIn } from '../sessions-of'
import { type Choice, Listbox } from './Listbox'
import { SessionDoings } from './SessionDoings'
import { exportMarkdown } from '../../sync/exports'
import { useNewDiscussion } from '../../discussions/use-new-discussion'
import { useNewSession } from './use-new-session'

interface SessionMenuProps {
  readonly group: GroupRecord
  /** The open session; null: the main talk is open. */
  readonly session: SessionRecord | null
  readonly state: CrewState
  readonly isReader: boolean
  /** Shows the files of the group. */
  readonly onFiles?: () => void
  readonly onClose: () => void
}

/** So many archived sessions are shown, and so many more on request. */
const PAGE = 20

/** As many pages of them as show the one at an index. */
const pageTo = (index: number): number => PAGE * (Math.floor(Math.max(0, index) / PAGE) + 1)

/** The sessions of the group, and what can be done with the one that is open. */
export function SessionMenu(props: SessionMenuProps) {
  const { group, session, state, isReader, onFiles, onClose } = props
  const { leadId, name } = group
  const navigate = useNavigate()
  const newSession = useNewSession()
  const newDiscussion = useNewDiscussion()
  const marks = useStore(readMarks.store)
  const all = sessionsOf(state, name)
  const archived = all.filter(({ status }) => status === 'archived')
  const [isOpen, setOpen] = useState(session?.status === 'archived')
  const [most, setMost] = useState(() => pageTo(archived.findIndex(({ id }) => id === session?.id)))
  const older = isOpen ? archived.slice(0, most) : []
  const shown = [...all.filter(({ status }) => status === 'active'), ...older]
  const choice = (own: SessionRecord): Choice => ({
    id: own.id,
    name: sessionTitle(own),
    isCurrent: own.id === session?.id,
    content: (
      <>
        {own.status === 'archived' ? (
          <Archive size={16} />
        ) : own.runId !== undefined ? (
          <Waypoints size={16} />
        ) : (
          <MessagesSquare size={16} />
        )}
        <span dir="auto">{sessionTitle(own)}</span>
        <SessionSigns
          thinking={thinkingIn(state, own.id)}
          isTurn={isTurnIn(state, own.id)}
          unread={unreadInSession(state, own, marks)}
          mentions={mentionCount(state, readableSession(own), HUMAN_ID)}
        />
        {own.id === session?.id && <Check size={16} />}
      </>
    ),
  })
  const main: Choice = {
    id: MAIN_SESSION,
    name: 'Main talk',
    isCurrent: session === null,
    content: (
      <>
        <Hash size={16} />
        <span>Main talk</span>
        <UnreadBadge count={unreadIn(state, group, marks[markKey(leadId, name)])} />
      </>
    ),
  }
  const pick = (id: string) => {
    onClose()
    if (id === (session?.id ?? MAIN_SESSION)) return
    void navigate(id === MAIN_SESSION ? paths.group(leadId, name) : paths.session(leadId, name, id))
  }
  return (
    <>
      <Listbox
        label={`Sessions of ${groupName(group)}`}
        choices={[main, ...shown.map(choice)]}
        onPick={pick}
      />
      {archived.length > 0 && (
        <button
          type="button"
          className="sw-do sw-fold"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRight size={16} />
          Archived
          <span className="cnt">{archived.length}</span>
        </button>
      )}
      {isOpen && archived.length > most && (
        <button type="button" className="sw-do" onClick={() => setMost(most + PAGE)}>
          <ChevronDown size={16} />
          Show {Math.min(PAGE, archived.length - most)} more
        </button>
      )}
      {onFiles && (
        <button
          type="button"
          className="sw-do"
          onClick={() => {
            onClose()
            onFiles()
          }}
        >
          <Paperclip size={16} />
          Files of the group
        </button>
      )}
      {!isReader && !group.archived && (
        <>
          <button
            type="button"
            className="sw-do"
            onClick={() => {
              onClose()
              newSession(leadId, name)
            }}
          >
            <Plus size={16} />
            New session
          </button>
          <button
            type="button"
            className="sw-do"
            onClick={() => {
              onClose()
              newDiscussion(leadId, name)
            }}
          >
            <Waypoints size={16} />
            New discussion
          </button>
        </>
      )}
      {session && (
        <>
          <hr />
          <button
            type="button"
            className="sw-do"
            onClick={() => {
              onClose()
              const title = sessionTitle(session)
              void exportMarkdown({ leadId, title }, { kind: 'session', of: session.id })
            }}
          >
            <FileText size={16} />
            Export as Markdown
          </button>
          {!isReader && <SessionDoings {...{ group, session, state, onClose }} />}
        </>
      )}
    </>
  )
}
