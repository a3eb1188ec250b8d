import type { TimelineView } from './views'

export type Bar = TimelineView['lanes'][number]['bars'][number]

/** At most so many bars, in the order of time: neighbours become one where there are more. `joined`: how many went into others. */
export function joinBars(
  sorted: readonly Bar[],
  most: number,
): {
  readonly bars: readonly Bar[]
  readonly joined: number
} {
  const each = Math.ceil(sorted.length / most)
  if (each <= 1) return { bars: sorted, joined: 0 }
  const fewer: Bar[] = []
  for (let at = 0; at < sorted.length; at += each) {
    const [first, ...others] = sorted.slice(at, at + each)
    if (first === undefined) continue
    // The one with an error is what somebody looks for.
    const named = [first, ...others].find(({ hasError }) => hasError) ?? first
    fewer.push({
      startTime: first.startTime,
      endTime: others.reduce((end, { endTime }) => (endTime > end ? endTime : end), first.endTime),
      label: others.length === 0 ? first.label : `${named.label} and ${others.length} more`,
      itemId: named.itemId,
      displayItemId: named.displayItemId,
      hasError: named.hasError,
    })
  }
  return { bars: fewer, joined: sorted.length - fewer.length }
}
