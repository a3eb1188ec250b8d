import type { GroupRecord } from '@crewroom/shared/model/group'
import type { SessionRecord } from '@crewroom/shared/model/session'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { FindBar } from '../groups/FindBar'
import { groupName, isolated } from '../groups/group-name'
import { ConnectionStrip } from '../shell/ConnectionStrip'
import { SessionAgentView } from './agent/SessionAgentView'
import { NoSession } from './NoSession'
import { SessionChat } from './SessionChat'
import { SessionBar } from './switch/SessionBar'
import { sessionTitle } from './session-title'
import { useHasRoom } from './use-has-room'
import { ROOM_PX, useLayout } from './use-layout'

interface SessionPageProps {
  readonly group: GroupRecord
  readonly sessionId: string
  readonly state: CrewState
}

/** What of a session is looked at: its chat, or what one of its agents was given and did. */
export interface SessionView {
  readonly group: GroupRecord
  readonly session: SessionRecord
  readonly state: CrewState
}

/** A session of a group, in the place of the group's own chat. Mounted again for every session. */
export function SessionPage({ group, sessionId, state }: SessionPageProps) {
  const [params] = useSearchParams()
  const session = Object.hasOwn(state.sessions, sessionId) ? state.sessions[sessionId] : undefined
  const [main, setMain] = useState<HTMLElement | null>(null)
  const layout = useLayout(sessionId, useHasRoom(main, ROOM_PX))
  if (session?.groupName !== group.name) return <NoSession {...{ group, state }} />
  const agentId = params.get('view') === 'agent' ? params.get('agent') : null
  const view = { group, session, state }
  return (
    <main
      ref={setMain}
      className="chat session"
      aria-label={`${isolated(sessionTitle(session))} in ${isolated(groupName(group))}`}
      tabIndex={-1}
    >
      <SessionBar {...view} agentId={agentId} layout={agentId === null ? layout : null} />
      <FindBar group={group} sessionId={agentId === null ? sessionId : null} />
      <ConnectionStrip />
      {agentId === null ? (
        <SessionChat {...view} layout={layout} />
      ) : (
        <SessionAgentView {...view} agentId={agentId} />
      )}
    </main>
  )
}
