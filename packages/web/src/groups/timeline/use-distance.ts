import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { END_PX } from './use-drawn-rows'

/** Rows beyond the loaded ones are asked for this many screens before they are needed. */
const AHEAD_SCREENS = 1.5

export type Distance = 'end' | 'near' | 'far'

interface DistanceInput {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly rowCount: number
  readonly isLive: boolean
  readonly beginsAtEnd: boolean
  readonly loadEarlier: (() => void) | null
  readonly loadLater: (() => void) | null
  readonly onDistance: (distance: Distance, log: HTMLElement) => void
}

/** How far from the end one reads; what comes next in both directions is asked for in time. */
export function useDistance(input: DistanceInput) {
  const { scroller, rowCount, isLive, loadEarlier, loadLater, onDistance } = input
  const [distance, setDistance] = useState<Distance>('end')
  const isAtEnd = useRef(input.beginsAtEnd)
  const look = useCallback(() => {
    const element = scroller.current
    if (!element) return
    const below = element.scrollHeight - element.scrollTop - element.clientHeight
    isAtEnd.current = isLive && below <= END_PX
    const now = isAtEnd.current ? 'end' : isLive && below <= element.clientHeight ? 'near' : 'far'
    setDistance(now)
    onDistance(now, element)
    const ahead = AHEAD_SCREENS * element.clientHeight
    if (element.scrollTop < ahead) loadEarlier?.()
    if (below < ahead) loadLater?.()
  }, [scroller, isLive, loadEarlier, loadLater, onDistance])

  // Rows are measured after they are drawn; only then is it known how far away the end is.
  useEffect(() => {
    const request = requestAnimationFrame(look)
    return () => cancelAnimationFrame(request)
  }, [look, rowCount])
  return { distance, isAtEnd, look }
}
