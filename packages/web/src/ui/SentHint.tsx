import { useEffect } from 'react'
import { useStore } from 'zustand'
import { placeOf, type ToAgents, type ToGroup } from '../sync/outbox'
import { forgetHint, sentHints } from '../sync/sent-hints'

interface SentHintProps {
  readonly to: ToGroup | ToAgents
  /** What is being written there. */
  readonly text: string
}

/** What the server said of the message that the person has just sent there, until the person writes again. */
export function SentHint({ to, text }: SentHintProps) {
  const place = placeOf(to)
  const hint = useStore(sentHints, (all) => all[place])
  useEffect(() => {
    if (text !== '') forgetHint(place)
  }, [place, text])
  // Empty at first: screen readers say what comes into a status, not what comes with it.
  return (
    <p className="sent-hint" role="status">
      {hint}
    </p>
  )
}
