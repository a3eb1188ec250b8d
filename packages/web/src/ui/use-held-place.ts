import type { Virtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect } from 'react'

/**
 * Keeps what one reads in its place when rows above it change their height. The library leaves that out while one
 * scrolls up; just then a row loses its head to an earlier one, and all below it would jump by that.
 */
export function useHeldPlace(virtualizer: Virtualizer<HTMLDivElement, Element>): void {
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/immutability -- the library takes this only by assignment
    virtualizer.shouldAdjustScrollPositionOnItemSizeChange = ({ key, start, end }, _, own) =>
      (own.itemSizeCache.has(key) ? end - 1 : start) < (own.scrollOffset ?? 0)
  }, [virtualizer])
}
