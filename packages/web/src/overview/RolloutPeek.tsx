import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { ArrowUpRight, X } from 'lucide-react'
import { useEffect } from 'react'
import { isWorking } from '../crew/agent-status'
import { RolloutList } from '../crew/RolloutList'
import { participantOf, plainName } from '../crew/participant'
import { useLive } from '../crew/use-crew'
import { useRollout } from '../crew/use-rollout'
import { paths } from '../shell/paths'
import { Avatar } from '../ui/Avatar'
import { Link } from '../ui/Link'

interface RolloutPeekProps {
  readonly state: CrewState
  readonly agent: AgentRecord
  readonly onClose: () => void
}

/** An agent's rollout beside the cards, while one goes on looking at them. */
export function RolloutPeek({ state, agent, onClose }: RolloutPeekProps) {
  const live = useLive(state.lead.id)[agent.id]
  const works = isWorking(state, agent, live)
  const rollout = useRollout(agent.id, `${live?.status} ${live?.owed.count} ${agent.ended}`, works)
  const name = plainName(agent)
  useEffect(() => {
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || document.querySelector('dialog[open]')) return
      onClose()
    }
    addEventListener('keydown', leave)
    return () => removeEventListener('keydown', leave)
  }, [onClose])
  return (
    <>
      <div className="ov-rail-head">
        <Avatar who={participantOf(state, agent.id, '')} size="md" />
        <h2>Record of {name}</h2>
        <span className="sp" />
        <Link
          className="ib"
          to={paths.agent(state.lead.id, agent.id)}
          aria-label={`Open ${name}`}
          title={`Open ${name}`}
        >
          <ArrowUpRight size={16} />
        </Link>
        <button
          type="button"
          className="ib"
          aria-label="Close the record"
          title="Close (Esc)"
          onClick={onClose}
        >
          <X size={16} />
        </button>
      </div>
      <RolloutList agent={agent} rollout={rollout} isWorking={works} />
    </>
  )
}
