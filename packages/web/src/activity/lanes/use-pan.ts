import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'

const LEAST_PX = 6
/** How much more time one notch of a wheel shows, about. */
const WHEEL = 0.0016
const LINE_PX = 16

interface Moves {
  /** Dragged by so many pixels to the right. */
  readonly onPan: (px: number) => void
  /** So many times as much time, with what is at `clientX` staying there. */
  readonly onZoom: (factor: number, clientX: number) => void
}

/** Dragging, pinching and the wheel, over what is inside `plot`; `isOwn` says which places are. */
export function usePan(
  plot: RefObject<HTMLElement | null>,
  isOwn: (target: EventTarget | null) => boolean,
  moves: Moves,
) {
  const pointers = useRef(new Map<number, number>())
  const drag = useRef<{ x: number; isDragging: boolean } | null>(null)
  const latest = useRef({ moves, isOwn })
  useEffect(() => {
    latest.current = { moves, isOwn }
  })

  useEffect(() => {
    const element = plot.current
    if (!element) return
    const onWheel = (event: WheelEvent) => {
      // Over the names it scrolls, as everywhere.
      if (!latest.current.isOwn(event.target)) return
      event.preventDefault()
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : LINE_PX
      const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)
      if (isSideways) latest.current.moves.onPan(-(event.deltaX || event.deltaY) * unit)
      else {
        const factor = Math.exp(event.deltaY * unit * WHEEL)
        latest.current.moves.onZoom(Math.min(4, Math.max(0.25, factor)), event.clientX)
      }
    }
    // React listens passively; then the page would scroll too.
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [plot])

  const end = (event: PointerEvent) => {
    pointers.current.delete(event.pointerId)
    drag.current = null
  }
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || !isOwn(event.target)) return
      pointers.current.set(event.pointerId, event.clientX)
      drag.current = pointers.current.size === 1 ? { x: event.clientX, isDragging: false } : null
    },
    onPointerMove: (event: PointerEvent) => {
      if (!pointers.current.has(event.pointerId)) return
      if (event.buttons === 0) {
        end(event)
        return
      }
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
      if (other !== undefined) {
        const before = Math.abs((pointers.current.get(event.pointerId) ?? other) - other)
        const after = Math.abs(event.clientX - other)
        pointers.current.set(event.pointerId, event.clientX)
        if (before > LEAST_PX && after > LEAST_PX) {
          moves.onZoom(before / after, (event.clientX + other) / 2)
        }
        return
      }
      pointers.current.set(event.pointerId, event.clientX)
      const own = drag.current
      if (!own) return
      const px = event.clientX - own.x
      if (!own.isDragging && Math.abs(px) < LEAST_PX) return
      if (!own.isDragging) event.currentTarget.setPointerCapture(event.pointerId)
      drag.current = { x: event.clientX, isDragging: true }
      moves.onPan(px)
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}
