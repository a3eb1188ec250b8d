import { type MouseEvent, type PointerEvent, useRef } from 'react'

const PRESS_MS = 450
const STILL_PX = 10

/** A finger that rests on something; it does what a pointer finds by hovering. */
export function useLongPress(run: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const begun = useRef({ x: 0, y: 0 })
  const cancel = () => clearTimeout(timer.current)
  return {
    onPointerDown: ({ pointerType, clientX, clientY }: PointerEvent) => {
      cancel()
      if (pointerType === 'mouse') return
      begun.current = { x: clientX, y: clientY }
      timer.current = setTimeout(run, PRESS_MS)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { x, y } = begun.current
      if (Math.hypot(clientX - x, clientY - y) > STILL_PX) cancel()
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    onContextMenu: (event: MouseEvent) => {
      // A finger that rests asks for this; the mouse keeps the browser's own menu.
      if ((event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch') {
        event.preventDefault()
      }
    },
  }
}
