import type { GroupRecord } from '@crewroom/shared/model/group'
import type { Message } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { TimelineEvent, TimelineEventName } from '@crewroom/shared/model/timeline'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import {
  Archive,
  ArchiveRestore,
  Download,
  Hand,
  Info,
  MessagesSquare,
  Pause,
  Pencil,
  Play,
  UserMinus,
  UserPlus,
  Zap,
} from 'lucide-react'
import { participantOf } from '../../crew/participant'
import { clockTime, dayLabel, fullTime } from '../../ui/times'
import { useNow } from '../../ui/use-now'
import { eventSentence, Names } from './event-sentence'
import { shownHidden } from '../message/text-pieces'

type People = Pick<CrewState, 'lead' | 'agents'>

interface StartRowProps {
  readonly group: GroupRecord
  readonly crew: People
  readonly personName: string
  /** Who was there at its creation; null while that is not loaded. */
  readonly firstIds: readonly string[] | null
  readonly earlier: 'none' | 'more' | 'loading' | 'failed'
  readonly retry: () => void
}

/** The top of what is loaded: how the group began, or what comes before. */
export function StartRow(props: StartRowProps) {
  const { group, crew, personName, firstIds, earlier, retry } = props
  if (earlier !== 'none') return <LoadRow what="earlier" state={earlier} retry={retry} />
  const creator = participantOf(crew, group.createdBy, personName)
  const others = (firstIds ?? []).filter((id) => id !== group.createdBy && id !== HUMAN_ID)
  return (
    <div className="sys start">
      {group.auto ? <Zap size={18} /> : <MessagesSquare size={18} />}
      <span className="b">
        {group.auto ? (
          'Created automatically'
        ) : (
          <>
            <b>{creator.label}</b> created the group
          </>
        )}
        {others.length > 0 && (
          <>
            {' with '}
            <Names crew={crew} ids={others} />
          </>
        )}
        {group.purpose && `: ${shownHidden(group.purpose)}`}
        {group.messageCount === 0 && (
          <span className="empty">No messages yet. Members see what you write here.</span>
        )}
      </span>
      <time dateTime={group.createdAt} title={fullTime(group.createdAt)}>
        {clockTime(group.createdAt)}
      </time>
    </div>
  )
}

interface LoadRowProps {
  readonly what: 'earlier' | 'later'
  readonly state: 'more' | 'loading' | 'failed'
  readonly retry: () => void
}

/** Where a window ends for now. */
export function LoadRow({ what, state, retry }: LoadRowProps) {
  return (
    <div className="sys" role="status">
      <span className="w-[18px]" />
      {state === 'failed' ? (
        <span>
          Couldn&apos;t load {what} messages.{' '}
          <button type="button" onClick={retry}>
            Retry
          </button>
        </span>
      ) : (
        `Loading ${what} messages…`
      )}
    </div>
  )
}

interface SystemRowProps {
  readonly message: Message
  readonly rowTabIndex: 0 | -1
}

export function SystemRow({ message, rowTabIndex }: SystemRowProps) {
  return (
    <article className="sys" tabIndex={rowTabIndex} aria-label="Notice" data-message={message.id}>
      <Info size={18} />
      <span className="b">{message.content}</span>
      <time dateTime={message.timestamp} title={fullTime(message.timestamp)}>
        {clockTime(message.timestamp)}
      </time>
    </article>
  )
}

const ICONS: Readonly<Record<TimelineEventName, typeof Info>> = {
  created: MessagesSquare,
  joined: UserPlus,
  left: UserMinus,
  removed: UserMinus,
  updated: Pencil,
  archived: Archive,
  unarchived: ArchiveRestore,
  paused: Pause,
  resumed: Play,
  held: Hand,
  imported: Download,
}

interface EventRowProps {
  readonly event: TimelineEvent
  readonly after: number
  readonly crew: People
}

/** Something that happened to the group between two messages. */
export function EventRow({ event, after, crew }: EventRowProps) {
  const Icon = ICONS[event.event]
  return (
    <div className="sys" data-event={event.event}>
      <Icon size={18} />
      <span className="b">{eventSentence(crew, event, after)}</span>
      <time dateTime={event.at} title={fullTime(event.at)}>
        {clockTime(event.at)}
      </time>
    </div>
  )
}

export function DayRow({ at }: { readonly at: string }) {
  // Today becomes yesterday while the page is open.
  return <div className="day">{dayLabel(at, useNow(60_000))}</div>
}

export function NewRow({ count }: { readonly count: number }) {
  return (
    <div
      className="new"
      role="separator"
      aria-label={`${count} new ${count === 1 ? 'message' : 'messages'}`}
    >
      {count} new
    </div>
  )
}
