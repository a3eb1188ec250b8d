import { shortId } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { paths } from '../shell/paths'
import { Avatar } from '../ui/Avatar'
import { Link } from '../ui/Link'
import { statusLook } from './agent-status'
import { isNamesake, type Participant, participantOf } from './participant'
import { usePastLooks } from './past-looks'
import { countStandings, crewLine } from './standing'
import { StatusDot } from './StatusDot'
import { crewOrder, useLive } from './use-crew'

const SHOWN = 12

/** The crew at a glance, in the sidebar: who works first, each a way to its page. */
export function CrewMini({ state }: { readonly state: CrewState }) {
  const live = useLive(state.lead.id)
  const past = usePastLooks(state.lead.id)
  const lead = state.agents[state.lead.id]
  // The lead works too; it stands first, as everywhere.
  const agents = [...(lead ? [lead] : []), ...crewOrder(state, live)]
  return (
    <>
      <div className="h">
        <h2 id="crew-title">Crew</h2>
        <span className="cnt">
          {past ? `At ${past.time}` : crewLine(countStandings(state, agents, live))}
        </span>
      </div>
      <ul className="crew" aria-labelledby="crew-title">
        {agents.slice(0, SHOWN).map((agent) => {
          const who = participantOf(state, agent.id, '')
          const look = past ? past.looks[agent.id] : statusLook(state, agent, live[agent.id])
          return (
            <li
              key={agent.id}
              className={agent.ended === null ? undefined : 'ended'}
              title={[agent.roleName, agent.task].filter(Boolean).join(' · ')}
            >
              <Link className="crew-link" to={paths.agent(state.lead.id, agent.id)}>
                <Avatar who={who} size="sm" />
                <span className="name">{who.label}</span>
                <Beside who={who} isNamesake={isNamesake(state, agent.id)} />
                {look && <StatusDot look={look} />}
              </Link>
            </li>
          )
        })}
        {agents.length > SHOWN && (
          <li>
            <Link className="crew-link all" to={paths.section(state.lead.id, 'crew')}>
              Show all {agents.length}
            </Link>
          </li>
        )}
      </ul>
    </>
  )
}

/** What tells an agent from the others: its role, or its short id where its name is its role's, or another's too. */
function Beside({
  who,
  isNamesake: isShared,
}: {
  readonly who: Participant
  readonly isNamesake: boolean
}) {
  if (who.isLead) return null
  return isShared || who.label === who.roleName ? (
    <span className="mono">{shortId(who.id)}</span>
  ) : (
    <span className="crew-role">{who.roleName}</span>
  )
}
