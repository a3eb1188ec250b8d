import type { DirectMessage } from '@crewroom/shared/model/direct-message'
import { shortId } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { ArrowRight, Megaphone, Zap } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { knownAs, type Participant, participantOf } from '../crew/participant'
import { inRole } from '../crew/role-look'
import { MessageText } from '../groups/message/MessageText'
import { WorkFolder, withFolder } from '../groups/message/work-folder'
import { RowSide } from '../groups/message/RowSide'
import { Avatar } from '../ui/Avatar'
import { isWaiting } from '../sync/outbox'
import { sendAgain } from '../sync/sync'
import { clockTime, fullTime } from '../ui/times'
import { directOutbox, type PendingDirect } from './outbox'

interface DirectRowProps {
  readonly message: DirectMessage
  readonly isCompact: boolean
  readonly crew: Pick<CrewState, 'lead' | 'agents' | 'workFiles'>
  readonly personName: string
}

/** One message outside of groups: who, to whom, and as what. */
export const DirectRow = memo(function DirectRow(props: DirectRowProps) {
  const { message, isCompact, crew, personName } = props
  const from = participantOf(crew, message.from, personName, message.fromRole)
  const to = message.to === null ? null : participantOf(crew, message.to, personName)
  const toName = to === null ? 'everyone' : to.kind === 'human' ? to.label : knownAs(crew, to.id)
  const id = from.kind === 'agent' ? shortId(from.id) : ''
  const time = clockTime(message.timestamp)
  return (
    <article
      {...inRole(`m-row direct-row${isCompact ? ' c' : ''} ${message.kind}`, from.role, from.color)}
      aria-label={[from.label, id, 'to', toName, message.kind === 'interrupt' && 'interrupt', time]
        .filter(Boolean)
        .join(' ')}
      data-direct={message.id}
    >
      <RowSide who={from} at={message.timestamp} isCompact={isCompact} />
      <div className="min-w-0">
        {!isCompact && (
          <Head from={from} toName={toName} at={message.timestamp} kind={message.kind} />
        )}
        <WorkFolder value={withFolder(crew, message.from)}>
          <MessageText content={message.content} messageId={message.id} />
        </WorkFolder>
      </div>
    </article>
  )
})

interface HeadProps {
  readonly from: Participant
  readonly toName: string
  readonly at: string
  readonly kind: DirectMessage['kind']
}

function Head({ from, toName, at, kind }: HeadProps) {
  return (
    <div className="w">
      <span className="who">{from.label}</span>
      {from.kind === 'agent' && from.label !== from.roleName && (
        <span className="role">{from.roleName}</span>
      )}
      {from.kind === 'agent' && <span className="id mono">{shortId(from.id)}</span>}
      <span className="to">
        <ArrowRight size={12} aria-hidden="true" />
        {toName}
      </span>
      <time dateTime={at} title={fullTime(at)}>
        {clockTime(at)}
      </time>
      {kind !== 'direct' && <KindTag kind={kind} />}
    </div>
  )
}

function KindTag({ kind }: { readonly kind: 'broadcast' | 'interrupt' }) {
  return kind === 'interrupt' ? (
    <span
      className="tag interrupt"
      title="Stopped what it was doing and came before everything else"
    >
      <Zap size={11} fill="currentColor" strokeWidth={0} />
      Interrupt
    </span>
  ) : (
    <span className="tag" title="Went to every agent of the crew">
      <Megaphone size={11} />
      Broadcast
    </span>
  )
}

interface PendingDirectRowProps {
  readonly pending: PendingDirect
  readonly isCompact: boolean
  readonly personName: string
  readonly toName: string
}

/** One's own message before it is back from the server. */
export function PendingDirectRow({
  pending,
  isCompact,
  personName,
  toName,
}: PendingDirectRowProps) {
  const me: Participant = {
    id: 'human',
    kind: 'human',
    role: 'human',
    roleName: 'Human',
    isLead: false,
    label: personName,
  }
  const kind = pending.to === null ? 'broadcast' : 'direct'
  const waits = isWaiting(pending)
  const isKept = pending.status === 'failed' || waits
  const standing = waits ? 'waiting for connection' : isKept ? 'not sent' : 'sending'
  return (
    <article
      className={`m-row direct-row pending role-human${isCompact && !isKept ? ' c' : ''}`}
      aria-label={`${personName} to ${toName}, ${standing}`}
    >
      {isCompact && !isKept ? <span /> : <Avatar who={me} />}
      <div className="min-w-0">
        {(!isCompact || isKept) && (
          <Head from={me} toName={toName} at={pending.writtenAt} kind={kind} />
        )}
        <MessageText content={pending.content} />
        {isKept && <UnsentDirect pending={pending} />}
      </div>
    </article>
  )
}

export function UnsentDirect({ pending }: { readonly pending: PendingDirect }): ReactNode {
  if (isWaiting(pending)) {
    return (
      <div className="unsent waiting" role="status">
        <span title={pending.problem?.text}>Waiting for connection</span>
        <button type="button" onClick={() => sendAgain.now()}>
          Retry
        </button>
      </div>
    )
  }
  return (
    <div className="unsent" role="status">
      <span>Not sent. {pending.problem?.text}</span>
      <button type="button" onClick={() => directOutbox.retry(pending.clientId)}>
        Retry
      </button>
      <button type="button" onClick={() => directOutbox.discard(pending.clientId)}>
        Delete
      </button>
    </div>
  )
}
