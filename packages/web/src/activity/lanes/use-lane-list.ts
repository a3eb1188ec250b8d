import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Rows } from './lane-rows'
import type { Stop } from './use-stops'

/** Which rows are in the document, and at which of them Tab stops. */
export function useLaneList(scroller: RefObject<HTMLElement | null>, { rows, isDense }: Rows) {
  const [stop, setStop] = useState<Stop>({ key: '', seq: null })
  const lane = Math.max(
    0,
    rows.findIndex(({ key }) => key === stop.key),
  )
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => rows[index]?.height ?? 0,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 4,
    // What has the focus stays in the page when it scrolls out of sight.
    rangeExtractor: (own) => [...new Set([...defaultRangeExtractor(own), lane])],
  })
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rows.length, isDense])
  return { virtualizer, stop, setStop, lane }
}
