import type { ContextView } from '@crewroom/shared/transcript/views'

export interface FillPicture {
  /** An area per phase, as an SVG path. */
  readonly areas: readonly { readonly phase: number; readonly path: string }[]
  /** Where a compaction cut it: between the last fill of a phase and the first of the next. */
  readonly cuts: readonly {
    /** The phase that it begins. */
    readonly phase: number
    readonly x: number
    readonly before: { readonly tokens: number; readonly y: number }
    readonly after: { readonly tokens: number; readonly y: number }
  }[]
  /** Null: nobody knows what the model takes. */
  readonly limitY: number | null
}

/**
 * The fill of the context from answer to answer. Answers stand side by side, however long one waited between them: by
 * the clock, a night without work would leave no room for the work.
 */
export function fillPicture(
  { phases, limit }: Pick<ContextView, 'phases' | 'limit'>,
  { width, height, top }: { readonly width: number; readonly height: number; readonly top: number },
): FillPicture {
  const drawn = phases.filter(({ points }) => points.length > 0)
  const count = drawn.reduce((sum, { points }) => sum + points.length, 0)
  const most = Math.max(
    limit ?? 0,
    ...drawn.flatMap(({ points }) => points.map((one) => one.tokens)),
    1,
  )
  const xOf = (index: number) => round(count < 2 ? width : (index / (count - 1)) * width)
  const yOf = (tokens: number) => round(height - (tokens / most) * (height - top))
  const areas: { phase: number; path: string }[] = []
  const cuts: FillPicture['cuts'][number][] = []
  let index = 0
  let left = 0
  let before: number | null = null
  for (const { number, points } of drawn) {
    const first = points[0]?.tokens ?? 0
    if (before !== null) {
      cuts.push({
        phase: number,
        x: left,
        before: { tokens: before, y: yOf(before) },
        after: { tokens: first, y: yOf(first) },
      })
    }
    const start = left
    const tops = points.map(({ tokens }) => `${(left = xOf(index++))} ${yOf(tokens)}`)
    // The first answer of a phase is drawn from where the one before it ended.
    areas.push({
      phase: number,
      path: `M${start} ${height}L${start} ${yOf(first)}L${tops.join('L')}L${left} ${height}Z`,
    })
    before = points.at(-1)?.tokens ?? null
  }
  return { areas, cuts, limitY: limit === null ? null : yOf(limit) }
}

const round = (value: number) => Math.round(value * 10) / 10
