import { ArrowLeft, ArrowRight } from 'lucide-react'
import type { Picture } from './lane-rows'
import { timeAt } from './lane-words'
import { nearestActivity } from './story'
import type { Range } from './time-range'

interface NothingHereProps {
  readonly picture: Picture
  readonly range: Range
  readonly onJump: (at: number) => void
}

/** Nothing is in the window: when something was, and the way there. */
export function NothingHere({ picture, range, onJump }: NothingHereProps) {
  const near = nearestActivity(picture, range)
  return (
    <div className="l-nothing" role="status">
      <b>{near ? 'Nothing happened here' : 'Nothing happened yet'}</b>
      {near && (
        <>
          <span>
            The {near.isBefore ? 'last' : 'next'} activity was at {timeAt(near.at)}.
          </span>
          <button type="button" className="btn" onClick={() => onJump(near.at)}>
            {near.isBefore ? <ArrowLeft size={15} /> : <ArrowRight size={15} />} Jump to it
          </button>
        </>
      )}
    </div>
  )
}
