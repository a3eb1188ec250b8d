import type { Message } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { MessageText } from '../groups/message/MessageText'
import { paths } from '../shell/paths'
import { api } from '../sync/api'
import { readableSession } from '../sync/read-marks'
import { readMarks } from '../sync/sync'
import { Link } from '../ui/Link'
import { ActionProblem, NeedFrame, useAction } from './NeedFrame'
import { groupNameIn, isolated } from '../groups/group-name'
import { sessionTitle } from '../sessions/session-title'

interface MentionNeedProps {
  readonly state: CrewState
  readonly message: Message
}

export function MentionNeed({ state, message }: MentionNeedProps) {
  const { isBusy, problem, run } = useAction()
  const { group: name, leadId, seq } = message
  const session = state.sessions[message.sessionId]
  const shown = session ? sessionTitle(session) : groupNameIn(state, name)
  const markRead = () =>
    run(async () => {
      const group = session ? readableSession(session) : state.groups[name]
      // Where nothing came after it, this browser's own mark goes along.
      if (group?.lastMessage?.seq === seq) {
        readMarks.markRead(group, state.readMarks[HUMAN_ID]?.[group.name]?.seq ?? 0)
      }
      await api.read({ leadId, group: name, sessionId: message.sessionId }, seq)
    })
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
          title={`Marks ${isolated(shown)} as read up to this message`}
          onClick={() => void markRead()}
        >
          Mark read
        </button>
      </div>
    </NeedFrame>
  )
}
