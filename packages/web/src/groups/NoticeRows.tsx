import type { GroupRecord } from '@crewroom/shared/model/group'
import type { Message } from '@crewroom/shared/model/message'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Info, MessagesSquare } from 'lucide-react'
import { participantOf } from '../crew/participant'
import { clockTime, dayLabel, fullTime } from '../ui/times'
import { useNow } from '../ui/use-now'

interface StartRowProps {
  readonly group: GroupRecord
  readonly crew: Pick<CrewState, 'lead' | 'agents'>
  readonly personName: string
  readonly earlier: 'none' | 'more' | 'loading' | 'failed'
  readonly retry: () => void
}

/** The top of what is loaded: how the group began, or what comes before. */
export function StartRow({ group, crew, personName, earlier, retry }: StartRowProps) {
  if (earlier !== 'none') {
    return (
      <div className="sys" role="status">
        <span className="w-[18px]" />
        {earlier === 'failed' ? (
          <span>
            Couldn&apos;t load earlier messages.{' '}
            <button type="button" onClick={retry}>
              Retry
            </button>
          </span>
        ) : (
          'Loading earlier messages…'
        )}
      </div>
    )
  }
  const creator = participantOf(crew, group.createdBy, personName)
  return (
    <div className="sys">
      <MessagesSquare size={18} />
      <span className="b">
        {group.auto ? (
          'Created automatically. '
        ) : (
          <>
            <b>{creator.label}</b> created the group{group.purpose && ': '}
          </>
        )}
        {group.purpose}
        {group.messageCount === 0 && '. No messages yet. Members see what you write here.'}
      </span>
      <time dateTime={group.createdAt} title={fullTime(group.createdAt)}>
        {clockTime(group.createdAt)}
      </time>
    </div>
  )
}

export function SystemRow({ message }: { readonly message: Message }) {
  return (
    <article className="sys" aria-label="Notice" data-message={message.id}>
      <Info size={18} />
      <span className="b">{message.content}</span>
      <time dateTime={message.timestamp} title={fullTime(message.timestamp)}>
        {clockTime(message.timestamp)}
      </time>
    </article>
  )
}

export function DayRow({ at }: { readonly at: string }) {
  // Today becomes yesterday while the page is open.
  return <div className="day">{dayLabel(at, useNow(60_000))}</div>
}

export function NewRow({ count }: { readonly count: number }) {
  return <div className="new">{count} new</div>
}
