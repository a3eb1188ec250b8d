import type { NeedRecord } from '@crewroom/shared/model/need'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Link } from 'react-router'
import { MessageText } from '../groups/message/MessageText'
import { paths } from '../shell/paths'
import { api } from '../sync/api'
import { closeNeed } from './dismiss'
import { NeedFrame, Problem, useAction } from './NeedFrame'

interface NeedProps {
  readonly state: CrewState
  readonly need: NeedRecord
}

/** An agent went quiet with its task open, also when it was asked to go on. */
export function StalledNeed({ state, need }: NeedProps) {
  const { isBusy, problem, run } = useAction()
  const { leadId, agentId } = need
  return (
    <NeedFrame
      state={state}
      agentId={agentId}
      kind="stalled"
      why="went quiet with its task open"
      at={need.createdAt}
    >
      <MessageText content={need.text} />
      <p className="hint">It was asked once to go on, and ended its turn again.</p>
      <Problem text={problem} />
      <div className="acts">
        <Link className="btn p" to={paths.comms(leadId, agentId)}>
          Write to it
        </Link>
        <button
          type="button"
          className="btn"
          disabled={isBusy}
          title="Closes its oldest task as completed"
          // What it waited for is settled with it.
          onClick={() => void run(() => api.endTask(agentId, 'completed'))}
        >
          Task is done
        </button>
        <button
          type="button"
          className="btn"
          disabled={isBusy}
          onClick={() => void run(() => closeNeed(need.id))}
        >
          Dismiss
        </button>
        <Link className="lnk" to={paths.agent(leadId, agentId)}>
          Open agent
        </Link>
      </div>
    </NeedFrame>
  )
}
