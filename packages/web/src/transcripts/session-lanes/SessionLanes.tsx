import type { TimelineView } from '@crewroom/shared/transcript/views'
import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react'
import { countOf } from '../../ui/amounts'
import { clockTime } from '../../ui/times'
import { spanWords } from '../../overview/amounts'
import { useViewOf } from '../context/use-view-of'
import type { TranscriptSource } from '../source'
import { type LaneMark, laneMarks, markAt } from './lane-marks'
import './session-lanes.css'

interface SessionLanesProps {
  readonly source: TranscriptSource
  readonly goTo: (itemId: string, displayItemId: string | null) => void
}

/** A picture is so wide, whatever its width on the screen. */
const WIDTH = 1_000
const LANE = 18
/** Bars that are shorter would not be seen. */
const LEAST = 3
/** A press so far beside a bar still means it. */
const NEAR = 0.012

/** The session over time: what its agent and its sub-agents did, one lane each. */
export function SessionLanes({ source, goTo }: SessionLanesProps) {
  const { data, error, refetch } = useViewOf(source, 'timeline', source.timeline)
  if (error && !data) {
    return (
      <div className="dialog-body" role="alert">
        <p>Couldn’t load the time line. {error.message}</p>
        <button type="button" className="btn" onClick={() => void refetch()}>
          Retry
        </button>
      </div>
    )
  }
  if (!data) return <div className="dialog-body sl" aria-busy="true" />
  return <Lanes view={data} goTo={goTo} />
}

function Lanes({
  view,
  goTo,
}: {
  readonly view: TimelineView
  readonly goTo: SessionLanesProps['goTo']
}) {
  const marks = useMemo(() => laneMarks(view), [view])
  const [shown, setShown] = useState<LaneMark | null>(null)
  const open = (mark: LaneMark | null) => mark && goTo(mark.itemId, mark.displayItemId)
  const onKeyDown = (event: KeyboardEvent) => {
    const by = STEPS[event.key]
    if (by === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (by === undefined) return open(shown)
    const index = shown ? marks.indexOf(shown) : by > 0 ? -1 : marks.length
    setShown(marks[Math.min(marks.length - 1, Math.max(0, index + by))] ?? null)
  }
  const under = (event: PointerEvent<SVGSVGElement>, lane: number) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return markAt(marks, lane, (event.clientX - left) / width, NEAR)
  }
  const rows = [{ id: 'marks', label: 'Events', joined: 0 }, ...view.lanes]
  return (
    <div className="dialog-body sl">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex */}
      <div
        className="sl-lanes"
        role="group"
        aria-label={`${countOf(view.lanes.length, 'lane')}. Arrow keys move from bar to bar, Enter opens one.`}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        {rows.map(({ id, label, joined }, row) => (
          <div key={id} className="sl-lane">
            <span title={joined > 0 ? `${label}, ${joined} joined with their neighbours` : label}>
              {label}
            </span>
            <svg
              viewBox={`0 0 ${WIDTH} ${LANE}`}
              preserveAspectRatio="none"
              aria-hidden="true"
              onPointerMove={(event) => setShown(under(event, row - 1))}
              onPointerLeave={() => setShown(null)}
              onClick={(event) =>
                open(under(event as unknown as PointerEvent<SVGSVGElement>, row - 1))
              }
            >
              <rect width={WIDTH} height={LANE} className="sl-ground" />
              {marks
                .filter(({ lane }) => lane === row - 1)
                .map((mark) => (
                  <Bar key={mark.key} mark={mark} isShown={mark === shown} />
                ))}
            </svg>
          </div>
        ))}
        <div className="sl-lane sl-times">
          <span />
          <span>
            {view.startTime && clockTime(view.startTime)}
            <span className="sp" />
            {view.startTime &&
              view.endTime &&
              spanWords(Date.parse(view.endTime) - Date.parse(view.startTime))}
            <span className="sp" />
            {view.endTime && clockTime(view.endTime)}
          </span>
        </div>
      </div>
      <p className="sl-words" role="status">
        {shown
          ? shown.words
          : marks.length === 0
            ? 'Nothing happened in this session yet.'
            : 'Point at a bar, or use the arrow keys. A click or Enter opens it.'}
      </p>
    </div>
  )
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  Home: -Infinity,
  End: Infinity,
}

function Bar({ mark, isShown }: { readonly mark: LaneMark; readonly isShown: boolean }) {
  const { from, to, look } = mark
  const width = Math.max(LEAST, (to - from) * WIDTH)
  const x = Math.min(from * WIDTH, WIDTH - width)
  const isMark = mark.lane === -1
  return (
    <rect
      x={x}
      y={isMark ? 2 : 3}
      width={width}
      height={isMark ? LANE - 4 : LANE - 6}
      className={isShown ? 'sl-bar on' : 'sl-bar'}
      data-look={look}
    />
  )
}
