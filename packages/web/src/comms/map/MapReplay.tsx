import type { TalkStep } from '@crewroom/shared/model/talk'
import { useMemo } from 'react'
import { ReplayBar } from '../../activity/lanes/ReplayBar'
import '../../activity/lanes/replay.css'
import { useReplay } from '../../activity/lanes/use-replay'

const PIECES = 80

interface MapReplayProps {
  readonly steps: readonly TalkStep[] | undefined
  /** There are earlier messages in the time, which are not replayed. */
  readonly isPart: boolean
  readonly problem: string | null
  readonly at: number | null
  readonly onAt: (at: number | null) => void
  readonly onEnd: () => void
}

/** The messages of the time that is shown, one after another. */
export function MapReplay({ steps, isPart, problem, at, onAt, onEnd }: MapReplayProps) {
  if (problem !== null)
    return (
      <p className="none" role="alert">
        The replay could not be loaded. {problem}
      </p>
    )
  const [first, last] = [steps?.[0], steps?.at(-1)]
  if (!steps || !first || !last)
    return <p className="tm-part">{steps ? 'Nothing was written.' : 'Loading…'}</p>
  return (
    <>
      {isPart && (
        <p className="tm-part">The newest {steps.length.toLocaleString('en')} messages.</p>
      )}
      <Bar
        {...{ steps, at, onAt, onEnd }}
        from={Date.parse(first.at) - 1}
        to={Date.parse(last.at)}
      />
    </>
  )
}

interface BarProps extends Pick<MapReplayProps, 'at' | 'onAt' | 'onEnd'> {
  readonly steps: readonly TalkStep[]
  readonly from: number
  readonly to: number
}

function Bar({ steps, from, to, at, onAt, onEnd }: BarProps) {
  const story = useMemo(() => ({ from, to }), [from, to])
  const counts = useMemo(() => histogram(steps, from, to), [steps, from, to])
  const { isPlaying, speed, setSpeed, seek, toggle } = useReplay({ story, at, onAt })
  return (
    <ReplayBar
      {...{ story, at, counts, isPlaying, speed }}
      now={to}
      total={steps.length}
      follows={false}
      onPlay={toggle}
      onSpeed={setSpeed}
      onSeek={seek}
      onNow={onEnd}
    />
  )
}

function histogram(steps: readonly TalkStep[], from: number, to: number): readonly number[] {
  const counts = Array.from({ length: PIECES }, () => 0)
  for (const { at } of steps) {
    const share = (Date.parse(at) - from) / Math.max(1, to - from)
    const piece = Math.min(PIECES - 1, Math.max(0, Math.floor(share * PIECES)))
    counts[piece] = (counts[piece] ?? 0) + 1
  }
  return counts
}
