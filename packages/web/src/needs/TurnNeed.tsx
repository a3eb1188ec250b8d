import type { TurnNeed as Turn } from '../discussions/live-run'
import { TurnBox } from '../discussions/TurnBox'
import { paths } from '../shell/paths'
import { sessionTitleIn } from '../sessions/session-title'
import { MessageText } from '../groups/message/MessageText'
import { Link } from '../ui/Link'
import { NeedFrame } from './NeedFrame'
import type { NeedProps } from './NeedCard'

/** A discussion waits for the person, who answers right there. */
export function TurnNeed({ state, need }: NeedProps) {
  const { turn } = need
  if (!turn) return null
  const group = state.sessions[turn.sessionId]?.groupName ?? ''
  const title = sessionTitleIn(state, turn.sessionId) ?? 'a discussion'
  return (
    <NeedFrame
      state={state}
      agentId={need.agentId}
      kind="turn"
      why={
        <>
          your turn in <bdi>{title}</bdi>
        </>
      }
      at={need.createdAt}
    >
      <MessageText content={need.text} />
      <TurnBox state={state} need={need as Turn} groupName={group} isCard />
      <div className="acts">
        <Link className="lnk" to={paths.session(need.leadId, group, turn.sessionId)}>
          Open the discussion
        </Link>
      </div>
    </NeedFrame>
  )
}
