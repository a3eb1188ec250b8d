import { agents as api } from '../sync/api/agents'
import { NeedCard, type NeedProps, WriteToIt } from './NeedCard'
import { useAction } from './NeedFrame'

/** An agent went quiet with its task open, even after it was asked to continue. */
export function StalledNeed({ state, need }: NeedProps) {
  const action = useAction()
  return (
    <NeedCard
      {...{ state, need, action }}
      why="went quiet with its task open"
      acts={
        <>
          <WriteToIt need={need} />
          <button
            type="button"
            className="btn"
            disabled={action.isBusy}
            title="Closes its oldest task as completed"
            // What it waited for is settled with it.
            onClick={() => void action.run(() => api.endTask(need.agentId, 'completed'))}
          >
            Task is done
          </button>
        </>
      }
    >
      <p className="hint">It was asked once to continue, and ended its turn again.</p>
    </NeedCard>
  )
}
