import type { GroupRecord } from '@crewroom/shared/model/group'
import { MAIN_SESSION } from '@crewroom/shared/model/session'
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useStore } from 'zustand'
import { useCurrentCrew, useIsPaused } from '../crew/use-crew'
import { ConnectionStrip } from '../shell/ConnectionStrip'
import { person } from '../sync/sync'
import { focusMain } from '../ui/focus-main'
import { ChatRowView } from './ChatRowView'
import { Composer } from './composer/Composer'
import { FindBar } from './FindBar'
import { groupName, isolated } from './group-name'
import { GroupHeader } from './GroupHeader'
import { useReplyIn } from './composer/reply-in'
import { MessagesProblem } from './message/MessagesProblem'
import { NotLoaded } from './message/NotLoaded'
import { OpenTalk } from './message/open-talk'
import { PendingRow } from './message/PendingRow'
import { keepPlace } from './timeline/kept-place'
import { Timeline } from './timeline/Timeline'
import { useAnnounce } from './timeline/use-announce'
import { useChat } from './use-chat'
import { drawnLater } from '../ui/drawn-later'

const PauseStrip = drawnLater(() => import('./PauseStrip').then((own) => own.PauseStrip))
const HoldStrip = drawnLater(() => import('./HoldStrip').then((own) => own.HoldStrip))

export interface GroupChatProps {
  readonly group: GroupRecord
  /** Something lies over it: it is out of reach, and what arrives is not read. */
  readonly isCovered: boolean
  /** In place of its header, where the chat is shown elsewhere. */
  readonly head?: ReactNode
}

/** One group: its messages, live, and the box to write in. Mounted again for every group. */
export function GroupChat({ group, isCovered, head }: GroupChatProps) {
  const state = useCurrentCrew()
  const { name: personName } = useStore(person)
  const [params] = useSearchParams()
  const chat = useChat(state, group, isCovered)
  const { window } = chat
  const { query, messageId } = window
  useAnnounce(groupName(group), window.rows, window.isLive, state, personName)
  const { agents, lead, workFiles } = state
  const isPaused = useIsPaused(state)
  const crew = useMemo(
    () => ({ lead: { ...lead, paused: isPaused }, agents, workFiles }),
    [lead, agents, isPaused, workFiles],
  )
  const focusLast = useRef(() => {})
  const keepFocusLast = useCallback((run: () => void) => {
    focusLast.current = run
  }, [])
  const onReply = useReplyIn(group.leadId, group.name)
  const talk = useMemo(() => ({ sessionId: MAIN_SESSION, show: chat.show }), [chat.show])
  return (
    <main className="chat" aria-label={isolated(groupName(group))} inert={isCovered} tabIndex={-1}>
      {head ?? <GroupHeader group={group} state={state} />}
      <FindBar group={group} />
      <ConnectionStrip />
      {group.hold && (
        <Suspense>
          <HoldStrip {...{ group, crew }} />
        </Suspense>
      )}
      {!group.archived && (isPaused || group.paused) && (
        <Suspense>
          <PauseStrip group={group} />
        </Suspense>
      )}
      {query.data ? (
        <Timeline
          // One for each place that is gone to: reaching the end of its window must not start it again.
          key={messageId ?? 'live'}
          label={`Messages in ${isolated(groupName(group))}`}
          rows={chat.rows}
          renderRow={(row, rowTabIndex) => (
            <OpenTalk value={talk}>
              <ChatRowView {...{ row, rowTabIndex, group, crew, chat, personName, onReply }} />
            </OpenTalk>
          )}
          loadEarlier={window.earlier === 'more' ? window.loadEarlier : null}
          loadLater={window.later === 'more' ? window.loadLater : null}
          isLive={window.isLive}
          place={chat.place}
          onDistance={chat.onDistance}
          above={chat.above}
          jumpKey={chat.jumpKey}
          newBelow={chat.newBelow}
          toLatest={chat.toLatest}
          onFocusLast={keepFocusLast}
          onLeave={(left) => keepPlace(group.leadId, group.name, left)}
        />
      ) : (
        <NotLoaded
          isBusy={!query.isError}
          notice={
            query.isError && (
              <MessagesProblem problem={query.error.message} retry={() => void query.refetch()} />
            )
          }
        >
          {chat.pending.map((pending) => (
            <PendingRow key={pending.clientId} isCompact={false} {...{ pending, personName }} />
          ))}
        </NotLoaded>
      )}
      {group.archived ? (
        <Closed />
      ) : (
        <Composer
          group={group}
          crew={crew}
          takesFocus={messageId === null && !isCovered && !params.has('find')}
          onSent={window.isLive ? undefined : chat.toLatest}
          onLeaveUp={() => focusLast.current()}
        />
      )}
    </main>
  )
}

function Closed() {
  // Whoever was writing when it was archived loses the box, but not the place.
  useEffect(() => {
    const request = requestAnimationFrame(focusMain)
    return () => cancelAnimationFrame(request)
  }, [])
  return <p className="closed">This group is archived. Its history is kept.</p>
}
