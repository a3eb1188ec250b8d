import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useRef } from 'react'
import { useHeldPlace } from '../../ui/use-held-place'
import type { ChatRow } from './timeline-rows'

/** Closer to the end than this is at the end. */
export const END_PX = 80

export const ESTIMATE: Readonly<Record<ChatRow['kind'], number>> = {
  start: 40,
  later: 30,
  day: 38,
  new: 32,
  system: 30,
  event: 30,
  message: 64,
  pending: 64,
  composing: 52,
}

interface DrawnRowsInput<Row> {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly rows: readonly Row[]
  readonly isLive: boolean
  /** Height of a row that was not drawn yet, by its kind. */
  readonly estimate: Readonly<Record<string, number>>
}

export type RowVirtualizer = ReturnType<typeof useDrawnRows>['virtualizer']

/** Which rows of a timeline are in the document: those in the view, some around it, and the pinned one. */
export function useDrawnRows<Row extends { readonly kind: string; readonly key: string }>({
  scroller,
  rows,
  isLive,
  estimate,
}: DrawnRowsInput<Row>) {
  const pinned = useRef<string | null>(null)
  // The compiler is not in use; the rule warns of what it would skip.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimate[rows[index]?.kind ?? ''] ?? 64,
    getItemKey: (index) => rows[index]?.key ?? index,
    anchorTo: 'end',
    followOnAppend: isLive,
    scrollEndThreshold: END_PX,
    overscan: 10,
    paddingStart: 8,
    paddingEnd: 8,
    // The row with the focus stays: a focus that falls to the page is lost to a keyboard.
    rangeExtractor: (range: Range) => {
      const shown = defaultRangeExtractor(range)
      // Asked by its key: earlier messages may have been put before it in this very render.
      const index = rows.findIndex(({ key }) => key === pinned.current)
      if (index < 0 || index >= range.count || shown.includes(index)) return shown
      return [...shown, index].toSorted((a, b) => a - b)
    },
  })
  useHeldPlace(virtualizer)
  const pin = useCallback((key: string | null) => {
    pinned.current = key
  }, [])
  return { virtualizer, pin }
}
