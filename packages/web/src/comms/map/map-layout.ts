/** The picture's own units; it is drawn as large as there is room. */
export const WIDTH = 872
export const HEIGHT = 700
const CENTER = { x: WIDTH / 2, y: HEIGHT / 2 - 6 }
export const RADIUS = 236
const LABEL_RADIUS = RADIUS + 66
/** How far a line is drawn to the middle: 0 is straight. */
const PULL = 0.55
const LEAST_WIDTH = 1
const WIDTH_PER_MESSAGE = 0.4
const MOST_WIDTH = 14
/** After so few rounds hardly anybody changes places any more. */
const ROUNDS = 12

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Placed extends Point {
  readonly id: string
  /** In radians, 0 at the top, clockwise. */
  readonly angle: number
}

export interface GroupOf {
  readonly name: string
  readonly memberIds: readonly string[]
}

/**
 * The order on the circle: the first stays first, and the others are as near as can be to those with whom they share groups. It
 * depends on who is there and on groups alone, not on what is said, so that the eye learns the places.
 */
export function circleOrder(ids: readonly string[], groups: readonly GroupOf[]): readonly string[] {
  const place = new Map(ids.map((id, index) => [id, index]))
  const shared = ids.map(() => ids.map(() => 0))
  for (const { memberIds } of groups) {
    const own = [...new Set(memberIds)].flatMap((id) => place.get(id) ?? [])
    for (const a of own) for (const b of own) if (a !== b) shared[a]![b]! += 1
  }
  const order = ids.map((_, index) => index)
  const apart = (a: number, b: number) => {
    const steps = Math.abs(a - b)
    return Math.min(steps, ids.length - steps)
  }
  /** How far one is from those with whom it shares groups, at a place. */
  const farness = (who: number, at: number) =>
    order.reduce((sum, other, index) => sum + (shared[who]?.[other] ?? 0) * apart(at, index), 0)
  for (let round = 0, isBetter = true; isBetter && round < ROUNDS; round++) {
    isBetter = false
    for (let i = 1; i < order.length; i++) {
      for (let j = i + 1; j < order.length; j++) {
        const [a, b] = [order[i] ?? 0, order[j] ?? 0]
        const before = farness(a, i) + farness(b, j)
        order[i] = b
        order[j] = a
        if (farness(a, j) + farness(b, i) < before) isBetter = true
        else [order[i], order[j]] = [a, b]
      }
    }
  }
  return order.map((index) => ids[index] ?? '')
}

/** Places on the circle, the first at the top. */
export function placesOf(order: readonly string[]): readonly Placed[] {
  return order.map((id, index) => {
    const angle = (index / order.length) * 2 * Math.PI
    return { id, angle, ...onCircle(angle, RADIUS) }
  })
}

export function onCircle(angle: number, radius: number): Point {
  return { x: CENTER.x + radius * Math.sin(angle), y: CENTER.y - radius * Math.cos(angle) }
}

/** A line between two, bent to the middle of the picture. */
export function linePath(a: Point, b: Point): string {
  const { x, y } = bend(a, b)
  return `M${n(a.x)} ${n(a.y)}Q${n(x)} ${n(y)} ${n(b.x)} ${n(b.y)}`
}

/** The middle of such a line. */
export function lineMiddle(a: Point, b: Point): Point {
  const control = bend(a, b)
  return { x: (a.x + 2 * control.x + b.x) / 4, y: (a.y + 2 * control.y + b.y) / 4 }
}

function bend(a: Point, b: Point): Point {
  const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2]
  return { x: x + (CENTER.x - x) * PULL, y: y + (CENTER.y - y) * PULL }
}

export function lineWidth(messages: number): number {
  return Math.min(MOST_WIDTH, LEAST_WIDTH + WIDTH_PER_MESSAGE * messages)
}

/**
 * A stroke around the members of a group: along the circle where they are neighbours, through the inside where others are
 * between them. The widest gap stays open.
 */
export function hullPath(members: readonly Placed[], all: number): string {
  const own = members.toSorted((a, b) => a.angle - b.angle)
  const [only] = own
  if (!only) return ''
  if (own.length === 1) return `M${n(only.x)} ${n(only.y)}h0.1`
  const step = (2 * Math.PI) / all
  const gaps = own.map((place, index) => gapTo(place, own[(index + 1) % own.length] ?? place))
  const widest = gaps.indexOf(Math.max(...gaps))
  const chain = [...own.slice(widest + 1), ...own.slice(0, widest + 1)]
  return chain
    .map((place, index) => {
      const before = chain[index - 1]
      if (!before) return `M${n(place.x)} ${n(place.y)}`
      const isBeside = gapTo(before, place) < step * 1.5
      return isBeside
        ? `A${RADIUS} ${RADIUS} 0 0 1 ${n(place.x)} ${n(place.y)}`
        : linePath(before, place).replace(/^M[^Q]*/, '')
    })
    .join('')
}

function gapTo(a: Placed, b: Placed): number {
  return (b.angle - a.angle + 2 * Math.PI) % (2 * Math.PI) || 2 * Math.PI
}

/** Where a group's name stands: outside, between two of its members, each such place once; null if none is free. */
export function labelPlace(
  members: readonly Placed[],
  all: number,
  taken: Set<number>,
): (Point & { readonly anchor: 'start' | 'middle' | 'end' }) | null {
  const step = (2 * Math.PI) / all
  const slots = members.flatMap(({ angle }) => {
    const index = Math.round(angle / step)
    return [index * 2 + 1, index * 2 - 1].map((slot) => (slot + all * 2) % (all * 2))
  })
  // Between two members first: a slot that both have is there twice.
  const wanted = slots.toSorted((a, b) => count(slots, b) - count(slots, a))
  const free = wanted.find((slot) => !taken.has(slot))
  if (free === undefined) return null
  taken.add(free)
  const angle = (free / 2) * step
  const sine = Math.sin(angle)
  const anchor = sine > 0.3 ? 'start' : sine < -0.3 ? 'end' : 'middle'
  return { ...onCircle(angle, LABEL_RADIUS), anchor }
}

function count(slots: readonly number[], slot: number): number {
  return slots.filter((own) => own === slot).length
}

/** Two decimals are more than can be seen. */
function n(value: number): string {
  return String(Math.round(value * 10) / 10)
}
