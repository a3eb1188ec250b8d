import { Clock3 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { isWaiting, type Pending } from '../../sync/outbox'
import { outbox } from '../../sync/sync'
import { Avatar } from '../../ui/Avatar'
import { focusMain } from '../../ui/focus-main'
import { clockTime } from '../../ui/times'
import { copyText } from './copy-text'
import { Mentions, useMentionScope } from './mention-scope'
import { MessageText } from './MessageText'
import { QuoteOf } from './QuoteOf'

interface PendingRowProps {
  readonly pending: Pending
  readonly isCompact: boolean
  readonly personName: string
}

/** One's own message before the server has it. */
export function PendingRow({ pending, isCompact, personName }: PendingRowProps) {
  const scope = useMentionScope(pending.leadId, pending.group)
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
      aria-label={`${personName}, ${standingOf(pending)}`}
    >
      {isCompact ? <span /> : <Avatar who={me} />}
      <div className="min-w-0">
        {!isCompact && (
          <div className="w">
            <span className="who">
              <bdi>{personName}</bdi>
            </span>
            <time dateTime={pending.writtenAt}>{clockTime(pending.writtenAt)}</time>
          </div>
        )}
        <QuoteOf message={pending} />
        <Mentions value={scope}>
          <MessageText content={pending.content} />
        </Mentions>
        {pending.status === 'failed' || isWaiting(pending) ? (
          <Unsent pending={pending} />
        ) : (
          <OnItsWay />
        )}
      </div>
    </article>
  )
}

function standingOf(pending: Pending): string {
  if (isWaiting(pending)) return 'waiting for connection'
  return pending.status === 'failed' ? 'not sent' : 'sending'
}

const SLOW_MS = 400

/** A sign that it takes its time; most messages are there before it would be seen. */
function OnItsWay() {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [])
  return isSlow ? (
    <span className="on-way" title="Sending">
      <Clock3 size={13} />
      <span className="sr">Sending</span>
    </span>
  ) : null
}

function Unsent({ pending }: { readonly pending: Pending }) {
  const waits = isWaiting(pending)
  return (
    <div className={waits ? 'unsent waiting' : 'unsent'} role="status">
      <span title={pending.problem?.text}>{waits ? 'Waiting for connection' : 'Not sent'}</span>
      <button
        type="button"
        onClick={() => {
          outbox.retry(pending.clientId)
          requestAnimationFrame(focusMain)
        }}
      >
        Retry
      </button>
      <button type="button" onClick={() => void copyText(pending.content, 'The text')}>
        Copy
      </button>
      {!waits && (
        <button
          type="button"
          onClick={() => {
            outbox.discard(pending.clientId)
            requestAnimationFrame(focusMain)
          }}
        >
          Delete
        </button>
      )}
    </div>
  )
}
