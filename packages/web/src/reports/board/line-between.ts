export interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

type Point = readonly [x: number, y: number]

/** So far below the upper edge of a card is its title. */
const TITLE = 20
/** Half of what is between two columns. */
const BESIDE = 7
/** Columns that are further apart have another one between them. */
const NEXT = 60
/** So round are corners, and so large is the head at the end of a line. */
const ROUND = 4
const HEAD = 4

/**
 * A line from a card to the one that waits for it, with a head where it ends. It keeps to what is between columns, and
 * passes columns between them at the height `roof`, above all cards: behind a card it would seem to be that one's.
 */
export function lineBetween(from: Place, to: Place, roof: number): string {
  const y1 = heightOf(from)
  const y2 = heightOf(to)
  // In one column: round the left edge.
  if (Math.abs(from.x - to.x) < to.width / 2) {
    const x = Math.min(from.x, to.x) - BESIDE
    return drawn([
      [from.x, y1],
      [x, y1],
      [x, y2],
      [to.x, y2],
    ])
  }
  const side = from.x > to.x ? -1 : 1
  const x1 = side < 0 ? from.x : from.x + from.width
  const x2 = side < 0 ? to.x + to.width : to.x
  const [out, back] = [x1 + side * BESIDE, x2 - side * BESIDE]
  const isNext = Math.abs(x1 - x2) < NEXT
  return drawn([
    [x1, y1],
    [out, y1],
    ...(isNext ? [] : ([[out, roof], [back, roof]] as const)), // prettier-ignore
    [isNext ? out : back, y2],
    [x2, y2],
  ])
}

const heightOf = ({ y, height }: Place) => Math.round(y + Math.min(TITLE, height / 2))

/** Through these points, with round corners, and with a head at the last one. */
function drawn(points: readonly Point[]): string {
  const path = points.map(([x, y], index) => {
    const before = points[index - 1]
    const after = points[index + 1]
    if (!before) return `M${x} ${y}`
    if (!after) return `L${x} ${y}`
    return `L${towards([x, y], before)}Q${x} ${y} ${towards([x, y], after)}`
  })
  const [x, y] = points.at(-1) ?? [0, 0]
  const back = Math.sign((points.at(-2)?.[0] ?? x) - x) * HEAD
  return `${path.join('')}M${x + back} ${y - HEAD}L${x} ${y}L${x + back} ${y + HEAD}`
}

/** A little way from one point to the next, which is beside, above or below it. */
function towards([x, y]: Point, [nextX, nextY]: Point): string {
  const by = (from: number, to: number) =>
    from + Math.sign(to - from) * Math.min(ROUND, Math.abs(to - from) / 2)
  return `${by(x, nextX)} ${by(y, nextY)}`
}
