/** A row of the picture, where things of it may be connected to. */
export interface Place {
  readonly top: number
  readonly bottom: number
}

const LEAN_PX = 15
const HEAD_PX = 3.5

/**
 * The way from a mark to one who was told: leaves at its edge, arrives at the edge of the other, with a small head.
 * Nothing is to the right of `most`: that is now, or the edge.
 */
export function connection(x: number, from: Place, to: Place, most: number): string {
  const isDown = to.top > from.top
  const y = isDown ? from.bottom : from.top
  const end = isDown ? to.top - 1 : to.bottom + 1
  const back = isDown ? -HEAD_PX : HEAD_PX
  const x2 = Math.min(x + LEAN_PX, Math.max(x, most))
  const bend = y + (end - y) * 0.55
  return (
    `M${n(x)} ${n(y)}C${n(x)} ${n(bend)} ${n(x2)} ${n(bend)} ${n(x2)} ${n(end)}` +
    `M${n(x2 - HEAD_PX)} ${n(end + back)}L${n(x2)} ${n(end)}L${n(x2 + HEAD_PX)} ${n(end + back)}`
  )
}

/** On which edge of its bar a mark stands: where more of its connections leave. */
export function sideOf(own: number, others: readonly number[]): 'top' | 'bottom' {
  const above = others.filter((top) => top < own).length
  return above > others.length - above ? 'top' : 'bottom'
}

function n(value: number): string {
  return String(Math.round(value * 10) / 10)
}
