import type { GroupRecord } from '@crewroom/shared/model/group'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { ChevronLeft, Ellipsis, MessagesSquare, PanelRight, Search } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { isWorking } from '../crew/agent-status'
import { useLive, useUnreadTotal } from '../crew/use-crew'
import { paths } from '../shell/paths'
import { useKey } from '../shell/use-key'
import { shownCount, UnreadBadge } from '../ui/Badge'
import { Link } from '../ui/Link'
import { useDetails } from './use-details'
import { searchWith, useOver } from './use-over'
import { shownHidden } from './message/text-pieces'
import { bothNames, groupName } from './group-name'
import { openedLater } from '../ui/opened-later'

const GroupSessionsMenu = openedLater(() =>
  import('../sessions/list/GroupSessionsMenu').then((own) => own.default),
)
const GroupMenu = openedLater(() => import('./list/GroupMenu').then((own) => own.default))

interface GroupHeaderProps {
  readonly group: GroupRecord
  readonly state: CrewState
}

export function GroupHeader({ group, state }: GroupHeaderProps) {
  const { leadId } = group
  const purpose = shownHidden(group.purpose ?? '')
  const live = useLive(leadId)
  const unread = useUnreadTotal(state)
  const working = group.memberIds.filter((id) => {
    const agent = state.agents[id]
    return agent !== undefined && isWorking(state, agent, live[id])
  }).length
  return (
    <header className="bar">
      <Link
        className="ib back only-narrow"
        to={paths.section(leadId, 'groups')}
        aria-label={unread > 0 ? `Back to groups, ${shownCount(unread)} unread` : 'Back to groups'}
      >
        <ChevronLeft size={20} />
        <UnreadBadge count={unread} />
      </Link>
      <div className="ttl">
        <h1 dir="auto" title={bothNames(group)}>
          {groupName(group)}
        </h1>
        {group.paused && <span className="tag">Paused</span>}
        <span className="sub">
          {group.memberCount} {group.memberCount === 1 ? 'member' : 'members'}
          {working > 0 && (
            <>
              <span className="dash"> · </span>
              <span className="on">{working} working</span>
            </>
          )}
        </span>
      </div>
      <span className="sub purpose" title={purpose || undefined}>
        {purpose}
      </span>
      <HeaderTools group={group} state={state} />
    </header>
  )
}

function HeaderTools({ group, state }: GroupHeaderProps) {
  const { leadId, name } = group
  const details = useDetails(leadId, name)
  const navigate = useNavigate()
  const { params } = useOver()
  const sessions = useRef<HTMLButtonElement>(null)
  const [areSessions, setSessions] = useState(false)
  const [menuFrom, setMenuFrom] = useState<HTMLElement | null>(null)
  const find = () =>
    void navigate(paths.group(leadId, name) + searchWith(params, { find: '1' }), { replace: true })
  useKey('details', details.toggle)
  return (
    <div className="head-tools">
      <button
        ref={sessions}
        type="button"
        className="ib"
        aria-label="Sessions"
        title="Sessions"
        aria-haspopup="dialog"
        aria-expanded={areSessions}
        onClick={() => setSessions(!areSessions)}
      >
        <MessagesSquare size={18} />
      </button>
      {areSessions && (
        <GroupSessionsMenu
          group={group}
          state={state}
          from={sessions}
          onClose={() => setSessions(false)}
        />
      )}
      <button
        type="button"
        className="ib"
        aria-label="Find in group"
        title="Find in group"
        onClick={find}
      >
        <Search size={18} />
      </button>
      <button
        type="button"
        className={details.isShown ? 'ib on' : 'ib'}
        aria-label="Details"
        aria-pressed={details.isShown}
        aria-keyshortcuts="i"
        title="Details"
        onClick={details.toggle}
      >
        <PanelRight size={18} />
      </button>
      <button
        type="button"
        className="ib not-narrow"
        aria-label="More for this group"
        aria-haspopup="menu"
        aria-expanded={menuFrom !== null}
        onClick={(event) => setMenuFrom(event.currentTarget)}
      >
        <Ellipsis size={18} />
      </button>
      {menuFrom && (
        <GroupMenu
          state={state}
          group={group}
          from={menuFrom}
          isOpenGroup
          onClose={() => setMenuFrom(null)}
        />
      )}
    </div>
  )
}
