import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { RowVirtualizer } from './use-drawn-rows'

interface FollowEndInput {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly virtualizer: RowVirtualizer
  readonly isAtEnd: RefObject<boolean>
  /** Goes to the end whenever this changes, and at first unless one comes to a place. */
  readonly jumpKey: string
  readonly hasPlace: boolean
}

/** Goes to the end for what one writes, and stays there when the view becomes smaller. */
export function useFollowEnd(input: FollowEndInput): void {
  const { scroller, virtualizer, isAtEnd, jumpKey, hasPlace } = input
  const firstJump = useRef(hasPlace ? jumpKey : null)
  useLayoutEffect(() => {
    if (firstJump.current === jumpKey) return
    firstJump.current = null
    virtualizer.scrollToEnd()
  }, [virtualizer, jumpKey])

  // The list follows what grows inside it, not a view that shrinks around it: composer, keyboard, window.
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) virtualizer.scrollToEnd()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller, isAtEnd, virtualizer])
}
