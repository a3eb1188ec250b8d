import type { Message } from '@crewroom/shared/model/message'
import { shortId } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { memo } from 'react'
import { participantOf } from '../crew/participant'
import { roleClass } from '../crew/role-look'
import { Avatar } from '../ui/Avatar'
import { clockTime, fullTime } from '../ui/times'
import { MessageText } from './MessageText'
import { ReactionBar } from './ReactionBar'

interface MessageRowProps {
  readonly message: Message
  readonly isCompact: boolean
  readonly crew: Pick<CrewState, 'lead' | 'agents'>
  readonly personName: string
  readonly isReadOnly: boolean
}

export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, isCompact, crew, personName, isReadOnly } = props
  const from = participantOf(crew, message.from, personName, message.fromRole)
  const time = clockTime(message.timestamp)
  const id = from.kind === 'agent' ? shortId(message.from) : ''
  return (
    <article
      className={`m-row ${roleClass(from.role)}${isCompact ? ' c' : ''}`}
      aria-label={[from.label, id, time].filter(Boolean).join(' ')}
      data-message={message.id}
    >
      {isCompact ? (
        <time className="ct" dateTime={message.timestamp} title={fullTime(message.timestamp)}>
          {time}
        </time>
      ) : (
        <Avatar who={from} />
      )}
      <div className="min-w-0">
        {!isCompact && (
          <div className="w">
            <span className="who">{from.label}</span>
            {from.kind === 'agent' && from.label !== from.roleName && (
              <span className="role">{from.roleName}</span>
            )}
            {id && <span className="id mono">{id}</span>}
            <time
              dateTime={message.timestamp}
              title={`${fullTime(message.timestamp)} · #${message.n}`}
            >
              {time}
            </time>
          </div>
        )}
        <MessageText content={message.content} />
        <ReactionBar message={message} crew={crew} isReadOnly={isReadOnly} />
      </div>
    </article>
  )
})
