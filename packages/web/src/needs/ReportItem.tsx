import type { TaskRecord } from '@crewroom/shared/model/task'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { MessageText } from '../groups/message/MessageText'
import { plainPreview } from '../groups/list/group-order'
import { paths } from '../shell/paths'
import { Link } from '../ui/Link'
import { NeedFrame } from './NeedFrame'
import { markReportsRead, reportKey } from './read-reports'

/** What came of a task that the person gave. */
export function ReportItem({
  state,
  task,
}: {
  readonly state: CrewState
  readonly task: TaskRecord
}) {
  const leadId = state.lead.id
  const isFailed = task.status === 'failed'
  const isStuck = task.waits !== undefined
  return (
    <NeedFrame
      state={state}
      agentId={task.agentId}
      kind="report"
      why={
        <>
          {isStuck ? (
            <b className="broken">was not given</b>
          ) : isFailed ? (
            <b className="broken">failed at</b>
          ) : (
            'finished'
          )}{' '}
          <Link
            className="lnk"
            to={`${paths.section(leadId, 'reports')}?task=${encodeURIComponent(task.id)}`}
          >
            {plainPreview(task.text).slice(0, 120)}
          </Link>
        </>
      }
      at={task.endedAt ?? task.createdAt}
    >
      {isStuck ? (
        <p>
          A task that it waits for failed or was cancelled.{' '}
          <Link className="lnk" to={`${paths.section(leadId, 'reports')}?view=board`}>
            Decide on the board
          </Link>
        </p>
      ) : (
        <MessageText content={task.summary ?? 'It said nothing about it.'} />
      )}
      <div className="acts">
        <button
          type="button"
          className="btn p"
          data-done
          onClick={() => markReportsRead(leadId, [reportKey(task)])}
        >
          Read
        </button>
        <Link className="lnk" to={paths.comms(leadId, task.agentId)}>
          Reply
        </Link>
      </div>
    </NeedFrame>
  )
}
