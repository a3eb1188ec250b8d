import type { GroupRecord } from '@crewroom/shared/model/group'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Zap } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'react-router'
import { participantOf } from '../crew/participant'
import { roleClass } from '../crew/role-look'
import { Avatar } from '../ui/Avatar'
import { UnreadBadge } from '../ui/Badge'
import { fullTime, listTime } from '../ui/times'
import { plainPreview } from './group-order'

interface GroupRowProps {
  readonly group: GroupRecord
  /** Only what a row shows of the crew, so that other changes do not draw it again. */
  readonly crew: Pick<CrewState, 'lead' | 'agents'>
  readonly unread: number
  readonly isOpen: boolean
  readonly personName: string
  readonly now: number
}

const AVATARS = 5

/** One group in the list. */
export const GroupRow = memo(function GroupRow(props: GroupRowProps) {
  const { group, unread, isOpen, now } = props
  const at = group.lastMessage?.timestamp ?? group.createdAt
  const look = ['g', unread > 0 && 'unread', group.archived && 'archived']
  return (
    <Link
      className={look.filter(Boolean).join(' ')}
      to={`/leads/${encodeURIComponent(group.leadId)}/groups/${encodeURIComponent(group.name)}`}
      aria-current={isOpen ? 'page' : undefined}
      data-group={group.name}
    >
      <span className="n" title={group.displayName}>
        {group.name}
      </span>
      <time dateTime={at} title={fullTime(at)}>
        {listTime(at, now)}
      </time>
      <span className="p">
        <Preview {...props} />
      </span>
      <span className="bd">{!group.archived && <UnreadBadge count={unread} />}</span>
      <Members {...props} />
    </Link>
  )
})

function Preview({ group, crew, personName }: GroupRowProps) {
  const last = group.lastMessage
  if (!last) return group.purpose ?? 'No messages yet'
  if (last.kind === 'system') return plainPreview(last.content)
  const from = participantOf(crew, last.from, personName, last.fromRole)
  return (
    <>
      <b className={roleClass(from.role)}>{from.kind === 'human' ? from.label : from.roleName}:</b>{' '}
      {plainPreview(last.content)}
    </>
  )
}

function Members({ group, crew, personName }: GroupRowProps) {
  const { memberIds, memberCount } = group
  return (
    <span className="m">
      <span className="stack">
        {memberIds.slice(0, AVATARS).map((id) => (
          <Avatar key={id} size="sm" who={participantOf(crew, id, personName)} />
        ))}
        {memberCount > AVATARS && <span className="more">+{memberCount - AVATARS}</span>}
      </span>
      {memberCount} {memberCount === 1 ? 'member' : 'members'}
      {group.hold && (
        <span
          className="tag"
          title="Its agents talk in circles: new messages are kept back for a while"
        >
          Held
        </span>
      )}
      {group.auto && (
        <span className="tag" title="Made because several agents work on the same thing">
          <Zap size={11} fill="currentColor" strokeWidth={0} />
          Auto
        </span>
      )}
    </span>
  )
}
