import type { GroupRecord } from '@crewroom/shared/model/group'
import type { Message } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { TimelineRow } from '@crewroom/shared/model/timeline'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { useCurrentCrew, useIsPaused } from '../crew/use-crew'
import { ConnectionStrip } from '../shell/ConnectionStrip'
import { liveDetails } from '../sync/live-details'
import { markKey } from '../sync/read-marks'
import { outbox, person } from '../sync/sync'
import { focusMain } from '../ui/focus-main'
import { Composer } from './composer/Composer'
import { composerInsert } from './composer/insert'
import { spellingOf } from './composer/mention-spelling'
import { FindBar } from './FindBar'
import { GroupHeader } from './GroupHeader'
import { keepPlace, keptPlace, type KeptPlace } from './timeline/kept-place'
import { ComposingRow } from './message/ComposingRow'
import { useMentionScope } from './message/mention-scope'
import { MessageRow } from './message/MessageRow'
import { MessagesProblem } from './message/MessagesProblem'
import { DayRow, EventRow, LoadRow, NewRow, StartRow, SystemRow } from './timeline/NoticeRows'
import { PauseStrip } from './PauseStrip'
import { PendingRow } from './message/PendingRow'
import { type Distance, type ScrollPlace, Timeline } from './timeline/Timeline'
import { type ChatRow, chatRows, keyOf } from './timeline/timeline-rows'
import { useAnnounce } from './timeline/use-announce'
import { useGroupWindow } from './timeline/use-group-window'
import { useReadGroup } from './timeline/use-read-group'
import { groupName, isolated } from './group-name'

const HoldStrip = lazy(() => import('./HoldStrip').then((own) => ({ default: own.HoldStrip })))

interface GroupChatProps {
  readonly group: GroupRecord
  /** Something lies over it: it is out of reach, and what arrives is not read. */
  readonly isCovered: boolean
}

/** One group: its messages, live, and the box to write in. Mounted anew for every group. */
export function GroupChat({ group, isCovered }: GroupChatProps) {
  const state = useCurrentCrew()
  const { name: personName } = useStore(person)
  const [params] = useSearchParams()
  const [distance, setDistance] = useState<Distance>('end')
  const [leftAt, setLeftAt] = useState(0)
  const read = useReadGroup(state, group, { isAtEnd: distance === 'end', isCovered })
  const window = useGroupWindow(group, read.unreadAfter, read.unreadAtOpen)
  const { query, rows: loaded, isLive, messageId } = window
  const pending = useStore(
    outbox.store,
    useShallow((all) =>
      all.filter((own) => own.leadId === group.leadId && own.group === group.name),
    ),
  )
  const isComposing = useStore(
    liveDetails,
    ({ composing }) => (composing[markKey(group.leadId, group.name)] ?? []).length > 0,
  )
  const newest = loaded.at(-1)?.seq ?? 0
  const onDistance = useCallback(
    (now: Distance) =>
      setDistance((before) => {
        if (before === 'end' && now !== 'end') setLeftAt(newest)
        return now
      }),
    [newest],
  )
  useAnnounce(groupName(group), loaded, isLive, state, personName)
  const { trim } = window
  useEffect(() => {
    if (distance === 'end') trim()
    // Only what arrives makes the window grow.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [distance, newest])

  const hasSent = pending.length > 0
  const unreadAfter = hasSent ? null : read.unreadAfter
  const rows = useMemo(
    () => chatRows({ rows: loaded, pending, unreadAfter, isComposing, hasLater: !isLive }),
    [loaded, pending, unreadAfter, isComposing, isLive],
  )
  const { agents, lead } = state
  const isPaused = useIsPaused(state)
  const crew = useMemo(
    () => ({ lead: { ...lead, paused: isPaused }, agents }),
    [lead, agents, isPaused],
  )
  const focusLast = useRef(() => {})
  const keepFocusLast = useCallback((run: () => void) => {
    focusLast.current = run
  }, [])
  const { leadId, name } = group
  const { people } = useMentionScope(leadId, name)
  const reply = useCallback(
    (message: Message) => {
      const sender = people.find(({ id }) => id === message.from)
      // Who has left cannot be called any more.
      composerInsert(leadId, name, sender ? `@${spellingOf(sender, people)} ` : '')
    },
    [leadId, name, people],
  )
  const [kept] = useState(() => keptPlace(group.leadId, group.name))
  const place = window.isAtLatest ? null : placeOf(messageId, loaded, unreadAfter, kept)
  const firstIds = useMemo(() => firstMembers(loaded), [loaded])
  const renderRow = (row: ChatRow, rowTabIndex: 0 | -1) => {
    switch (row.kind) {
      case 'start':
        return (
          <StartRow
            {...{ group, crew, personName, firstIds }}
            earlier={window.earlier}
            retry={window.loadEarlier}
          />
        )
      case 'later':
        return (
          <LoadRow
            what="later"
            state={window.later === 'failed' ? 'failed' : 'loading'}
            retry={window.loadLater}
          />
        )
      case 'day':
        return <DayRow at={row.at} />
      case 'new':
        return <NewRow count={row.count} />
      case 'system':
        return <SystemRow message={row.message} rowTabIndex={rowTabIndex} />
      case 'event':
        return <EventRow event={row.event} after={row.after} crew={crew} />
      case 'pending':
        return (
          <PendingRow pending={row.pending} isCompact={row.isCompact} personName={personName} />
        )
      case 'message':
        return (
          <MessageRow
            message={row.message}
            isCompact={row.isCompact}
            crew={crew}
            personName={personName}
            isReadOnly={group.archived}
            onReply={group.archived ? undefined : reply}
            onMarkUnread={read.markUnread}
            rowTabIndex={rowTabIndex}
            posInSet={row.message.n}
            setSize={Math.max(group.messageCount, row.message.n)}
          />
        )
      case 'composing':
        return <ComposingRow group={group} crew={crew} />
      default:
        row satisfies never
        return null
    }
  }
  const below = distance === 'end' ? 0 : newBelow(loaded, leftAt)
  return (
    <main className="chat" aria-label={isolated(groupName(group))} inert={isCovered} tabIndex={-1}>
      <GroupHeader group={group} state={state} />
      <FindBar group={group} />
      <ConnectionStrip />
      {group.hold && (
        <Suspense>
          <HoldStrip {...{ group, crew }} />
        </Suspense>
      )}
      {!group.archived && <PauseStrip group={group} />}
      {query.data ? (
        <Timeline
          // One for each place that is gone to: reaching the end of its window must not begin it anew.
          key={messageId ?? 'live'}
          label={`Messages in ${isolated(groupName(group))}`}
          rows={rows}
          renderRow={renderRow}
          loadEarlier={window.earlier === 'more' ? window.loadEarlier : null}
          loadLater={window.later === 'more' ? window.loadLater : null}
          isLive={isLive}
          place={place}
          onDistance={onDistance}
          jumpKey={pending.at(-1)?.clientId ?? ''}
          newBelow={below}
          toLatest={window.toLatest}
          onFocusLast={keepFocusLast}
          onLeave={(left) => keepPlace(group.leadId, group.name, left)}
        />
      ) : (
        <div className="log-wrap">
          {query.isError && (
            <MessagesProblem problem={query.error.message} retry={() => void query.refetch()} />
          )}
        </div>
      )}
      {group.archived ? (
        <Closed />
      ) : (
        <Composer
          group={group}
          crew={crew}
          takesFocus={messageId === null && !isCovered && !params.has('find')}
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

/** Where the chat opens: at the message of a link, at what is new when that is long, or at the end. */
function placeOf(
  messageId: string | null,
  rows: readonly TimelineRow[],
  unreadAfter: number | null,
  kept: KeptPlace | null,
): ScrollPlace | null {
  if (messageId !== null) {
    const row = rows.find((own) => own.kind !== 'event' && own.message.id === messageId)
    const key = (row && keyOf(row)) ?? messageId
    return { id: `m ${messageId}`, key, flash: true, top: null, ifLong: false }
  }
  if (unreadAfter !== null) {
    return { id: `new ${unreadAfter}`, key: 'new', flash: false, top: null, ifLong: true }
  }
  // Only what is still loaded: otherwise the end is the better place to begin.
  const isLoaded = kept !== null && rows.some((own) => keyOf(own) === kept.key)
  return isLoaded ? { id: 'kept', ...kept, flash: false, ifLong: false } : null
}

function firstMembers(rows: readonly TimelineRow[]): readonly string[] | null {
  const created = rows.find((row) => row.kind === 'event' && row.event === 'created')
  return created?.kind === 'event' ? created.memberIds : null
}

function newBelow(rows: readonly TimelineRow[], leftAt: number): number {
  return rows.filter(
    (row) => row.kind !== 'event' && row.seq > leftAt && row.message.from !== HUMAN_ID,
  ).length
}
