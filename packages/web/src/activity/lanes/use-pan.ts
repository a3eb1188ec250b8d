import { type PointerEvent, useRef } from 'react'

const LEAST_PX = 6

/** Dragging to the side. `onPan` is told by how many pixels, once per move. */
export function usePan(onPan: (px: number) => void) {
  const last = useRef<{ x: number; isDragging: boolean } | null>(null)
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button === 0 && event.pointerType === 'mouse') {
        last.current = { x: event.clientX, isDragging: false }
      }
    },
    onPointerMove: (event: PointerEvent) => {
      const drag = last.current
      if (!drag) return
      if (event.buttons === 0) {
        last.current = null
        return
      }
      const px = event.clientX - drag.x
      if (!drag.isDragging && Math.abs(px) < LEAST_PX) return
      last.current = { x: event.clientX, isDragging: true }
      onPan(px)
    },
    onPointerUp: () => {
      last.current = null
    },
  }
}
