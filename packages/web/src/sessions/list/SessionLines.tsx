import type { GroupRecord } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { type CrewState, mentionCount } from '@crewroom/shared/state/crew-state'
import { Hash, MessagesSquare, Plus, Waypoints } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { groupName, isolated } from '../../groups/group-name'
import { paths } from '../../shell/paths'
import { markKey, readableSession, unreadIn, unreadInSession } from '../../sync/read-marks'
import { person, readMarks } from '../../sync/sync'
import { Link } from '../../ui/Link'
import { fullTime, listTime } from '../../ui/times'
import { sessionTitle } from '../session-title'
import { isTurnIn, sessionsOf, thinkingIn } from '../sessions-of'
import { useNewDiscussion } from '../../discussions/use-new-discussion'
import { useNewSession } from '../switch/use-new-session'
import { SessionSigns } from './SessionSigns'
import './session-lines.css'

interface SessionLinesProps {
  readonly state: CrewState
  readonly group: GroupRecord
  readonly sessionId: string | undefined
  readonly now: number
}

/** More sessions than these are shown on request. */
const FIRST = 8

/** The main talk and the sessions in use of the open group, below its row. */
export default function SessionLines({ state, group, sessionId, now }: SessionLinesProps) {
  const { leadId, name } = group
  const marks = useStore(readMarks.store)
  const { isReader } = useStore(person)
  const newSession = useNewSession()
  const newDiscussion = useNewDiscussion()
  const [isAll, setAll] = useState(false)
  const all = sessionsOf(state, name).filter(({ status }) => status === 'active')
  const isHidden = (index: number, id: string) => !isAll && index >= FIRST && id !== sessionId
  const shown = all.filter(({ id }, index) => !isHidden(index, id))
  const rest = all.length - shown.length
  const at = group.lastMessage?.timestamp ?? group.createdAt
  const inMain = unreadIn(state, group, marks[markKey(leadId, name)])
  return (
    <ul className="s-lines" aria-label={`Sessions of ${isolated(groupName(group))}`}>
      <Line
        to={paths.group(leadId, name)}
        icon={<Hash size={15} />}
        title="Main talk"
        isOpen={sessionId === undefined}
      >
        {inMain > 0 ? (
          <SessionSigns
            thinking={0}
            unread={inMain}
            mentions={mentionCount(state, group, HUMAN_ID)}
          />
        ) : (
          <time dateTime={at} title={fullTime(at)}>
            {listTime(at, now)}
          </time>
        )}
      </Line>
      {shown.map((session) => (
        <Line
          key={session.id}
          to={paths.session(leadId, name, session.id)}
          icon={
            session.runId === undefined ? <MessagesSquare size={15} /> : <Waypoints size={15} />
          }
          title={sessionTitle(session)}
          isOpen={session.id === sessionId}
        >
          <SessionSigns
            thinking={thinkingIn(state, session.id)}
            isTurn={isTurnIn(state, session.id)}
            unread={unreadInSession(state, session, marks)}
            mentions={mentionCount(state, readableSession(session), HUMAN_ID)}
          />
        </Line>
      ))}
      {rest > 0 && (
        <li>
          <button type="button" className="s-line" onClick={() => setAll(true)}>
            <span className="s-title">Show {rest} more</span>
          </button>
        </li>
      )}
      {!isReader && !group.archived && (
        <>
          <li>
            <button type="button" className="s-line" onClick={() => newSession(leadId, name)}>
              <Plus size={15} />
              <span className="s-title">New session</span>
            </button>
          </li>
          <li>
            <button type="button" className="s-line" onClick={() => newDiscussion(leadId, name)}>
              <Waypoints size={15} />
              <span className="s-title">New discussion</span>
            </button>
          </li>
        </>
      )}
    </ul>
  )
}

interface LineProps {
  readonly to: string
  readonly icon: ReactNode
  readonly title: string
  readonly isOpen: boolean
  readonly children: ReactNode
}

function Line({ to, icon, title, isOpen, children }: LineProps) {
  return (
    <li>
      <Link className="s-line" to={to} aria-current={isOpen ? 'page' : undefined} draggable={false}>
        {icon}
        <span className="s-title" dir="auto" title={title}>
          {title}
        </span>
        {children}
      </Link>
    </li>
  )
}
