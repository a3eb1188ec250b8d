import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '../sync/api'
import { onCrewEvents } from '../sync/crew-events'
import {
  type JournalPage,
  type JournalWindow,
  trimmed,
  withArrived,
  withEarlier,
  withNewest,
} from './journal-window'

const PAGE = 200
/** So many events are kept while one reads at the end; a whole day of a busy crew is fifty thousand. */
export const KEPT_FOR_FEED = 4_000
/** The largest position there is: the newest page. */
const END = Number.MAX_SAFE_INTEGER

export interface Journal {
  readonly events: readonly CrewEvent[]
  readonly hasBefore: boolean
  readonly phase: 'loading' | 'ready' | 'failed'
  /** How fetching what is earlier stands. */
  readonly earlier: 'idle' | 'loading' | 'failed'
  /** Fetches what is before, so many pages of it. */
  readonly loadEarlier: (pages?: number) => void
  readonly retry: () => void
}

/** The end of a crew's journal, followed live, and as much of its past as was asked for. `most` says how many events may be kept now. */
export function useJournal(leadId: string, most: () => number): Journal {
  const [window, setWindow] = useState<JournalWindow | null>(null)
  const [earlier, setEarlier] = useState<Journal['earlier']>('idle')
  // Arrived before there is a window to put it into, or since its newest page was asked for.
  const arrived = useRef<CrewEvent[]>([])
  const isFetching = useRef(true)
  const abort = useRef<AbortController | null>(null)
  const kept = useRef(most)
  useEffect(() => {
    kept.current = most
  })

  // Follows from before the first page is asked for, so that nothing falls between the two.
  useEffect(() => {
    const stop = new AbortController()
    abort.current = stop
    let frame: readonly CrewEvent[] = []
    const unfollow = onCrewEvents(leadId, (event) => {
      // Also when it is fetched again because events were lost: put into the window now, they would hide the hole.
      if (isFetching.current) {
        arrived.current.push(event)
        return
      }
      if (frame.length === 0) {
        // Hidden tabs get no animation frames.
        setTimeout(() => {
          const events = frame
          frame = []
          if (stop.signal.aborted) return
          setWindow((own) => {
            if (!own) return own
            const next = withArrived(own, events)
            return trimmed(next, kept.current())
          })
        }, 16)
      }
      frame = [...frame, event]
    })
    return () => {
      unfollow()
      stop.abort()
    }
  }, [leadId])

  // Events were lost: the sync layer calls everything of the crew stale, and the newest page is fetched anew.
  const newest = useQuery({
    queryKey: ['lead', leadId, 'journal'],
    queryFn: ({ signal }) => {
      isFetching.current = true
      return api.events(leadId, { before: END, limit: PAGE }, signal)
    },
    staleTime: Infinity,
    gcTime: 0,
    structuralSharing: false,
  })
  const { data, refetch } = newest
  useEffect(() => {
    if (!data) return
    isFetching.current = false
    const during = arrived.current
    arrived.current = []
    setWindow((own) => withNewest(own, data, during))
  }, [data])

  const before = window?.hasBefore ? window.events[0]?.seq : undefined
  const isBusy = useRef(false)
  const loadEarlier = useCallback(
    (pages = 1) => {
      const signal = abort.current?.signal
      if (before === undefined || isBusy.current || !signal) return
      isBusy.current = true
      setEarlier('loading')
      const found: JournalPage[] = []
      void fetchPages(leadId, before, pages, signal, found).then((isWhole) => {
        isBusy.current = false
        if (signal.aborted) return
        setEarlier(isWhole ? 'idle' : 'failed')
        // Drawn once, however many pages there are.
        setWindow((own) => own && found.reduce(withEarlier, own))
      })
    },
    [leadId, before],
  )

  return {
    events: window?.events ?? NOTHING,
    hasBefore: window?.hasBefore ?? false,
    phase: newest.isError ? 'failed' : window ? 'ready' : 'loading',
    earlier,
    loadEarlier,
    retry: () => void refetch(),
  }
}

const NOTHING: readonly CrewEvent[] = []

/** Puts the pages before a number into `found`, newest first; whether all of them came. */
async function fetchPages(
  leadId: string,
  before: number,
  pages: number,
  signal: AbortSignal,
  found: JournalPage[],
): Promise<boolean> {
  try {
    for (let from = before; found.length < pages;) {
      const page = await api.events(leadId, { before: from, limit: PAGE }, signal)
      found.push(page)
      const [oldest] = page.events
      if (!page.hasBefore || !oldest) break
      from = oldest.seq
    }
    return true
  } catch {
    return false
  }
}
