import { ArrowDown } from 'lucide-react'
import { shownCount } from '../../ui/Badge'
import type { Distance } from './use-distance'

interface JumpPillProps {
  readonly isLive: boolean
  readonly distance: Distance
  readonly newBelow: number
  readonly onJump: () => void
}

/** The way down: to what is new, to the end, or out of a part of the history; nothing at the end itself. */
export function JumpPill({ isLive, distance, newBelow, onJump }: JumpPillProps) {
  const words = !isLive
    ? 'Back to latest'
    : newBelow > 0 && distance !== 'end'
      ? `${shownCount(newBelow)} new ${newBelow === 1 ? 'message' : 'messages'}`
      : distance === 'far'
        ? 'Latest'
        : null
  if (words === null) return null
  return (
    <button
      type="button"
      className={isLive && newBelow > 0 ? 'jumpb' : 'jumpb plain'}
      onClick={onJump}
    >
      <ArrowDown size={16} />
      {words}
    </button>
  )
}
