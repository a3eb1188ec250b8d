import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { KeptPlace } from './kept-place'
import { goTo, placeIn, type ScrollPlace } from './scroll-place'
import type { ChatRow } from './timeline-rows'
import type { RowVirtualizer } from './use-drawn-rows'

const FLASH_MS = 1_700

interface ScrollPlaceInput {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly rows: readonly ChatRow[]
  readonly virtualizer: RowVirtualizer
  readonly place: ScrollPlace | null
  /** Makes a row the one that has the focus of the keys. */
  readonly take: (key: string) => void
}

/** Goes to the place that is asked for, once it is loaded; returns the key of the row that is pointed out. */
export function useScrollPlace(input: ScrollPlaceInput): string | null {
  const { scroller, rows, virtualizer, place, take } = input
  const [flashing, setFlashing] = useState<string | null>(null)
  const placed = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (!place || placed.current === place.id) return
    const index = rows.findIndex(({ key }) => key === place.key)
    if (index === -1) return
    placed.current = place.id
    if (place.flash) {
      // Only now is it known that the row is there.
      // oxlint-disable-next-line react/set-state-in-effect
      setFlashing(place.key)
      // A person who arrives at a message reads on from there.
      take(place.key)
    }
    goTo(scroller.current, place, (align) => virtualizer.scrollToIndex(index, { align }))
  }, [scroller, place, rows, virtualizer, take])
  useEffect(() => {
    if (flashing === null) return
    const timer = setTimeout(() => setFlashing(null), FLASH_MS)
    return () => clearTimeout(timer)
  }, [flashing])
  return flashing
}

/** Tells where one was when the timeline goes away; null when that was at the end. */
export function useLeftPlace(
  scroller: RefObject<HTMLDivElement | null>,
  isAtEnd: RefObject<boolean>,
  onLeave: (place: KeptPlace | null) => void,
): void {
  const leave = useRef(onLeave)
  useEffect(() => {
    leave.current = onLeave
  })
  useLayoutEffect(() => {
    const log = scroller.current
    const placeNow = () => (isAtEnd.current ? null : placeIn(log))
    return () => leave.current(placeNow())
  }, [scroller, isAtEnd])
}
