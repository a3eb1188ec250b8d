export interface Tile {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface Weighted {
  readonly weight: number
}

/**
 * Rectangles whose areas are as the weights are, largest first, each as close to a square as the others allow
 * (squarified: Bruls, Huizing and van Wijk). What weighs nothing has no tile.
 */
export function treemap<Piece extends Weighted>(
  pieces: readonly Piece[],
  width: number,
  height: number,
): readonly (Piece & Tile)[] {
  const rest = pieces.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight)
  const sum = total(rest)
  const tiles: (Piece & Tile)[] = []
  let free: Tile = { x: 0, y: 0, width, height }
  const scale = sum === 0 ? 0 : (width * height) / sum
  while (rest.length > 0) {
    const side = Math.min(free.width, free.height)
    let count = 1
    while (
      count < rest.length &&
      worst(rest.slice(0, count + 1), side, scale) <= worst(rest.slice(0, count), side, scale)
    ) {
      count++
    }
    const row = rest.splice(0, count)
    const { placed, left } = place(row, free, scale)
    tiles.push(...placed)
    free = left
  }
  return tiles
}

const total = (pieces: readonly Weighted[]) => pieces.reduce((sum, { weight }) => sum + weight, 0)

/** How far the least square tile of a row along a side would be from a square. */
function worst(row: readonly Weighted[], side: number, scale: number): number {
  const depth = (total(row) * scale) / side
  return Math.max(
    ...row.map(({ weight }) => {
      const length = (weight * scale) / depth
      return Math.max(length / depth, depth / length)
    }),
  )
}

/** Puts a row along the shorter side of what is free. */
function place<Piece extends Weighted>(row: readonly Piece[], free: Tile, scale: number) {
  const isColumn = free.width >= free.height
  const area = total(row) * scale
  const depth = area / (isColumn ? free.height : free.width)
  let at = isColumn ? free.y : free.x
  const placed = row.map((piece): Piece & Tile => {
    const length = (piece.weight * scale) / depth
    const tile = isColumn
      ? { x: free.x, y: at, width: depth, height: length }
      : { x: at, y: free.y, width: length, height: depth }
    at += length
    return { ...piece, ...tile }
  })
  const left = isColumn
    ? { ...free, x: free.x + depth, width: free.width - depth }
    : { ...free, y: free.y + depth, height: free.height - depth }
  return { placed, left }
}
