import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { goTo, placeIn } from '../groups/timeline/scroll-place'
import type { TabPlace } from './tab-ui'
import type { HistoryList, ListRow } from './use-history-list'

const FLASH_MS = 1_700

/** A row to come to, once per `id`. */
export interface Arrival {
  readonly id: number
  readonly key: string
  readonly flash: boolean
  /** Pixels below the top of the view; null: a quarter of its height. */
  readonly top: number | null
  /** Its button takes the focus. */
  readonly focus: boolean
}

interface PlaceInput {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly rows: readonly Pick<ListRow, 'key'>[]
  readonly list: HistoryList
  /** Where the tab was left. */
  readonly saved: TabPlace | undefined
  readonly onLeave: (place: TabPlace | null) => void
}

/** Brings the view to a row, holds one in its place, and tells where one was when the view goes away. */
export function useTranscriptPlace(input: PlaceInput) {
  const { scroller, rows, list, saved, onLeave } = input
  const { virtualizer, leaveEnd, isAtEnd } = list
  const [arrival, setArrival] = useState<Arrival | null>(() =>
    saved ? { id: 0, ...saved, flash: false, focus: false } : null,
  )
  const [flashing, setFlashing] = useState<string | null>(null)
  const arrived = useRef<number | null>(null)
  const count = useRef(0)

  const arrive = useCallback((place: Omit<Arrival, 'id'>) => {
    count.current += 1
    setArrival({ id: count.current, ...place })
  }, [])

  useLayoutEffect(() => {
    if (!arrival || arrived.current === arrival.id) return
    const index = rows.findIndex(({ key }) => key === arrival.key)
    if (index === -1) return
    arrived.current = arrival.id
    leaveEnd()
    // Only now is it known that the row is there.
    // oxlint-disable-next-line react/set-state-in-effect
    if (arrival.flash) setFlashing(arrival.key)
    const place = { ...arrival, id: String(arrival.id), ifLong: false }
    goTo(scroller.current, place, (align) => virtualizer.scrollToIndex(index, { align }))
    if (arrival.focus) focusRow(scroller.current, arrival.key)
  }, [arrival, rows, scroller, virtualizer, leaveEnd])

  useEffect(() => {
    if (flashing === null) return
    const timer = setTimeout(() => setFlashing(null), FLASH_MS)
    return () => clearTimeout(timer)
  }, [flashing])

  const inPlace = useCallback(
    (key: string, change: () => void) => {
      const log = scroller.current
      const row = log?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)
      if (log && row) {
        const top = row.getBoundingClientRect().top - log.getBoundingClientRect().top
        arrive({ key, top, flash: false, focus: false })
      }
      change()
    },
    [scroller, arrive],
  )

  const leave = useRef(onLeave)
  useEffect(() => {
    leave.current = onLeave
  })
  useLayoutEffect(() => {
    const log = scroller.current
    const tell = () => leave.current(isAtEnd.current ? null : placeIn(log))
    // A reload tells nobody else.
    addEventListener('pagehide', tell)
    return () => {
      removeEventListener('pagehide', tell)
      tell()
    }
  }, [scroller, isAtEnd])

  return { arrive, inPlace, flashing, arrival }
}

/** The button of a row, as soon as the row is drawn. */
function focusRow(log: HTMLElement | null, key: string): void {
  let frames = 0
  const step = () => {
    const row = log?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)
    const button = row?.querySelector<HTMLElement>('button')
    frames += 1
    if (button) button.focus({ preventScroll: true })
    else if (frames < 30) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}
