import type { NeedRecord } from '@crewroom/shared/model/need'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Link } from 'react-router'
import { MessageText } from '../groups/message/MessageText'
import { paths } from '../shell/paths'
import { closeNeed } from './dismiss'
import { NeedFrame, Problem, useAction } from './NeedFrame'

interface NeedProps {
  readonly state: CrewState
  readonly need: NeedRecord
}

/** An agent's program asked for a permission, which the server refused. */
export function RefusedNeed({ state, need }: NeedProps) {
  const { isBusy, problem, run } = useAction()
  const { leadId, agentId } = need
  return (
    <NeedFrame
      state={state}
      agentId={agentId}
      kind="refused"
      why="was refused a permission"
      at={need.createdAt}
    >
      <MessageText content={need.text} />
      <p className="hint">
        Crewroom refuses every request for permission. To allow such things, change the settings of
        its program; until then it works without them. Its record has every request.
      </p>
      <Problem text={problem} />
      <div className="acts">
        <Link className="btn p" to={paths.comms(leadId, agentId)}>
          Write to it
        </Link>
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
