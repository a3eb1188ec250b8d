import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { useCallback, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { useIsPaused, useLive } from '../crew/use-crew'
import { isolated } from '../groups/group-name'
import { MessagesProblem } from '../groups/message/MessagesProblem'
import { useMentionScope } from '../groups/message/mention-scope'
import { composerInsert } from '../groups/composer/insert'
import { spellingOf } from '../groups/composer/mention-spelling'
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

interface SessionChatProps extends SessionView {
  readonly layout: Layout
}

/** The rounds of a session, live, and the box to write in. */
export function SessionChat({ group, session, state, layout }: SessionChatProps) {
  const { name: personName, isReader } = useStore(person)
  const [params, change] = useAddressParams()
  const live = useLive(group.leadId)
  const isPaused = useIsPaused(state)
  const { agents, lead } = state
  const crew = useMemo(
    () => ({ lead: { ...lead, paused: isPaused }, agents }),
    [lead, agents, isPaused],
  )
  const speakers = useMemo(() => speakersOf(crew, group, session), [crew, group, session])
  const isMentionOnly = group.chat?.broadcastMode === 'mention_only'
  const chat = useSessionChat(state, session, speakers.length > 0 && !isMentionOnly)
  const { window, rounds, show } = chat
  const { query, messageId } = window
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
  const onReply = useReplyIn(group.leadId, group.name, chat.place.name)
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
      live,
      personName,
      isReadOnly,
      speakers,
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
      live,
      personName,
      isReadOnly,
      speakers,
      byNumber,
      layout,
      unreadAfter,
      onReply,
      onMarkUnread,
      onShow,
    ],
  )
  const title = isolated(sessionTitle(session))
  return (
    <Scope value={scope}>
      {!isArchived && <PauseStrip group={group} />}
      {chat.isReady ? (
        <SessionTimeline
          // One for each place that is gone to: reaching the end of its window must not start it again.
          key={messageId ?? 'live'}
          label={`Rounds of ${title}`}
          rows={chat.rows}
          renderRow={(row) => <SessionRowView row={row} window={window} />}
          loadEarlier={window.earlier === 'more' ? window.loadEarlier : null}
          loadLater={window.later === 'more' ? window.loadLater : null}
          isLive={window.isLive}
          place={chat.opensAt}
          onDistance={chat.onDistance}
          jumpKey={chat.jumpKey}
          newBelow={chat.newBelow}
          toLatest={window.toLatest}
          onFocusLast={keepFocusLast}
          onLeave={(left) => keepPlace(group.leadId, chat.place.name, left)}
        />
      ) : (
        <div className="log-wrap" aria-busy={!query.isError && !rounds.isFailed}>
          {query.isError || rounds.isFailed ? (
            <MessagesProblem
              problem={query.error?.message ?? 'Its rounds could not be loaded.'}
              retry={() => {
                void query.refetch()
                rounds.retry()
              }}
            />
          ) : (
            <Loading />
          )}
        </div>
      )}
      <SessionComposer
        {...{ group, session, crew, speakers, isReader }}
        rounds={byNumber}
        takesFocus={messageId === null && !params.has('find')}
        onLeaveUp={() => focusLast.current()}
      />
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

/** Answers a message: its sender is called in the box to write in. */
function useReplyIn(leadId: string, groupName: string, place: string) {
  const { people } = useMentionScope(leadId, groupName)
  return useCallback(
    (message: { readonly from: string }) => {
      const sender = people.find(({ id }) => id === message.from && id !== HUMAN_ID)
      composerInsert(leadId, place, sender ? `@${spellingOf(sender, people)} ` : '')
    },
    [leadId, place, people],
  )
}
