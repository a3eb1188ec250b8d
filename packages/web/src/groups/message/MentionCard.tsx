import { type RefObject } from 'react'
import { statusLook } from '../../crew/agent-status'
import { participantOf } from '../../crew/participant'
import { StatusDot } from '../../crew/StatusDot'
import { useCrewState, useLive } from '../../crew/use-crew'
import { paths } from '../../shell/paths'
import { Anchored } from '../../ui/Anchored'
import { Avatar } from '../../ui/Avatar'
import { Link } from '../../ui/Link'

interface MentionCardProps {
  readonly anchor: RefObject<HTMLElement | null>
  readonly leadId: string
  readonly ids: readonly string[]
  readonly takesFocus: boolean
  readonly onClose: () => void
  readonly hover: { readonly onPointerEnter: () => void; readonly onPointerLeave: () => void }
}

/** Who is meant: role, what it does and its task, with the way to its page. */
export function MentionCard(props: MentionCardProps) {
  const { anchor, leadId, ids, takesFocus, onClose, hover } = props
  const state = useCrewState(leadId)
  const live = useLive(leadId)
  const agents = ids.flatMap((id) => state.agents[id] ?? [])
  return (
    <Anchored {...{ anchor, takesFocus, onClose, hover }} label="Who is meant" className="who-card">
      {agents.map((agent) => {
        const who = participantOf(state, agent.id, '')
        const look = statusLook(state, agent, live[agent.id])
        return (
          <div key={agent.id} className="who-one">
            <Avatar who={who} size="md" />
            <div className="min-w-0">
              <div className="who-name">
                <b>
                  <bdi>{who.label}</bdi>
                </b>
                <span className="mono">{agent.id.slice(0, 8)}</span>
              </div>
              <div className="who-about">
                {who.label !== who.roleName && <bdi>{who.roleName}</bdi>}
                <StatusDot look={look} isWordShown />
              </div>
              {agent.task !== null && (
                <p className="who-task" dir="auto">
                  {agent.task}
                </p>
              )}
            </div>
            <Link className="who-open" to={paths.agent(leadId, agent.id)}>
              Open<span className="sr"> {who.label}</span>
            </Link>
          </div>
        )
      })}
    </Anchored>
  )
}
