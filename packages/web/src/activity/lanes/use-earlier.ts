import { useEffect, useState } from 'react'
import type { Journal } from '../use-journal'

/** So many events are loaded unasked, and again with each press. */
const STEP = 5_000
/** Pages that are fetched before the picture is drawn again. */
const PAGES = 5
/** More than this is not kept: the feed has the rest. */
export const KEPT_FOR_LANES = 20_000

export interface Earlier {
  readonly isLoading: boolean
  /** At most so many events are before what is loaded; 0 when nothing is missing. */
  readonly missing: number
  readonly hasFailed: boolean
  /** Null when nothing more can be loaded. */
  readonly load: (() => void) | null
}

/** Loads the story from its end, so far as is good, and says what is missing. */
export function useEarlier(journal: Journal): Earlier {
  const { events, hasBefore, earlier, loadEarlier } = journal
  const [most, setMost] = useState(STEP)
  const [oldest] = events
  const isAllowed = hasBefore && events.length < Math.min(most, KEPT_FOR_LANES)
  useEffect(() => {
    if (isAllowed && earlier === 'idle') queueMicrotask(() => loadEarlier(PAGES))
  }, [isAllowed, earlier, loadEarlier])
  const canLoad = hasBefore && events.length < KEPT_FOR_LANES && earlier !== 'loading'
  return {
    isLoading: isAllowed && earlier !== 'failed',
    missing: hasBefore && oldest ? oldest.seq - 1 : 0,
    hasFailed: earlier === 'failed',
    load: canLoad
      ? () => {
          setMost(events.length + STEP)
          loadEarlier(PAGES)
        }
      : null,
  }
}
