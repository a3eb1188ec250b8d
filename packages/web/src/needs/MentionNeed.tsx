import type { Message } from '@crewroom/shared/model/message'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { MessageText } from '../groups/message/MessageText'
import { paths } from '../shell/paths'
import { Link } from '../ui/Link'
import { ActionProblem, NeedFrame, useAction } from './NeedFrame'
import { groupNameIn } from '../groups/group-name'
import { closeNeed } from './dismiss'
import { sessionTitle } from '../sessions/session-title'

interface MentionNeedProps {
  readonly state: CrewState
  readonly message: Message
}

export function MentionNeed({ state, message }: MentionNeedProps) {
  const { isBusy, problem, run } = useAction()
  const { group: name, leadId } = message
  const session = state.sessions[message.sessionId]
  const shown = session ? sessionTitle(session) : groupNameIn(state, name)
  return (
    <NeedFrame
      state={state}
      agentId={message.from}
      fromRole={message.fromRole}
      kind="mention"
      why={
        <>
          mentioned you in{' '}
          <Link
            className="lnk"
            to={session ? paths.session(leadId, name, session.id) : paths.group(leadId, name)}
          >
            <bdi>{shown}</bdi>
          </Link>
        </>
      }
      at={message.timestamp}
    >
      <MessageText content={message.content} />
      <ActionProblem text={problem} />
      <div className="acts">
        <Link className="btn p" to={paths.message(leadId, name, message.id, message.sessionId)}>
          Open message
        </Link>
        <button
          type="button"
          className="btn"
          data-done
          disabled={isBusy}
          title="It needs no answer from you"
          onClick={() => void run(() => closeNeed(message.id))}
        >
          Dismiss
        </button>
      </div>
    </NeedFrame>
  )
}
