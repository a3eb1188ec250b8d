import type { RunRecord } from '@crewroom/shared/model/run'
import { useCallback, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { useIsPaused, useLive } from '../crew/use-crew'
import type { DiscussionParts } from '../discussions/discussions-later'
import { liveRunIn, turnIn } from '../discussions/live-run'
import { isolated } from '../groups/group-name'
import { MessagesProblem } from '../groups/message/MessagesProblem'
import { NotLoaded } from '../groups/message/NotLoaded'
import { OpenTalk } from '../groups/message/open-talk'
import { PendingRow } from '../groups/message/PendingRow'
import { useReplyIn } from '../groups/composer/reply-in'
import { PauseStrip } from '../groups/PauseStrip'
import { keepPlace } from '../groups/timeline/kept-place'
import { useKey } from '../shell/use-key'
import { person } from '../sync/sync'
import { useAddressParams } from '../ui/use-address-params'
import { SessionRowView } from './chat/SessionRowView'
import { SessionTimeline } from './chat/SessionTimeline'
import { SessionComposer } from './composer/SessionComposer'
import { speakersOf } from './composer/ask-words'
import { Scope, type SessionScope } from './session-scope'
import type { SessionView } from './SessionPage'
import { sessionTitle } from './session-title'
import { useSessionAnnounce } from './use-session-announce'
import type { Layout } from './use-layout'
import { useSessionChat } from './use-session-chat'
import './session.css'
import './waiting.css'

interface SessionChatProps extends SessionView {
  readonly layout: Layout
  readonly parts: DiscussionParts | null
  /** Its newest discussion. */
  readonly run: RunRecord | null
}

/** The rounds of a session, live, and the box to write in. */
export function SessionChat({ group, session, state, layout, parts, run }: SessionChatProps) {
  const { name: personName, isReader } = useStore(person)
  const [params, change] = useAddressParams()
  const agentsNow = useLive(group.leadId)
  const isPaused = useIsPaused(state)
  const { agents, lead, workFiles } = state
  const crew = useMemo(
    () => ({ lead: { ...lead, paused: isPaused }, agents, workFiles }),
    [lead, agents, isPaused, workFiles],
  )
  const speakers = useMemo(() => speakersOf(crew, group, session), [crew, group, session])
  const isMentionOnly = group.chat?.broadcastMode === 'mention_only'
  const live = liveRunIn(state, session)
  const turn = turnIn(state, session.id)
  const asksSomebody = speakers.length > 0 && !isMentionOnly && live === undefined
  const chat = useSessionChat(state, session, asksSomebody)
  const { window, rounds, show } = chat
  const { query, messageId } = window
  const isFailed = query.isError || rounds.isFailed
  useSessionAnnounce({
    session,
    rows: window.rows,
    isLive: window.isLive,
    rounds,
    crew,
    personName,
  })
  const focusLast = useRef(() => {})
  const keepFocusLast = useCallback((run: () => void) => {
    focusLast.current = run
  }, [])
  const isArchived = group.archived || session.status !== 'active'
  const isReadOnly = isArchived || isReader
  const onReply = useReplyIn(group.leadId, chat.place.name)
  const onShow = useCallback(
    (id: string) => {
      if (!show(id)) change((next) => next.set('m', id))
    },
    [show, change],
  )
  useKey('answerLayout', () => layout.choose(layout.kind === 'compare' ? 'stack' : 'compare'))
  const { byNumber } = rounds
  const { unreadAfter, markUnread: onMarkUnread } = chat
  const scope = useMemo<SessionScope>(
    () => ({
      group,
      session,
      crew,
      live: agentsNow,
      personName,
      isReadOnly,
      speakers,
      parts,
      rounds: byNumber,
      layout,
      unreadAfter,
      onReply: isReadOnly ? undefined : onReply,
      onMarkUnread,
      onShow,
    }),
    [
      group,
      session,
      crew,
      agentsNow,
      personName,
      isReadOnly,
      speakers,
      parts,
      byNumber,
      layout,
      unreadAfter,
      onReply,
      onMarkUnread,
      onShow,
    ],
  )
  const talk = useMemo(() => ({ sessionId: session.id, show }), [session.id, show])
  const title = isolated(sessionTitle(session))
  return (
    <Scope value={scope}>
      <OpenTalk value={talk}>
        {!isArchived && <PauseStrip group={group} />}
        {chat.isReady ? (
          <SessionTimeline
            // One for each place that is gone to: reaching the end of its window must not start it again.
            key={messageId ?? 'live'}
            label={`Rounds of ${title}`}
            rows={chat.rows}
            renderRow={(row) => <SessionRowView row={row} window={window} run={run} />}
            loadEarlier={window.earlier === 'more' ? window.loadEarlier : null}
            loadLater={window.later === 'more' ? window.loadLater : null}
            isLive={window.isLive}
            place={chat.opensAt}
            onDistance={chat.onDistance}
            above={chat.above}
            jumpKey={chat.jumpKey}
            newBelow={chat.newBelow}
            toLatest={chat.toLatest}
            onFocusLast={keepFocusLast}
            onLeave={(left) => keepPlace(group.leadId, chat.place.name, left)}
          />
        ) : (
          <NotLoaded
            isBusy={!isFailed}
            notice={
              isFailed ? (
                <MessagesProblem
                  problem={query.error?.message ?? 'Its rounds could not be loaded.'}
                  retry={() => {
                    void query.refetch()
                    rounds.retry()
                  }}
                />
              ) : (
                <Loading />
              )
            }
          >
            {chat.pending.map((pending) => (
              <PendingRow key={pending.clientId} isCompact={false} {...{ pending, personName }} />
            ))}
          </NotLoaded>
        )}
        {turn && parts && !isReadOnly ? (
          <parts.TurnBox key={turn.id} {...{ state }} need={turn} groupName={group.name} />
        ) : (
          <SessionComposer
            {...{ group, session, crew, speakers, isReader }}
            rounds={byNumber}
            isDiscussed={live !== undefined}
            isTurn={turn !== undefined}
            takesFocus={messageId === null && !params.has('find')}
            onSent={window.isLive ? undefined : chat.toLatest}
            onLeaveUp={() => focusLast.current()}
          />
        )}
      </OpenTalk>
    </Scope>
  )
}

/** Round lines with grey boxes; only where it takes its time. */
function Loading() {
  return (
    <div className="sn-loading" role="status" aria-label="Loading the rounds">
      {[1, 2].map((n) => (
        <div key={n}>
          <i />
          <div className="sn-wait">
            <span />
            <span />
            <span />
          </div>
        </div>
      ))}
    </div>
  )
}
