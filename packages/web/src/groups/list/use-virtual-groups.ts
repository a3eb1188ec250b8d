import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useLayoutEffect } from 'react'
import { useStore } from 'zustand'
import { prefs } from '../../ui/prefs'
import type { RowItem } from './row-items'

/** Above so many rows only those near the view are in the document. */
const VIRTUAL_ABOVE = 60
const HEIGHTS = { comfortable: 81, compact: 37, section: 30, fold: 44 } as const

/** Which rows of the list are in the document: all of a short list, of a long one those near the view. */
export function useVirtualGroups(
  scroller: RefObject<HTMLElement | null>,
  items: readonly RowItem[],
  /** The row at which Tab stops. */
  stop: number,
) {
  const { density } = useStore(prefs)
  const isVirtual = items.length > VIRTUAL_ABOVE
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: items.length,
    enabled: isVirtual,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => items[index]?.key ?? index,
    estimateSize: (index) => {
      const kind = items[index]?.kind ?? 'group'
      return kind === 'group' ? HEIGHTS[density] : HEIGHTS[kind]
    },
    overscan: 6,
    // What has the focus stays in the document, or the keyboard would be nowhere.
    rangeExtractor: useCallback(
      (range: Range) => {
        const shown = defaultRangeExtractor(range)
        return stop < 0 || shown.includes(stop) ? shown : [...shown, stop].toSorted((a, b) => a - b)
      },
      [stop],
    ),
  })
  useLayoutEffect(() => virtual.measure(), [virtual, density])
  return { virtual, isVirtual }
}
