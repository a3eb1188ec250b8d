import type { TalkLine, TalkStep } from '@crewroom/shared/model/talk'
import { expect, test } from 'vitest'
import { circleOrder, hullPath, labelPlace, lineWidth, placesOf } from './map-layout'
import { linesUntil, pairsOf } from './talk-totals'
import { beginOfWindow } from './windows'

const line = (from: string, to: string, direct: number, inGroups: number): TalkLine => ({
  from,
  to,
  direct,
  inGroups,
})

test('UI760 a pair has what each of the two wrote for the other, and most messages come first', () => {
  const lines = [line('a', 'b', 1, 2), line('b', 'a', 0, 1), line('c', 'a', 9, 0)]
  expect(pairsOf(lines, 'all')).toEqual([
    { key: 'a~c', a: 'a', b: 'c', aToB: 0, bToA: 9, total: 9 },
    { key: 'a~b', a: 'a', b: 'b', aToB: 3, bToA: 1, total: 4 },
  ])
  expect(pairsOf(lines, 'direct').map(({ key, total }) => [key, total])).toEqual([
    ['a~c', 9],
    ['a~b', 1],
  ])
})

test('UI767 what those of one role write to each other is in no line', () => {
  const nodeOf = (id: string) => (id === 'lead' ? id : 'role:dev')
  const lines = [line('a', 'b', 5, 0), line('a', 'lead', 1, 0), line('b', 'lead', 2, 0)]
  expect(pairsOf(lines, 'all', nodeOf)).toEqual([
    { key: 'lead~role:dev', a: 'lead', b: 'role:dev', aToB: 0, bToA: 3, total: 3 },
  ])
})

test('UI765 a moment of the replay has what was written until then', () => {
  const step = (second: number, from: string, to: string[], group: string | null): TalkStep => ({
    seq: second,
    at: `2026-11-22T10:00:0${second}.000Z`,
    from,
    to,
    group,
  })
  const steps = [step(1, 'a', ['b', 'c'], 'room'), step(2, 'b', ['a'], null), step(3, 'a', ['b'], 'room')] // prettier-ignore
  expect(linesUntil(steps, Date.parse('2026-11-22T10:00:02.500Z'))).toEqual({
    lines: [line('a', 'b', 0, 1), line('a', 'c', 0, 1), line('b', 'a', 1, 0)],
    byWriter: { a: 1, b: 1 },
    byGroup: { room: 1 },
    messages: 2,
  })
  expect(linesUntil(steps, 0).messages).toBe(0)
})

test('UI761 places depend on groups: members are neighbours, and the first stays first', () => {
  const ids = ['you', 'a', 'b', 'c', 'd', 'e', 'f']
  const groups = [
    { name: 'one', memberIds: ['a', 'd', 'f'] },
    { name: 'two', memberIds: ['b', 'e'] },
  ]
  const order = circleOrder(ids, groups)
  expect(order[0]).toBe('you')
  expect(order.toSorted()).toEqual(ids.toSorted())
  const apart = (x: string, y: string) => {
    const steps = Math.abs(order.indexOf(x) - order.indexOf(y))
    return Math.min(steps, ids.length - steps)
  }
  expect(apart('b', 'e')).toBe(1)
  expect(Math.max(apart('a', 'd'), apart('d', 'f'), apart('a', 'f'))).toBe(2)
  expect(circleOrder(ids, groups)).toEqual(order)
})

test('UI762 the area of neighbours follows the circle, and each group’s name has a place of its own', () => {
  const places = placesOf(['you', 'a', 'b', 'c'])
  const [, a, b, c] = places
  if (!a || !b || !c) throw new Error('not all have a place')
  expect(hullPath([b, a], 4)).toMatch(/^M[\d. ]+A236 236 0 0 1 [\d. ]+$/)
  // Somebody is between these two: the area goes through the inside.
  expect(hullPath([a, c], 4)).toMatch(/^M[\d. ]+Q/)
  const taken = new Set<number>()
  const first = labelPlace([a, b], 4, taken)
  const second = labelPlace([a, b], 4, taken)
  expect(first).not.toEqual(second)
  expect([lineWidth(1), lineWidth(10), lineWidth(1_000)]).toEqual([1.4, 5, 14])
})

test('UI760 today begins at midnight of the reader, and the whole story nowhere', () => {
  const now = new Date(2026, 10, 22, 15, 30).getTime()
  expect(beginOfWindow('today', now)).toBe(new Date(2026, 10, 22).toISOString())
  expect(beginOfWindow('1h', now)).toBe(new Date(2026, 10, 22, 14, 30).toISOString())
  expect(beginOfWindow('all', now)).toBe(null)
})
