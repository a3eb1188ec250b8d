import { type MouseEvent, type PointerEvent, type TouchEvent, useRef } from 'react'

const PRESS_MS = 500
const MOVED_PX = 10

interface Point {
  readonly x: number
  readonly y: number
}

/** A finger that stays: what a right click is to a mouse. The tap it would have been does not happen. */
export function useLongPress(run: (target: HTMLElement, at: Point) => void) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; from: Point } | null>(null)
  const wasLong = useRef(false)
  const end = () => {
    if (press.current) clearTimeout(press.current.timer)
    press.current = null
  }
  /** Whether this press has opened something; asked by the browser's own event for it, which comes about then. */
  const isTaken = () => {
    if (wasLong.current) return true
    wasLong.current = press.current !== null
    end()
    return false
  }
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      wasLong.current = false
      if (event.pointerType !== 'touch') return
      end()
      const from = { x: event.clientX, y: event.clientY }
      const target = event.target as HTMLElement
      const timer = setTimeout(() => {
        wasLong.current = true
        press.current = null
        run(target, from)
      }, PRESS_MS)
      press.current = { timer, from }
    },
    onPointerMoveCapture: (event: PointerEvent) => {
      const from = press.current?.from
      if (from && Math.hypot(event.clientX - from.x, event.clientY - from.y) > MOVED_PX) end()
    },
    onPointerUp: end,
    // Without it the browser goes on as after a tap, and moves the focus from what was opened.
    onTouchEnd: (event: TouchEvent) => {
      if (wasLong.current && event.cancelable) event.preventDefault()
    },
    onPointerCancel: end,
    onContextMenu: (event: MouseEvent) => {
      // A finger that rests asks for this as well; the mouse keeps its own menu.
      if ((event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch')
        event.preventDefault()
    },
    onClickCapture: (event: MouseEvent) => {
      if (!wasLong.current) return
      wasLong.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
  return { handlers, isTaken }
}
