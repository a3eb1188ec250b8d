import type { GroupRecord } from '@crewroom/shared/model/group'
import type { SessionRecord } from '@crewroom/shared/model/session'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useStore } from 'zustand'
import { useDiscussionParts, usePicture } from '../discussions/discussions-later'
import { turnIn } from '../discussions/live-run'
import { useRun } from '../discussions/use-run'
import { FindBar } from '../groups/FindBar'
import { groupName, isolated } from '../groups/group-name'
import { ConnectionStrip } from '../shell/ConnectionStrip'
import { person } from '../sync/sync'
import { NARROW, useMedia } from '../ui/use-media'
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

/** Width of what is said about a discussion, and of the page from which on it is beside the talk. */
const INFO_PX = 256
const BESIDE_PX = 840

/** A discussion was held in the session, or started in an answer of it. */
function needsParts(state: CrewState, { id, runId }: SessionRecord): boolean {
  const rounds = Object.hasOwn(state.rounds, id) ? (state.rounds[id] ?? []) : []
  return (
    runId !== undefined ||
    turnIn(state, id) !== undefined ||
    rounds.some(({ responses }) => responses.some(({ child }) => child !== undefined))
  )
}

/** A session of a group, in the place of the group's own chat. Mounted again for every session. */
export function SessionPage({ group, sessionId, state }: SessionPageProps) {
  const [params] = useSearchParams()
  const session = Object.hasOwn(state.sessions, sessionId) ? state.sessions[sessionId] : undefined
  const { isReader } = useStore(person)
  const isNarrow = useMedia(NARROW)
  const [main, setMain] = useState<HTMLElement | null>(null)
  const runId = session?.runId
  const parts = useDiscussionParts(session !== undefined && needsParts(state, session))
  const run = useRun(state, runId)
  const isPictured = params.get('view') === 'picture' && run !== null
  const picture = usePicture(isPictured)
  const isWide = useHasRoom(main, ROOM_PX + INFO_PX)
  const hasRoomBeside = useHasRoom(main, BESIDE_PX)
  // What is said about a discussion takes no room from answers that stand side by side.
  const isOneByOne = run?.policy.kind === 'round_robin' || run?.policy.kind === 'selection'
  const hasInfo = parts !== null && run !== null && (isWide || (hasRoomBeside && isOneByOne))
  const hasRoom = useHasRoom(main, ROOM_PX)
  const layout = useLayout(sessionId, hasInfo ? isWide : hasRoom)
  const rounds = useMemo(
    () => Object.values(state.rounds[sessionId] ?? []),
    [state.rounds, sessionId],
  )
  if (session?.groupName !== group.name) return <NoSession {...{ group, state }} />
  const agentId = params.get('view') === 'agent' ? params.get('agent') : null
  const view = { group, session, state }
  const live = run !== null && run.status !== 'ended' ? run : null
  const isInTalk = agentId === null && parts !== null
  const tools =
    isInTalk && live && !isReader ? <parts.RunTools {...{ state, rounds }} run={live} /> : null
  return (
    <main
      ref={setMain}
      className="chat session"
      aria-label={`${isolated(sessionTitle(session))} in ${isolated(groupName(group))}`}
      tabIndex={-1}
    >
      <SessionBar
        {...view}
        agentId={agentId}
        layout={agentId === null && !isPictured ? layout : null}
        tools={isNarrow ? null : tools}
      />
      {isInTalk && runId !== undefined && (
        <parts.RunBar {...{ state, runId, rounds }} tools={isNarrow ? tools : null} />
      )}
      <FindBar group={group} sessionId={agentId === null ? sessionId : null} />
      <ConnectionStrip />
      {agentId !== null ? (
        <SessionAgentView {...view} agentId={agentId} />
      ) : isPictured && picture && run ? (
        <picture.CoursePicture {...{ session, state, run }} />
      ) : (
        <div className="sn-with" data-info={hasInfo}>
          <div className="sn-talk">
            <SessionChat {...view} layout={layout} parts={parts} run={run} />
          </div>
          {hasInfo && runId !== undefined && <parts.RunInfo {...{ state, session, runId }} />}
        </div>
      )}
    </main>
  )
}
