import type { GroupRecord } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { useCallback, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { useCurrentCrew } from '../crew/use-crew'
import { ConnectionStrip } from '../shell/ConnectionStrip'
import { messagesOf } from '../sync/message-window'
import { useMessages } from '../sync/message-windows'
import { reactionProblem } from '../sync/reactions'
import { outbox, person } from '../sync/sync'
import { Composer } from './Composer'
import { GroupHeader } from './GroupHeader'
import { HoldStrip } from './HoldStrip'
import { MessageRow } from './MessageRow'
import { DayRow, NewRow, StartRow, SystemRow } from './NoticeRows'
import { PendingRow } from './PendingRow'
import { type Distance, Timeline } from './Timeline'
import { type TimelineRow, timelineRows } from './timeline-rows'
import { useAnnounce } from './use-announce'
import { useReadGroup, useUnreadAfter } from './use-read-group'

/** One group: its messages, live, and the box to write in. Mounted anew for every group. */
export function GroupChat({ group }: { readonly group: GroupRecord }) {
  const state = useCurrentCrew()
  const { name: personName } = useStore(person)
  const query = useMessages(group.leadId, group.name)
  const messages = useMemo(() => (query.data ? messagesOf(query.data) : []), [query.data])
  const pending = useStore(
    outbox.store,
    useShallow((all) =>
      all.filter((own) => own.leadId === group.leadId && own.group === group.name),
    ),
  )
  const unreadAfter = useUnreadAfter(state, group)
  const [view, setView] = useState<{ distance: Distance; leftAt: number }>({
    distance: 'end',
    leftAt: 0,
  })
  const newest = messages.at(-1)?.seq ?? 0
  const onDistance = useCallback(
    (distance: Distance) =>
      setView((before) => {
        if (before.distance === distance) return before
        return { distance, leftAt: before.distance === 'end' ? newest : before.leftAt }
      }),
    [newest],
  )
  useReadGroup(state, group, view.distance === 'end')
  useAnnounce(group.name, messages, state, personName)

  const hasSent = pending.length > 0
  const rows = useMemo(
    () => timelineRows({ messages, pending, unreadAfter: hasSent ? null : unreadAfter }),
    [messages, pending, unreadAfter, hasSent],
  )
  const { agents, lead } = state
  const crew = useMemo(() => ({ lead, agents }), [lead, agents])
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const retry = () => void fetchNextPage()
  const earlier = !hasNextPage
    ? 'none'
    : isFetchNextPageError
      ? 'failed'
      : isFetchingNextPage
        ? 'loading'
        : 'more'
  const renderRow = (row: TimelineRow) => {
    switch (row.kind) {
      case 'start':
        return <StartRow {...{ group, crew, personName, earlier, retry }} />
      case 'day':
        return <DayRow at={row.at} />
      case 'new':
        return <NewRow count={row.count} />
      case 'system':
        return <SystemRow message={row.message} />
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
          />
        )
      default:
        row satisfies never
        return null
    }
  }
  const below = view.distance === 'end' ? 0 : newBelow(messages, view.leftAt)
  return (
    <main className="chat" aria-label={group.name}>
      <GroupHeader group={group} state={state} />
      <ConnectionStrip />
      <HoldStrip {...{ group, crew }} />
      {query.data ? (
        <Timeline
          label={`Messages in ${group.name}`}
          rows={rows}
          renderRow={renderRow}
          loadEarlier={earlier === 'more' ? retry : null}
          onDistance={onDistance}
          jumpKey={pending.at(-1)?.clientId ?? ''}
          newBelow={below}
        />
      ) : (
        <div className="log-wrap">
          {query.isError && (
            <div className="panel">
              <h2>Couldn&apos;t load the messages</h2>
              <p>{query.error.message}</p>
              <button type="button" className="btn" onClick={() => void query.refetch()}>
                Retry
              </button>
            </div>
          )}
        </div>
      )}
      <Problem />
      {group.archived ? (
        <p className="closed">This group is archived. Its history is kept.</p>
      ) : (
        <Composer group={group} crew={crew} />
      )}
    </main>
  )
}

function newBelow(messages: readonly { seq: number; from: string }[], leftAt: number): number {
  return messages.filter(({ seq, from }) => seq > leftAt && from !== HUMAN_ID).length
}

function Problem() {
  const { text } = useStore(reactionProblem)
  return text === null ? null : (
    <div className="relative" role="alert">
      <div className="toast">{text}</div>
    </div>
  )
}
