import fc from 'fast-check'
import { expect, test } from 'vitest'
import { treemap } from './treemap'

const weights = fc.array(fc.record({ weight: fc.integer({ min: 0, max: 500_000 }) }), {
  maxLength: 12,
})

test('TV60 the picture of what fills the context gives each part the area of its tokens', () => {
  fc.assert(
    fc.property(weights, (pieces) => {
      const tiles = treemap(pieces, 224, 150)
      const sum = pieces.reduce((all, { weight }) => all + weight, 0)
      expect(tiles).toHaveLength(pieces.filter(({ weight }) => weight > 0).length)
      for (const { weight, x, y, width, height } of tiles) {
        expect(width * height).toBeCloseTo((weight / sum) * 224 * 150, 3)
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
        expect(x + width).toBeLessThanOrEqual(224 + 1e-6)
        expect(y + height).toBeLessThanOrEqual(150 + 1e-6)
      }
      for (const [n, one] of tiles.entries()) {
        for (const other of tiles.slice(n + 1)) {
          const across =
            Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
          const down =
            Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
          expect(Math.min(across, down), 'no two lie over each other').toBeLessThan(1e-6)
        }
      }
    }),
  )
})

test('TV60 tiles are near squares where strips would be unreadable', () => {
  const tiles = treemap(
    [6, 6, 4, 3, 2, 2, 1].map((weight) => ({ weight })),
    600,
    400,
  )
  // The example of the paper that names the layout: its widest tile is 200 × 66.
  expect(tiles.slice(0, 4).map(({ width, height }) => [width, height])).toEqual([
    [300, 200],
    [300, 200],
    [expect.closeTo(171.43, 2), expect.closeTo(233.33, 2)],
    [expect.closeTo(128.57, 2), expect.closeTo(233.33, 2)],
  ])
  for (const { width, height } of tiles) {
    expect(Math.max(width / height, height / width)).toBeLessThan(3)
  }
})
