import type { Earlier } from './use-earlier'
import { timeAt } from './lane-words'
import { dayLabel } from '../../ui/times'

interface EarlierStripProps {
  readonly earlier: Earlier
  /** What was before is not loaded; null when everything is. */
  readonly knownFrom: number | null
  /** What else is not whole. */
  readonly problem: string | null
  /** Working times before it are missing; null when none are. */
  readonly recordsFrom: number | null
  readonly now: number
}

/** Says what of the story is not in the picture, and loads it. */
export function EarlierStrip(props: EarlierStripProps) {
  const { earlier, knownFrom, problem, recordsFrom, now } = props
  const { isLoading, missing, hasFailed, load } = earlier
  if (missing === 0 && problem === null && recordsFrom === null) return null
  return (
    <div className="l-strip" role="status">
      {missing > 0 && knownFrom !== null && (
        <span>
          {isLoading
            ? 'Loading earlier events …'
            : hasFailed
              ? 'Couldn’t load earlier events.'
              : `From ${sinceWords(knownFrom, now)}. ${missing === 1 ? '1 earlier event is' : `Up to ${missing.toLocaleString('en')} earlier events are`} not loaded${load ? '.' : ': the feed has them.'}`}
        </span>
      )}
      {problem !== null && <span>{problem}</span>}
      {recordsFrom !== null && (
        <span>
          Some working times before {sinceWords(recordsFrom, now)} are missing: this server limits
          how much of agents’ records it keeps.
        </span>
      )}
      {load && !isLoading && (
        <button type="button" className="btn" onClick={load}>
          {hasFailed ? 'Try again' : 'Load'}
        </button>
      )}
    </div>
  )
}

function sinceWords(at: number, now: number): string {
  const day = dayLabel(new Date(at).toISOString(), now)
  return day === 'Today' ? timeAt(at) : `${day}, ${timeAt(at)}`
}
