import type { GroupRecord } from '@crewroom/shared/model/group'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useStore } from 'zustand'
import { participantOf } from '../crew/participant'
import { roleLook } from '../crew/role-look'
import { bothNames, groupName } from '../groups/group-name'
import { plainPreview, saidPreview } from '../groups/list/group-order'
import { paths } from '../shell/paths'
import { unreadInGroup } from '../sync/read-marks'
import { readMarks } from '../sync/sync'
import { Avatar } from '../ui/Avatar'
import { UnreadBadge } from '../ui/Badge'
import { Link } from '../ui/Link'
import { fullTime, listTime } from '../ui/times'
import { useNow } from '../ui/use-now'
import { isListed, lastAt } from './circles'

interface ConversationRowProps {
  readonly state: CrewState
  readonly group: GroupRecord
  readonly circleId: string
  readonly isOpen: boolean
  readonly personName: string
  /** What else the address says, which stays. */
  readonly search: string
}

const AVATARS = 6

/** One conversation of a circle. */
export function ConversationRow(props: ConversationRowProps) {
  const { state, group, circleId, isOpen, personName, search } = props
  const now = useNow(20_000)
  const marks = useStore(readMarks.store)
  const unread = group.archived ? 0 : unreadInGroup(state, group, marks)
  const listed = group.members.filter(isListed)
  const at = lastAt(group)
  const look = ['g', unread > 0 && 'unread', group.archived && 'archived']
  return (
    <Link
      className={look.filter(Boolean).join(' ')}
      to={{ pathname: paths.conversation(state.lead.id, circleId, group.id), search }}
      aria-current={isOpen ? 'page' : undefined}
      data-conversation={group.name}
    >
      <span className="n" title={bothNames(group)}>
        <span dir="auto">{groupName(group)}</span>
      </span>
      <time dateTime={at} title={fullTime(at)}>
        {listTime(at, now)}
      </time>
      <span className="p">
        <Last {...props} />
      </span>
      <span className="bd">
        <UnreadBadge count={unread} />
      </span>
      <span className="m">
        <span className="stack">
          {listed.slice(0, AVATARS).map(({ id }) => (
            <Avatar key={id} size="sm" who={participantOf(state, id, personName)} />
          ))}
          {listed.length > AVATARS && <span className="more">+{listed.length - AVATARS}</span>}
        </span>
        <span className="c">
          {listed.length === 1 ? '1 takes part' : `${listed.length} take part`}
        </span>
      </span>
    </Link>
  )
}

function Last({ state, group, personName }: ConversationRowProps) {
  const { lastMessage: last } = group
  if (!last) return 'No messages yet'
  if (last.kind === 'system') return plainPreview(last.content)
  const from = participantOf(state, last.from, personName, last.fromRole)
  return (
    <>
      <b {...roleLook(from.role, from.color)}>
        <bdi>{from.label}</bdi>:
      </b>{' '}
      <bdi>{saidPreview(last.content)}</bdi>
    </>
  )
}
