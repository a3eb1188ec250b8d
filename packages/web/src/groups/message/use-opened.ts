import { useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** So many are remembered: rows come and go while one scrolls, and a row that comes back is as it was left. */
const MOST = 200
/** Outside of the rows: one may be made again at the very moment in which something of it is pressed. */
const opened = createStore<ReadonlySet<string>>(() => new Set())

/**
 * Whether a part of a message is open, such as its long text or a drawing, and what changes that. `part` names it where
 * it is shown in several rows, or in one that is made again; without it only this row knows.
 */
export function useOpened(part: string | undefined): [boolean, (isOpen: boolean) => void] {
  const [isOpenHere, setOpenHere] = useState(false)
  const isOpen = useStore(opened, (parts) => part !== undefined && parts.has(part))
  if (part === undefined) return [isOpenHere, setOpenHere]
  return [
    isOpen,
    (next) => {
      const others = [...opened.getState()].filter((one) => one !== part)
      opened.setState(new Set(next ? [...others, part].slice(-MOST) : others), true)
    },
  ]
}
