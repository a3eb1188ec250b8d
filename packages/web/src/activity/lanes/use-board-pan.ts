import type { RefObject } from 'react'
import type { Range } from './time-range'
import { usePan } from './use-pan'

interface BoardPan {
  readonly scroller: RefObject<HTMLElement | null>
  readonly range: Range
  readonly width: number
  readonly onPan: (ms: number) => void
  readonly onZoom: (factor: number, pivot: number) => void
}

/** Dragging, pinching and the wheel on the board, in times instead of pixels. */
export function useBoardPan({ scroller, range, width, onPan, onZoom }: BoardPan) {
  const { from, to } = range
  const timeAt = (clientX: number) => {
    const left = scroller.current?.querySelector('.l-scale')?.getBoundingClientRect().left ?? 0
    return from + ((clientX - left) / width) * (to - from)
  }
  const isPlot = (target: EventTarget | null) =>
    target instanceof Element && !target.closest('.l-who, .l-card, .l-quiet')
  return usePan(scroller, isPlot, {
    onPan: (px) => onPan((px / Math.max(1, width)) * (from - to)),
    onZoom: (factor, clientX) => onZoom(factor, timeAt(clientX)),
  })
}
