import { useEffect, useState } from 'react'
import type { Journal } from '../use-journal'

/** So many events are loaded unasked, and again with each press. */
const STEP = 5_000
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

/** Loads what the shown stretch needs of the past, so far as is good, and says what is missing. */
export function useEarlier(journal: Journal, from: number): Earlier {
  const { events, hasBefore, earlier, loadEarlier } = journal
  const [most, setMost] = useState(STEP)
  const [oldest] = events
  const isMissing = hasBefore && oldest !== undefined && Date.parse(oldest.at) > from
  const isAllowed = events.length < Math.min(most, KEPT_FOR_LANES)
  useEffect(() => {
    if (isMissing && isAllowed && earlier === 'idle') queueMicrotask(loadEarlier)
  }, [isMissing, isAllowed, earlier, loadEarlier])
  const canLoad = isMissing && events.length < KEPT_FOR_LANES && earlier !== 'loading'
  return {
    isLoading: isMissing && isAllowed && earlier !== 'failed',
    missing: isMissing ? oldest.seq - 1 : 0,
    hasFailed: earlier === 'failed',
    load: canLoad
      ? () => {
          setMost(events.length + STEP)
          loadEarlier()
        }
      : null,
  }
}
