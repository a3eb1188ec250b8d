import type { GroupRecord } from '@crewroom/shared/model/group'
import { type FocusEvent, type PointerEvent, useState } from 'react'
import { inHeldOrder } from './group-order'

/** Keeps the order while a mouse or the keyboard is in the list: no row moves away from under it. */
export function useHeldOrder(groups: readonly GroupRecord[]) {
  const [held, setHeld] = useState<readonly string[] | null>(null)
  const hold = () => setHeld((before) => before ?? groups.map((group) => group.name))
  return {
    ordered: held ? inHeldOrder(groups, held) : groups,
    handlers: {
      onPointerEnter: (event: PointerEvent) => {
        if (event.pointerType === 'mouse') hold()
      },
      onPointerLeave: () => setHeld(null),
      onFocus: (event: FocusEvent) => {
        if (event.target.matches(':focus-visible')) hold()
      },
      onBlur: () => setHeld(null),
    },
  }
}
