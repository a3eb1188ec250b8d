import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { fetchEarlier, journalOptions } from './journal-query'

/** So many events are kept while one reads at the end; a whole day of a busy crew is fifty thousand. */
export const KEPT_FOR_FEED = 4_000

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

/**
 * The end of a crew's journal, followed live, and as much of its past as was asked for. `most` says how many events may
 * be kept now; the first one that is given is asked.
 */
export function useJournal(leadId: string, most: () => number): Journal {
  const journal = useQuery(journalOptions(leadId, most))
  const window = journal.data

  const [earlier, setEarlier] = useState<Journal['earlier']>('idle')
  const before = window?.hasBefore ? window.events[0]?.seq : undefined
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [leadId])
  const isBusy = useRef(false)
  const loadEarlier = useCallback(
    (pages = 1) => {
      if (before === undefined || isBusy.current) return
      isBusy.current = true
      setEarlier('loading')
      const { signal } = (abort.current = new AbortController())
      void fetchEarlier(leadId, before, pages, signal).then((isWhole) => {
        isBusy.current = false
        if (!signal.aborted) setEarlier(isWhole ? 'idle' : 'failed')
      })
    },
    [leadId, before],
  )

  return {
    events: window?.events ?? NOTHING,
    hasBefore: window?.hasBefore ?? false,
    phase: journal.isError ? 'failed' : window ? 'ready' : 'loading',
    earlier,
    loadEarlier,
    retry: () => void journal.refetch(),
  }
}

const NOTHING: readonly CrewEvent[] = []
