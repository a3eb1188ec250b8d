import type { CrewState } from '@crewroom/shared/state/crew-state'
import { participantOf } from '../crew/participant'
import { NeedFrame } from '../needs/NeedFrame'
import { paths } from '../shell/paths'
import { Link } from '../ui/Link'
import { wishOf } from './ask-words'
import { AskItem } from './AskItem'
import type { AgentAsks } from './asks'
import './ask.css'

/** What one agent asks permission for: one request, or all of them as a list. */
export function AskCard({
  state,
  own: { agentId, at, asks },
  isLinked = true,
}: {
  readonly state: CrewState
  readonly own: AgentAsks
  /** Not on the agent's own page. */
  readonly isLinked?: boolean
}) {
  const { label, roleName } = participantOf(state, agentId, '')
  const waiting = asks.filter(({ settled }) => settled === null)
  const [first] = waiting
  const why =
    waiting.length > 1
      ? `asks for ${waiting.length} permissions`
      : first
        ? wishOf(first.ask)
        : 'asked for permission'
  return (
    <NeedFrame
      state={state}
      agentId={agentId}
      kind="permission"
      why={
        <>
          {label !== roleName && <span className="ask-role">{roleName} </span>}
          {why}
        </>
      }
      at={at}
    >
      <ul className="asks">
        {asks.map((one) => (
          <AskItem key={one.need.id} state={state} one={one} isOneOfMany={waiting.length > 1} />
        ))}
      </ul>
      {isLinked && waiting.length > 0 && (
        <Link className="lnk ask-agent" to={paths.agent(state.lead.id, agentId)}>
          Open agent
        </Link>
      )}
    </NeedFrame>
  )
}
