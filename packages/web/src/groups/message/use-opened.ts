import { useState } from 'react'

/** So many are remembered: rows come and go while one scrolls, and a row that comes back is as it was left. */
const MOST = 200
const opened = new Set<string>()

/**
 * Whether a part of a message is open, such as its long text or a drawing, and what changes that. `part` names it where
 * it is shown in several rows, or in one that is made again; without it only this row knows.
 */
export function useOpened(part: string | undefined): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(part !== undefined && opened.has(part))
  return [
    isOpen,
    (next) => {
      setOpen(next)
      if (part === undefined) return
      opened.delete(part)
      if (next) opened.add(part)
      const [oldest] = opened
      if (opened.size > MOST && oldest !== undefined) opened.delete(oldest)
    },
  ]
}
