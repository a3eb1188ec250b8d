import { Pause, Play, SkipForward } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useMemo } from 'react'
import { exactTime } from './lane-words'
import { type Speed, SPEEDS } from './use-replay'
import type { Story } from './time-range'

const HEIGHT = 28
const STEP_MS = 10_000

interface ReplayBarProps {
  readonly story: Story
  readonly now: number
  /** The moment that is shown; null: now. */
  readonly at: number | null
  readonly counts: readonly number[]
  readonly total: number
  readonly isPlaying: boolean
  readonly speed: Speed
  readonly follows: boolean
  readonly onPlay: () => void
  readonly onSpeed: (speed: Speed) => void
  readonly onSeek: (moment: number, isMoving: boolean) => void
  readonly onNow: () => void
}

/** The story as a row of events that one can play, and drag the moment along. */
export function ReplayBar(props: ReplayBarProps) {
  const { at, total, isPlaying, speed, follows, story } = props
  const moment = at ?? story.to
  return (
    <div className="l-replay" role="group" aria-label="Replay">
      <button
        type="button"
        className="l-play"
        aria-label={isPlaying ? 'Pause' : 'Play'}
        title={isPlaying ? 'Pause (Space)' : 'Play (Space)'}
        onClick={props.onPlay}
      >
        {isPlaying ? <Pause size={17} /> : <Play size={17} />}
      </button>
      <div className="view-switch" role="group" aria-label="Speed">
        {SPEEDS.map((own) => (
          <button
            key={own}
            type="button"
            aria-pressed={own === speed}
            onClick={() => props.onSpeed(own)}
          >
            {own}×
          </button>
        ))}
      </div>
      <b className="l-moment">{exactTime(moment)}</b>
      <Scrub {...props} />
      <span className="l-total">
        {total.toLocaleString('en')} {total === 1 ? 'event' : 'events'}
      </span>
      {!follows && (
        <button type="button" className="btn l-back" onClick={props.onNow}>
          <SkipForward size={15} /> Back to now
        </button>
      )}
    </div>
  )
}

function Scrub({ story, at, counts, onSeek }: ReplayBarProps) {
  const length = Math.max(1, story.to - story.from)
  const moment = at ?? story.to
  const share = Math.min(1, Math.max(0, (moment - story.from) / length))
  const { past, future } = useMemo(() => drawn(counts, share), [counts, share])
  const seekTo = (event: PointerEvent, isMoving: boolean) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    onSeek(story.from + ((event.clientX - left) / Math.max(1, width)) * length, isMoving)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Readonly<Record<string, number>> = {
      ArrowRight: moment + STEP_MS,
      ArrowUp: moment + STEP_MS,
      ArrowLeft: moment - STEP_MS,
      ArrowDown: moment - STEP_MS,
      PageUp: moment + length / 10,
      PageDown: moment - length / 10,
      Home: story.from,
      End: story.to,
    }
    const next = moves[event.key]
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onSeek(next, true)
  }
  return (
    <div
      className="l-scrub"
      role="slider"
      tabIndex={0}
      aria-label="Time"
      aria-valuemin={0}
      aria-valuemax={Math.round(length / 1_000)}
      aria-valuenow={Math.round((moment - story.from) / 1_000)}
      aria-valuetext={exactTime(moment)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        seekTo(event, true)
      }}
      onPointerMove={(event) => event.buttons === 1 && seekTo(event, true)}
      onPointerUp={(event) => seekTo(event, false)}
    >
      <svg
        viewBox={`0 0 ${counts.length * 3} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path className="future" d={future} />
        <path className="past" d={past} />
      </svg>
      {at !== null && <i style={{ left: `${share * 100}%` }} />}
    </div>
  )
}

/** Two paths however many events there are: what was, and what comes. */
function drawn(counts: readonly number[], share: number): { past: string; future: string } {
  const most = Math.max(1, ...counts)
  let past = ''
  let future = ''
  for (const [index, count] of counts.entries()) {
    const height = Math.round(2 + Math.sqrt(count / most) * (HEIGHT - 4))
    const piece = `M${index * 3} ${HEIGHT}v${-height}h2v${height}z`
    if ((index + 0.5) / counts.length <= share) past += piece
    else future += piece
  }
  return { past, future }
}
