import type { GroupRecord } from '@crewroom/shared/model/group'
import type { LastMessage } from '@crewroom/shared/model/message'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Ellipsis, Pin, Zap } from 'lucide-react'
import { memo, type MouseEvent, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { participantOf } from '../../crew/participant'
import { roleLook } from '../../crew/role-look'
import { paths } from '../../shell/paths'
import { draftChanges, readDraft } from '../../sync/drafts'
import { liveDetails } from '../../sync/live-details'
import { markKey } from '../../sync/read-marks'
import { Avatar } from '../../ui/Avatar'
import { MentionBadge, UnreadBadge } from '../../ui/Badge'
import { Link } from '../../ui/Link'
import { fullTime, listTime } from '../../ui/times'
import { autoReason } from '../auto-reason'
import { plainPreview, saidPreview } from './group-order'
import { writingLine } from './writing-line'
import { bothNames, groupName, isolated } from '../group-name'

interface GroupRowProps {
  readonly group: GroupRecord
  /** Only what a row shows of the crew, so that other changes do not draw it again. */
  readonly crew: Pick<CrewState, 'lead' | 'agents'>
  readonly unread: number
  readonly mentions: number
  readonly isOpen: boolean
  /** One of its sessions is open, and not its main talk. */
  readonly isInSession: boolean
  /** How many of its sessions are in use. */
  readonly sessions: number
  /** What was said last in its main talk or in one of these. */
  readonly last: LastMessage | null
  readonly isPinned: boolean
  /** Whether Tab comes to this row; within the list the arrows move. */
  readonly isStop: boolean
  readonly personName: string
  readonly now: number
  readonly onMenu: (name: string, from: HTMLElement) => void
  /** Its sessions, below the row. */
  readonly children?: ReactNode
}

const AVATARS = 5
/** Beside the count of sessions. */
const AVATARS_WITH_SESSIONS = 3

/** One group in the list. */
export const GroupRow = memo(function GroupRow(props: GroupRowProps) {
  const { group, unread, mentions, isOpen, isInSession, isStop, now, onMenu } = props
  const at = props.last?.timestamp ?? group.createdAt
  const look = ['g', unread > 0 && 'unread', group.archived && 'archived']
  return (
    <>
      <Link
        className={look.filter(Boolean).join(' ')}
        to={paths.group(group.leadId, group.name)}
        aria-current={isInSession ? 'true' : isOpen ? 'page' : undefined}
        data-group={group.name}
        tabIndex={isStop ? 0 : -1}
        draggable={false}
      >
        <span className="n" title={bothNames(group)}>
          <span dir="auto">{groupName(group)}</span>
          {props.isPinned && <Pin size={12} role="img" aria-label="pinned" />}
        </span>
        <time dateTime={at} title={fullTime(at)}>
          {listTime(at, now)}
        </time>
        <span className="p">
          <DraftOr {...props}>
            <Preview {...props} />
          </DraftOr>
        </span>
        <span className="bd">
          {!group.archived && (
            <>
              <MentionBadge count={mentions} />
              <UnreadBadge count={unread} />
            </>
          )}
        </span>
        <Members {...props} />
      </Link>
      <button
        type="button"
        className="g-more"
        aria-label={`More for ${isolated(groupName(group))}`}
        aria-haspopup="menu"
        tabIndex={isStop ? 0 : -1}
        onClick={(event: MouseEvent<HTMLElement>) => onMenu(group.name, event.currentTarget)}
      >
        <Ellipsis size={16} />
      </button>
      {props.children && <div className="g-lines">{props.children}</div>}
    </>
  )
})

const MOST_OF_DRAFT = 200

/** What was begun there and not sent, in the place of what was said last; in the open group its box shows it. */
function DraftOr({ group, isOpen, children }: GroupRowProps & { readonly children: ReactNode }) {
  const draft = useStore(draftChanges, () =>
    isOpen || group.archived ? '' : readDraft(group.leadId, group.name).slice(0, MOST_OF_DRAFT),
  )
  if (draft.trim() === '') return children
  return (
    <>
      <b className="draft">Draft:</b> {plainPreview(draft)}
    </>
  )
}

function Preview({ group, last, crew, personName }: GroupRowProps) {
  const composing = useStore(liveDetails, (all) => all.composing[markKey(group.leadId, group.name)])
  const [first] = composing ?? []
  if (composing && first && !group.archived) {
    const names = composing.map(({ agentId }) => participantOf(crew, agentId, personName).label)
    const { role, color } = participantOf(crew, first.agentId, personName)
    return <b {...roleLook(role, color)}>{writingLine(names.map(isolated))}</b>
  }
  if (!last) return group.purpose ?? 'No messages yet'
  if (last.kind === 'system') return plainPreview(last.content)
  const from = participantOf(crew, last.from, personName, last.fromRole)
  return (
    <>
      <b {...roleLook(from.role, from.color)}>
        <bdi>{from.label}</bdi>:
      </b>{' '}
      <bdi>{saidPreview(last.content)}</bdi>
    </>
  )
}

function Members({ group, crew, personName, sessions, isOpen }: GroupRowProps) {
  const { memberIds, memberCount } = group
  const hasSessions = sessions > 0 && !isOpen
  const shown = hasSessions ? AVATARS_WITH_SESSIONS : AVATARS
  return (
    <span className="m">
      <span className="stack">
        {memberIds.slice(0, shown).map((id) => (
          <Avatar key={id} size="sm" who={participantOf(crew, id, personName)} />
        ))}
        {memberCount > shown && <span className="more">+{memberCount - shown}</span>}
      </span>
      <span className="c">
        {memberCount} {memberCount === 1 ? 'member' : 'members'}
      </span>
      {hasSessions && (
        <span className="tag">{sessions === 1 ? '1 session' : `${sessions} sessions`}</span>
      )}
      {group.paused && (
        <span className="tag" title="Messages are kept for its agents until it is resumed">
          Paused
        </span>
      )}
      {group.hold && (
        <span
          className="tag"
          title="New messages are on hold for a while: its agents kept replying without new work"
        >
          On hold
        </span>
      )}
      {group.auto && (
        <span className="tag" title={autoReason(group, crew.lead.id)}>
          <Zap size={11} fill="currentColor" strokeWidth={0} />
          Auto
        </span>
      )}
    </span>
  )
}
