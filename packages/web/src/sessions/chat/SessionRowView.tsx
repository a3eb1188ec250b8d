import type { RunRecord } from '@crewroom/shared/model/run'
import { MessageRow } from '../../groups/message/MessageRow'
import { PendingRow } from '../../groups/message/PendingRow'
import { DayRow, LoadRow, SystemRow } from '../../groups/timeline/NoticeRows'
import { isWaiting } from '../../sync/outbox'
import type { SessionRow, StepRow } from '../session-rows'
import { useScope } from '../session-scope'
import type { SessionChatState } from '../use-session-chat'
import { AnswerBox } from './AnswerBox'
import { LateLine } from './LateLine'
import { RoundLine, RoundView } from './RoundView'
import { StartOfSession } from './StartOfSession'

interface SessionRowViewProps {
  readonly row: SessionRow
  readonly window: SessionChatState['window']
  readonly run: RunRecord | null
}

/** A round of a discussion while what shows discussions is not there. */
function PlainStep({ row }: { readonly row: StepRow }) {
  const { round, n } = row.step
  return (
    <div className="sn-round" data-round={row.n}>
      <RoundLine id={row.key} n={n} outcome="" />
      {round && <AnswerBox row={row} round={round} />}
    </div>
  )
}

/** A row of a session, by its kind. */
export function SessionRowView({ row, window, run }: SessionRowViewProps) {
  const { crew, personName, isReadOnly, parts, onReply, onMarkUnread } = useScope()
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
    case 'goal':
      return (
        <section className="sn-round" aria-label="Start">
          <h2 className="sn-line dn-line" tabIndex={-1}>
            <b>Start</b>
          </h2>
          <MessageRow
            message={row.message}
            isCompact={false}
            rowTabIndex={-1}
            {...{ crew, personName, isReadOnly, onReply, onMarkUnread }}
          />
        </section>
      )
    case 'step':
      return parts ? (
        <parts.StepView row={row} run={run?.id === row.step.runId ? run : null} />
      ) : (
        <PlainStep row={row} />
      )
    case 'ended':
      return parts && <parts.EndCard runId={row.runId} />
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
