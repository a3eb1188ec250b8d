import { useState } from 'react'

/** So many are remembered: rows come and go while one scrolls, and a row that comes back is as it was left. */
const MOST = 200
const unfolded = new Set<string>()

/** Whether the long text of a message is shown whole, and what changes that. Without a message only this row knows. */
export function useUnfolded(messageId: string | undefined): [boolean, (isWhole: boolean) => void] {
  const [isWhole, setWhole] = useState(messageId !== undefined && unfolded.has(messageId))
  return [
    isWhole,
    (next) => {
      setWhole(next)
      if (messageId === undefined) return
      unfolded.delete(messageId)
      if (next) unfolded.add(messageId)
      const [oldest] = unfolded
      if (unfolded.size > MOST && oldest !== undefined) unfolded.delete(oldest)
    },
  ]
}
