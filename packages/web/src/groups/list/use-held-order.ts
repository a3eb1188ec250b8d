import { type FocusEvent, type PointerEvent, useState } from 'react'
import { inHeldPlaces, type PlacedGroup } from './group-order'

/** Keeps the order while a mouse or the keyboard is in the list: no row moves away from under it. */
export function useHeldOrder(now: readonly PlacedGroup[]) {
  const [held, setHeld] = useState<readonly PlacedGroup[] | null>(null)
  const hold = () => setHeld((before) => before ?? now)
  return {
    ordered: held ? inHeldPlaces(now, held) : now,
    /** What was done to the order itself shows at once. */
    release: () => setHeld(null),
    handlers: {
      onPointerMove: (event: PointerEvent) => {
        if (event.pointerType === 'mouse') hold()
      },
      onPointerLeave: (event: PointerEvent) => {
        if (!event.currentTarget.querySelector(':focus-visible')) setHeld(null)
      },
      onFocus: (event: FocusEvent) => {
        if (event.target.matches(':focus-visible')) hold()
      },
      onBlur: (event: FocusEvent) => {
        const { currentTarget, relatedTarget } = event
        if (currentTarget.contains(relatedTarget) || currentTarget.matches(':hover')) return
        setHeld(null)
      },
    },
  }
}
