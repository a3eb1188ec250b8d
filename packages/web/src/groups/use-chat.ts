import type { GroupRecord } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { TimelineRow } from '@crewroom/shared/model/timeline'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { liveDetails } from '../sync/live-details'
import { markKey } from '../sync/read-marks'
import { outbox } from '../sync/sync'
import { useAttention } from '../ui/use-attention'
import { type KeptPlace, keptPlace } from './timeline/kept-place'
import type { ScrollPlace } from './timeline/scroll-place'
import { chatRows, keyOf } from './timeline/timeline-rows'
import type { Distance } from './timeline/use-distance'
import { usePlaceWindow } from './timeline/use-place-window'
import { useReadPlace } from './timeline/use-read-place'
import { useSeen } from './timeline/use-seen'

export type Chat = ReturnType<typeof useChat>

interface Shown {
  readonly place: ScrollPlace
  /** The message that the address named then. */
  readonly under: string | null
}

/** The rows of a group's chat, where it opens, and how far down one reads. */
export function useChat(state: CrewState, group: GroupRecord, isCovered: boolean) {
  const [distance, setDistance] = useState<Distance>('end')
  const [leftAt, setLeftAt] = useState(0)
  const [log, setLog] = useState<HTMLElement | null>(null)
  const read = useReadPlace(state, group)
  const window = usePlaceWindow({
    leadId: group.leadId,
    name: group.name,
    unreadAfter: read.unreadAfter,
    unread: read.unreadAtOpen,
  })
  const { rows: loaded, isLive, messageId, trim } = window
  const pending = useStore(
    outbox.store,
    useShallow((all) =>
      all.filter(
        ({ leadId, group: name, sessionId }) =>
          leadId === group.leadId && name === group.name && sessionId === undefined,
      ),
    ),
  )
  const isComposing = useStore(
    liveDetails,
    ({ composing }) => (composing[markKey(group.leadId, group.name)] ?? []).length > 0,
  )
  const newest = loaded.at(-1)?.seq ?? 0
  const onDistance = useCallback(
    (now: Distance, element: HTMLElement) => {
      setLog(element)
      setDistance((before) => {
        if (before === 'end' && now !== 'end') setLeftAt(newest)
        return now
      })
    },
    [newest],
  )
  useEffect(() => {
    if (distance === 'end') trim()
    // Only what arrives makes the window grow.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [distance, newest])

  const unreadAfter = pending.length > 0 ? null : read.unreadAfter
  const rows = useMemo(
    () => chatRows({ rows: loaded, pending, unreadAfter, isComposing, hasLater: !isLive }),
    [loaded, pending, unreadAfter, isComposing, isLive],
  )
  const [kept] = useState(() => keptPlace(group.leadId, group.name))
  /** Where a quote leads to, in what is loaded. */
  const [shown, setShown] = useState<Shown | null>(null)
  const shows = useRef(0)
  const show = useCallback(
    (id: string): boolean => {
      const key = keyOfMessage(id, loaded)
      if (key === undefined) return false
      shows.current += 1
      setShown({ place: flashing(`show ${shows.current}`, key), under: messageId })
      return true
    },
    [loaded, messageId],
  )
  // Another message in the address is another place.
  const shownHere = shown?.under === messageId ? shown.place : null
  const firstIds = useMemo(() => firstMembers(loaded), [loaded])
  const place =
    shownHere ?? (window.isAtLatest ? null : placeOf(messageId, loaded, unreadAfter, kept))
  const jumpKey = pending.at(-1)?.clientId ?? ''
  const above = useSeen({
    log,
    rows: loaded,
    isLive,
    isHere: useAttention() && !isCovered,
    read,
    brought: `${place?.id ?? ''} ${jumpKey}`,
  })
  return {
    window,
    rows,
    /** Messages of the person that the server has not confirmed. */
    pending,
    /** Who was in the group from its beginning; null while that is not loaded. */
    firstIds,
    show,
    place,
    onDistance,
    above,
    toLatest: () => {
      setShown(null)
      read.markAll()
      window.toLatest()
    },
    newBelow: distance === 'end' ? 0 : newBelow(loaded, leftAt),
    /** Changes with everything that the person sends. */
    jumpKey,
    markUnread: read.markUnread,
  }
}

/** Where the chat opens: at the message of a link, at what is new when that is long, or at the end. */
function placeOf(
  messageId: string | null,
  rows: readonly TimelineRow[],
  unreadAfter: number | null,
  kept: KeptPlace | null,
): ScrollPlace | null {
  if (messageId !== null) {
    return flashing(`m ${messageId}`, keyOfMessage(messageId, rows) ?? messageId)
  }
  if (unreadAfter !== null) {
    return { id: `new ${unreadAfter}`, key: 'new', flash: false, top: null, ifLong: true }
  }
  // Only what is still loaded: otherwise the end is the better place to begin.
  const isLoaded = kept !== null && rows.some((own) => keyOf(own) === kept.key)
  return isLoaded ? { id: 'kept', ...kept, flash: false, ifLong: false } : null
}

function keyOfMessage(id: string, rows: readonly TimelineRow[]): string | undefined {
  const row = rows.find((own) => own.kind !== 'event' && own.message.id === id)
  return row && keyOf(row)
}

function flashing(id: string, key: string): ScrollPlace {
  return { id, key, flash: true, top: null, ifLong: false }
}

function newBelow(rows: readonly TimelineRow[], leftAt: number): number {
  return rows.filter(
    (row) => row.kind !== 'event' && row.seq > leftAt && row.message.from !== HUMAN_ID,
  ).length
}

function firstMembers(rows: readonly TimelineRow[]): readonly string[] | null {
  const created = rows.find((row) => row.kind === 'event' && row.event === 'created')
  return created?.kind === 'event' ? created.memberIds : null
}
