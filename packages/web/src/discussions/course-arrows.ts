import type { Arrow, Box } from './course-shapes'

/** Height of a box. */
export const BOX = 44

interface At {
  readonly x: number
  readonly y: number
}

/** Where an arrow leaves a box towards something: above or below, or at its side in the same lane. */
export function leaving(from: Box, to: { readonly y: number }): At {
  const middle = from.y + BOX / 2
  const goesDown = to.y > middle + BOX / 2
  const goesUp = to.y < from.y - BOX / 2
  const x = from.x + from.width - 14
  if (goesDown) return { x, y: from.y + BOX + 1 }
  return goesUp ? { x, y: from.y - 1 } : { x: from.x + from.width + 1, y: middle }
}

export function reaching(box: Box, from: At): At {
  const middle = box.y + BOX / 2
  if (from.y < box.y) return { x: box.x + 20, y: box.y - 3 }
  if (from.y > box.y + BOX) return { x: box.x + 20, y: box.y + BOX + 3 }
  return { x: box.x - 3, y: middle }
}

export function arrow(key: string, from: At, to: At, kind: Arrow['kind']): Arrow {
  const isFlat = Math.abs(from.y - to.y) < 4
  const half = (from.y + to.y) / 2
  const path = isFlat
    ? `M${from.x} ${from.y}L${to.x} ${to.y}`
    : `M${from.x} ${from.y}C${from.x} ${half} ${to.x} ${half} ${to.x} ${to.y}`
  return { key, path, kind }
}

/** From the right side of a box to the left side of another. */
export function sideways(key: string, from: Box, to: Box, kind: Arrow['kind']): Arrow {
  const [x1, y1] = [from.x + from.width + 1, from.y + BOX / 2]
  const [x2, y2] = [to.x - 3, to.y + BOX / 2]
  const half = (x1 + x2) / 2
  return { key, path: `M${x1} ${y1}C${half} ${y1} ${half} ${y2} ${x2} ${y2}`, kind }
}
