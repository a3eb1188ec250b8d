import type { TimelineView } from '@crewroom/shared/transcript/views'
import { elapsed } from '../../overview/amounts'
import { clockTime } from '../../ui/times'

/** Something in the session’s time line that can be opened. */
export interface LaneMark {
  readonly key: string
  /** Which lane; -1: the line of marks above them. */
  readonly lane: number
  /** From 0 to 1 of the session. */
  readonly from: number
  readonly to: number
  readonly look: 'bar' | 'error' | TimelineView['marks'][number]['kind']
  readonly words: string
  readonly itemId: string
  readonly displayItemId: string | null
}

const MARK_WORDS = {
  user: 'You wrote',
  compact: 'Context compacted',
  interruption: 'Interrupted',
  error: 'Error',
} as const

/** Everything in a session's time line, in the order of time. */
export function laneMarks(view: TimelineView): readonly LaneMark[] {
  const begin = timeOf(view.startTime)
  const span = Math.max(1, timeOf(view.endTime) - begin)
  const place = (iso: string) => Math.min(1, Math.max(0, (timeOf(iso) - begin) / span))
  const bars = view.lanes.flatMap(({ label: name, bars: all }, lane) =>
    all.map((bar, index): LaneMark => {
      const took = elapsed(timeOf(bar.endTime) - timeOf(bar.startTime))
      return {
        key: `${lane} ${index}`,
        lane,
        from: place(bar.startTime),
        to: place(bar.endTime),
        look: bar.hasError ? 'error' : 'bar',
        words: `${name}: ${bar.label}, ${clockTime(bar.startTime)}, ${took}${bar.hasError ? ', with an error' : ''}`,
        itemId: bar.itemId,
        displayItemId: bar.displayItemId,
      }
    }),
  )
  const marks = view.marks.map(({ at, kind, itemId }, index): LaneMark => ({
    key: `mark ${index}`,
    lane: -1,
    from: place(at),
    to: place(at),
    look: kind,
    words: `${MARK_WORDS[kind]}, ${clockTime(at)}`,
    itemId,
    displayItemId: null,
  }))
  return [...marks, ...bars].sort((a, b) => a.from - b.from || a.lane - b.lane)
}

/** What a press near a place in a lane means: the bar there, or the nearest within some of the width. */
export function markAt(
  marks: readonly LaneMark[],
  lane: number,
  at: number,
  within: number,
): LaneMark | null {
  let best: LaneMark | null = null
  let distance = within
  for (const mark of marks) {
    if (mark.lane !== lane) continue
    const away = at < mark.from ? mark.from - at : at > mark.to ? at - mark.to : 0
    if (away > distance || (best !== null && away === distance)) continue
    best = mark
    distance = away
  }
  return best
}

const timeOf = (iso: string | null): number => {
  const time = Date.parse(iso ?? '')
  return Number.isNaN(time) ? 0 : time
}
