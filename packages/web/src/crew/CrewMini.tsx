import { shortId } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Avatar } from '../ui/Avatar'
import { isWorking, statusLook } from './agent-status'
import { participantOf } from './participant'
import { StatusDot } from './StatusDot'
import { crewOrder, useLive } from './use-crew'

/** The crew at a glance, in the sidebar. */
export function CrewMini({ state }: { readonly state: CrewState }) {
  const live = useLive(state.lead.id)
  const agents = crewOrder(state, live)
  const working = agents.filter((agent) => isWorking(agent, live[agent.id])).length
  return (
    <>
      <div className="h">
        <h2 id="crew-title">Crew</h2>
        <span className="cnt">
          {agents.length === 0 ? 'nobody yet' : `${working} of ${agents.length} working`}
        </span>
      </div>
      <ul className="crew" aria-labelledby="crew-title">
        {agents.map((agent) => (
          <li
            key={agent.id}
            className={agent.ended === null ? undefined : 'ended'}
            title={[agent.roleName, agent.task].filter(Boolean).join(' · ')}
          >
            <Avatar who={participantOf(state, agent.id, '')} size="sm" />
            <span className="name">{agent.name}</span>
            <span className="mono">{shortId(agent.id)}</span>
            <StatusDot look={statusLook(agent, live[agent.id])} />
          </li>
        ))}
      </ul>
    </>
  )
}
