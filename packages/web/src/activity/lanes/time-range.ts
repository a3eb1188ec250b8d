/** The stretch of time that is shown. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** How much is shown: the whole story, or so many ms. */
export type Span = 'all' | number

/** What is looked at. `end` is null while it follows now. */
export interface View {
  readonly span: Span
  readonly end: number | null
}

const MINUTE = 60_000
export const PRESETS: readonly { readonly span: Span; readonly label: string }[] = [
  { span: 'all', label: 'Whole story' },
  { span: 5 * MINUTE, label: '5 min' },
  { span: 30 * MINUTE, label: '30 min' },
  { span: 120 * MINUTE, label: '2 h' },
  { span: 480 * MINUTE, label: '8 h' },
]
const LEAST = 10_000
/** Room beside what is first and last, as a share of the stretch: a sign at the edge is whole. */
const ROOM_BEFORE = 0.015
const ROOM_AFTER = 0.05

/** The first and the last thing that is known to have happened. */
export type Story = Range

/** The stretch that a view means. A story that goes on ends now. */
export function rangeOf(view: View, story: Story, now: number): Range {
  if (view.span === 'all') {
    const length = Math.max(LEAST, (view.end ?? story.to) - story.from)
    const to = view.end ?? story.from + length * (1 + ROOM_AFTER)
    return { from: story.from - length * ROOM_BEFORE, to }
  }
  // A little room behind now, so that what happens is not at the very edge.
  const to = view.end ?? now + view.span / 40
  return { from: to - view.span, to }
}

/** The view after `factor` times as much time is shown, with the moment under the pointer where it was. */
export function zoomed(range: Range, factor: number, pivot: number, story: Story): View {
  const span = range.to - range.from
  const next = Math.round(Math.max(LEAST, span * factor))
  if (factor > 1 && next >= (story.to - story.from) * (1 + ROOM_AFTER)) {
    return { span: 'all', end: null }
  }
  return { span: next, end: Math.round(pivot + ((range.to - pivot) * next) / span) }
}

/** The view moved by so many ms; one that reaches now follows it. */
export function panned(range: Range, ms: number, story: Story, now: number): View {
  const span = range.to - range.from
  const end = Math.max(range.to + ms, story.from + span / 2)
  return { span, end: end >= now + span / 40 ? null : Math.round(end) }
}

/** The view that shows a moment: as it is when the moment is in it, else moved. */
export function showing(view: View, range: Range, moment: number): View {
  if (moment >= range.from && moment <= range.to) return { span: view.span, end: view.end }
  const span = range.to - range.from
  return { span, end: Math.round(moment + span * (moment > range.to ? 0.75 : 0.25)) }
}

const STEPS_S = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 43_200, 86_400]

/** Round local times within a stretch, as many as fit. */
export function ticks({ from, to }: Range, width: number): readonly number[] {
  const wanted = Math.max(3, Math.floor(width / 110))
  const step =
    (STEPS_S.find((seconds) => (to - from) / (seconds * 1_000) <= wanted) ?? 7 * 86_400) * 1_000
  const zone = new Date(from).getTimezoneOffset() * MINUTE
  const first = Math.ceil((from - zone) / step) * step + zone
  const made: number[] = []
  for (let at = first; at <= to; at += step) made.push(at)
  return made
}

/** `40 s`, `3 min`, `1 h 5 min`. */
export function lasting(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  if (seconds < 1) return 'less than a second'
  if (seconds < 90) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  if (minutes >= 2 * 24 * 60) return `${Math.round(minutes / (24 * 60))} days`
  return minutes % 60 === 0
    ? `${minutes / 60} h`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
