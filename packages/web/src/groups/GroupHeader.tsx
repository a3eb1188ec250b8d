import type { GroupRecord } from '@crewroom/shared/model/group'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { ChevronLeft } from 'lucide-react'
import { Link } from 'react-router'
import { isWorking } from '../crew/agent-status'
import { useLive, useUnreadTotal } from '../crew/use-crew'
import { UnreadBadge } from '../ui/Badge'

interface GroupHeaderProps {
  readonly group: GroupRecord
  readonly state: CrewState
}

export function GroupHeader({ group, state }: GroupHeaderProps) {
  const live = useLive(group.leadId)
  const unread = useUnreadTotal(state)
  const working = group.memberIds.filter((id) => {
    const agent = state.agents[id]
    return agent !== undefined && isWorking(agent, live[id])
  }).length
  return (
    <header className="bar">
      <Link
        className="ib back only-narrow"
        to={`/leads/${encodeURIComponent(group.leadId)}/groups`}
        aria-label="Back to groups"
      >
        <ChevronLeft size={20} />
        <UnreadBadge count={unread} />
      </Link>
      <div className="ttl">
        <h1 title={group.displayName}>{group.name}</h1>
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
      {group.purpose && (
        <span className="sub purpose" title={group.purpose}>
          {group.purpose}
        </span>
      )}
    </header>
  )
}
