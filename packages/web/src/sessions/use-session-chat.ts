import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { SessionRecord } from '@crewroom/shared/model/session'
import type { TimelineRow } from '@crewroom/shared/model/timeline'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { type KeptPlace, keptPlace } from '../groups/timeline/kept-place'
import type { Distance } from '../groups/timeline/use-distance'
import { usePlaceWindow } from '../groups/timeline/use-place-window'
import { useReadPlace } from '../groups/timeline/use-read-place'
import { useSeen } from '../groups/timeline/use-seen'
import { liveRunIn } from '../discussions/live-run'
import { sessions } from '../sync/api/sessions'
import { readableSession } from '../sync/read-marks'
import { outbox } from '../sync/sync'
import { useAttention } from '../ui/use-attention'
import type { FetchPage } from '../sync/timeline-windows'
import type { SessionPlace } from './chat/use-session-place'
import { indexOfMessage, sessionRows } from './session-rows'
import { placeOfRound, useRoundAsked, useRoundInAddress } from './use-round-in-address'
import { useRounds } from './use-rounds'

export type SessionChatState = ReturnType<typeof useSessionChat>

/** The rows of a session's chat, where it opens, and how far down one reads. */
export function useSessionChat(
  state: CrewState,
  session: SessionRecord,
  /** Whether what is on its way asks somebody. */
  asksSomebody: boolean,
) {
  const { leadId, id, groupName } = session
  const place = useMemo(() => readableSession(session), [session])
  const [distance, setDistance] = useState<Distance>('end')
  const [leftAt, setLeftAt] = useState(0)
  const [log, setLog] = useState<HTMLElement | null>(null)
  const read = useReadPlace(state, place)
  const fetchPage = useCallback<FetchPage>(
    (from, signal) => sessions.messages({ leadId, groupName, id }, from, signal),
    [leadId, groupName, id],
  )
  const window = usePlaceWindow({
    leadId,
    name: place.name,
    fetchPage,
    noun: 'session',
    unreadAfter: read.unreadAfter,
    unread: read.unreadAtOpen,
  })
  const { rows: loaded, isLive, messageId, trim } = window
  const asked = useRoundAsked(id, session.rounds)
  const own = liveRunIn(state, session)
  const firstRound = own?.firstRound
  const ownId = own?.id
  // What changes with every step is not in it.
  const liveRuns = useMemo(
    () => (ownId === undefined || firstRound === undefined ? [] : [{ id: ownId, firstRound }]),
    [ownId, firstRound],
  )
  const rounds = useRounds(session, state.rounds[id], Math.min(oldestOf(loaded), asked ?? Infinity))
  const pending = useStore(
    outbox.store,
    useShallow((all) => all.filter((own) => own.leadId === leadId && own.sessionId === id)),
  )
  const newest = loaded.at(-1)?.seq ?? 0
  const knownSeq = newest <= state.seq ? Infinity : state.seq
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
  const rows = useMemo(
    () =>
      sessionRows({
        rows: loaded,
        rounds: rounds.byNumber,
        oldestRound: rounds.oldest,
        pending,
        asksSomebody,
        hasEarlier: window.earlier !== 'none',
        hasLater: !isLive,
        knownSeq,
        liveRuns,
        runId: session.runId,
      }),
    [
      loaded,
      rounds.byNumber,
      rounds.oldest,
      pending,
      asksSomebody,
      window.earlier,
      isLive,
      knownSeq,
      liveRuns,
      session.runId,
    ],
  )
  const [kept] = useState(() => keptPlace(leadId, place.name))
  const unreadAfter = pending.length > 0 ? null : read.unreadAfter
  const jumpKey = pending.at(-1)?.clientId ?? ''
  const isReady = window.query.data !== undefined && rounds.isReady
  useRoundInAddress({
    asked,
    rows,
    rounds: rounds.byNumber,
    isReady,
    messageId,
    distance,
    jumpKey,
  })
  const opensAt = window.isAtLatest
    ? null
    : messageId === null && asked !== null
      ? placeOfRound(asked, rows)
      : placeOf(messageId, rows, loaded, unreadAfter, kept)
  /** Where "Show" leads to, in what is loaded. */
  const [shown, setShown] = useState<{ place: SessionPlace; under: string | null } | null>(null)
  const [shows, setShows] = useState(0)
  const show = useCallback(
    (message: string): boolean => {
      if (indexOfMessage(rows, message) === -1) return false
      setShows((count) => count + 1)
      setShown({ place: flashing(`show ${shows} ${message}`, message), under: messageId })
      return true
    },
    [rows, shows, messageId],
  )
  const goesTo = shown?.under === messageId ? shown.place : opensAt
  const above = useSeen({
    log,
    rows: loaded,
    isLive,
    isHere: useAttention(),
    read,
    brought: `${goesTo?.id ?? ''} ${jumpKey}`,
  })
  return {
    place,
    window,
    rounds,
    rows,
    /** Messages of the person that the server has not confirmed. */
    pending,
    onDistance,
    show,
    above,
    toLatest: () => {
      setShown(null)
      read.markAll()
      window.toLatest()
    },
    // Another message in the address is another place.
    opensAt: goesTo,
    newBelow: distance === 'end' ? 0 : newBelow(loaded, leftAt),
    jumpKey,
    isReady,
    unreadAfter: read.unreadAfter,
    markUnread: read.markUnread,
  }
}

/** Where the chat opens: at the message of a link, at what is new when that is long, or at the end. */
function placeOf(
  messageId: string | null,
  rows: Parameters<typeof indexOfMessage>[0],
  loaded: readonly TimelineRow[],
  unreadAfter: number | null,
  kept: KeptPlace | null,
): SessionPlace | null {
  if (messageId !== null) return flashing(`m ${messageId}`, messageId)
  if (unreadAfter !== null) {
    const news = loaded.flatMap((row) => (row.kind === 'event' ? [] : [row.message]))
    const first = news.find(({ seq, from }) => seq > unreadAfter && from !== HUMAN_ID)
    if (first) {
      const key = first.id
      return { id: `new ${unreadAfter}`, key, flash: false, top: null, ifLong: true }
    }
  }
  // Only what is still loaded: otherwise the end is the better place to begin.
  const isLoaded = kept && (rows.some(({ key }) => key === kept.key) || isIn(rows, kept.key))
  return kept && isLoaded ? { id: 'kept', ...kept, flash: false, ifLong: false } : null
}

const isIn = (rows: Parameters<typeof indexOfMessage>[0], messageId: string) =>
  indexOfMessage(rows, messageId) !== -1

function flashing(id: string, key: string): SessionPlace {
  return { id, key, flash: true, top: null, ifLong: false }
}

function newBelow(rows: readonly TimelineRow[], leftAt: number): number {
  return rows.filter(
    (row) => row.kind !== 'event' && row.seq > leftAt && row.message.from !== HUMAN_ID,
  ).length
}

/** Number of the oldest round of what is loaded. */
function oldestOf(rows: readonly TimelineRow[]): number {
  const numbers = rows.flatMap((row) =>
    row.kind === 'event' || !row.message.round || row.message.round.as === 'interjection'
      ? []
      : [row.message.round.n],
  )
  return Math.min(...numbers, Infinity)
}
