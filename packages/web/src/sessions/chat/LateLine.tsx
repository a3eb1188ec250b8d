import { roleLook } from '../../crew/role-look'
import { Avatar } from '../../ui/Avatar'
import { shownNumber } from '../round-words'
import { useScope } from '../session-scope'
import { AgentName, useAgent } from './AgentName'

interface LateLineProps {
  readonly agentId: string
  readonly n: number
  readonly messageId: string
}

/** Stands where a late answer came, which itself stands with its own round. */
export function LateLine({ agentId, n, messageId }: LateLineProps) {
  const { onShow, rounds } = useScope()
  const shown = shownNumber(rounds, n)
  const { who, name } = useAgent(agentId)
  const { className, style } = roleLook(who.role, who.color)
  return (
    <div className={`sn-ended sn-late ${className}`} style={style}>
      <Avatar who={who} size="sm" />
      <p>
        <AgentName name={name} /> answered round {shown} late.
      </p>
      <span className="sn-acts">
        <button
          type="button"
          className="sn-do"
          aria-label={`Show ${name}'s answer to round ${shown}`}
          onClick={() => onShow(messageId)}
        >
          Show
        </button>
      </span>
    </div>
  )
}
