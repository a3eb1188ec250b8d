import { MessageRow } from '../../groups/message/MessageRow'
import { PendingRow } from '../../groups/message/PendingRow'
import { DayRow, LoadRow, SystemRow } from '../../groups/timeline/NoticeRows'
import { isWaiting } from '../../sync/outbox'
import type { SessionRow } from '../session-rows'
import { useScope } from '../session-scope'
import type { SessionChatState } from '../use-session-chat'
import { LateLine } from './LateLine'
import { RoundLine, RoundView } from './RoundView'
import { StartOfSession } from './StartOfSession'

interface SessionRowViewProps {
  readonly row: SessionRow
  readonly window: SessionChatState['window']
}

/** A row of a session, by its kind. */
export function SessionRowView({ row, window }: SessionRowViewProps) {
  const { crew, personName, isReadOnly, onReply, onMarkUnread } = useScope()
  switch (row.kind) {
    case 'start':
      return window.earlier === 'none' ? (
        <StartOfSession />
      ) : (
        <LoadRow what="earlier" state={window.earlier} retry={window.loadEarlier} />
      )
    case 'later':
      return (
        <LoadRow
          what="later"
          state={window.later === 'failed' ? 'failed' : 'loading'}
          retry={window.loadLater}
        />
      )
    case 'day':
      return <DayRow at={row.at} />
    case 'system':
      return <SystemRow message={row.message} rowTabIndex={-1} />
    case 'message':
      return (
        <MessageRow
          message={row.message}
          isCompact={false}
          rowTabIndex={-1}
          {...{ crew, personName, isReadOnly, onReply, onMarkUnread }}
        />
      )
    case 'round':
      return <RoundView row={row} />
    case 'late':
      return <LateLine {...row} />
    case 'pending': {
      const { pending, n } = row
      const isKept = pending.status === 'failed' || isWaiting(pending)
      return (
        <div className="sn-round">
          {n !== null && <RoundLine id={row.key} n={n} outcome={isKept ? 'not sent' : ''} />}
          <PendingRow pending={pending} isCompact={false} personName={personName} />
        </div>
      )
    }
    default:
      row satisfies never
      return null
  }
}
