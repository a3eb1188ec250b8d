import { useStore } from 'zustand'
import { connection } from '../sync/connection'
import type { Pending } from '../sync/outbox'
import { outbox } from '../sync/sync'
import { Avatar } from '../ui/Avatar'
import { clockTime } from '../ui/times'
import { MessageText } from './MessageText'

interface PendingRowProps {
  readonly pending: Pending
  readonly isCompact: boolean
  readonly personName: string
}

/** One's own message before the server has it. */
export function PendingRow({ pending, isCompact, personName }: PendingRowProps) {
  const me = {
    kind: 'human',
    role: 'human',
    roleName: 'Human',
    isLead: false,
    label: personName,
  } as const
  return (
    <article
      className={`m-row pending role-human${isCompact ? ' c' : ''}`}
      aria-label={`${personName}, ${pending.status === 'failed' ? 'not sent' : 'sending'}`}
    >
      {isCompact ? <span /> : <Avatar who={me} />}
      <div className="min-w-0">
        {!isCompact && (
          <div className="w">
            <span className="who">{personName}</span>
            <time dateTime={pending.writtenAt}>{clockTime(pending.writtenAt)}</time>
          </div>
        )}
        <MessageText content={pending.content} />
        {pending.status === 'failed' && <Unsent pending={pending} />}
      </div>
    </article>
  )
}

function Unsent({ pending }: { readonly pending: Pending }) {
  const isLive = useStore(connection, ({ state }) => state.phase === 'live')
  const isWaiting = pending.problem?.passing === true && !isLive
  return (
    <div className={isWaiting ? 'unsent waiting' : 'unsent'} role="status">
      <span title={pending.problem?.text}>{isWaiting ? 'Waiting for connection' : 'Not sent'}</span>
      <button type="button" onClick={() => outbox.retry(pending.clientId)}>
        Retry
      </button>
      {!isWaiting && (
        <button type="button" onClick={() => outbox.discard(pending.clientId)}>
          Delete
        </button>
      )}
    </div>
  )
}
