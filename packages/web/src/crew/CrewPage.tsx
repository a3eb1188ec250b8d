import { shortId } from '@crewroom/shared/model/participant'
import { ConnectionStrip } from '../shell/ConnectionStrip'
import { usePageTitle } from '../shell/page-title'
import { Avatar } from '../ui/Avatar'
import { statusLook, whyLine } from './agent-status'
import { participantOf } from './participant'
import { StatusDot } from './StatusDot'
import { crewOrder, useCurrentCrew, useLive, useUnreadTotal } from './use-crew'

/** Who is in the crew: what the sidebar shows, where there is no sidebar. */
export function CrewPage() {
  const state = useCurrentCrew()
  const live = useLive(state.lead.id)
  usePageTitle(useUnreadTotal(state), 'Crew', state.lead.name)
  const lead = state.agents[state.lead.id]
  const agents = [...(lead ? [lead] : []), ...crewOrder(state, live)]
  return (
    <main className="card" aria-label="Crew">
      <div className="roster">
        <div className="bar">
          <h1>Crew</h1>
          <span className="cnt">{agents.length}</span>
        </div>
        <ConnectionStrip />
        <ul>
          {agents.map((agent) => {
            const who = participantOf(state, agent.id, '')
            return (
              <li key={agent.id} className="mem">
                <Avatar who={who} />
                <span className="min-w-0">
                  <b>
                    {agent.name} <span className="mono text-text3">{shortId(agent.id)}</span>
                  </b>
                  <small>
                    {[agent.name === agent.roleName ? null : agent.roleName, agent.task]
                      .filter(Boolean)
                      .join(' · ') || 'No task'}
                  </small>
                  {whyLine(live[agent.id]) && <small>{whyLine(live[agent.id])}</small>}
                </span>
                <StatusDot look={statusLook(agent, live[agent.id])} isWordShown />
              </li>
            )
          })}
        </ul>
      </div>
    </main>
  )
}
