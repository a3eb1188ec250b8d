import type { Mark } from './lane-model'

/** Marks that would touch each other, drawn as one. */
export interface Cluster {
  readonly key: string
  readonly at: number
  readonly x: number
  readonly marks: readonly Mark[]
  /** The end of a life: it is drawn behind the bar, not at its edge. */
  readonly isEnd: boolean
}

/** Targets are 24 pixels wide; a number beside a sign needs more. */
export const APART_PX = 24
const COUNTED_PX = 40

interface Scale {
  readonly from: number
  readonly to: number
  readonly width: number
}

/** Marks within a stretch of time, those together that would touch. `barEnd`: where the bar before a mark ends. */
export function clusters(
  marks: readonly Mark[],
  { from, to, width }: Scale,
  barEnd: (at: number) => number | null = () => null,
): readonly Cluster[] {
  const made: { key: string; at: number; x: number; marks: Mark[]; isEnd: boolean }[] = []
  const edge = APART_PX / 2
  for (const mark of marks) {
    if (mark.at < from || mark.at > to) continue
    const isEnd = mark.end !== null
    const own = ((mark.at - from) / (to - from)) * width
    const behind = isEnd ? Math.max(own, barEnd(mark.at) ?? own) + edge : own
    const x = Math.min(Math.max(behind, edge), Math.max(edge, width - edge))
    const last = made.at(-1)
    const room = last && last.marks.length > 1 ? COUNTED_PX : APART_PX
    if (last && last.isEnd === isEnd && x - last.x < room) {
      last.marks.push(mark)
      continue
    }
    // The mark that ends a life is beside the last words in it.
    const clear = last ? Math.max(x, last.x + room) : x
    made.push({ key: String(mark.event.seq), at: mark.at, x: clear, marks: [mark], isEnd })
  }
  // What was pushed out at the right end goes back in, from the last one on.
  let most = width - edge
  for (const one of made.toReversed()) {
    const isCounted = one.marks.length > 1
    one.x = Math.max(edge, Math.min(one.x, isCounted ? most - (COUNTED_PX - APART_PX) : most))
    most = one.x - APART_PX
  }
  return made
}
