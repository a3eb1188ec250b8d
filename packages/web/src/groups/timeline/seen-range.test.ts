import { expect, test } from 'vitest'
import { firstUnreadOf, readUpTo, unreadAbove, withView } from './seen-range'

const range = (first: number, last: number) => ({ first, last })

test('UI845 scrolling passes what lies between two views; being brought to another place does not', () => {
  expect(withView(null, range(8, 9), 'brought')).toEqual(range(8, 9))
  expect(withView(range(8, 9), range(2, 3), 'scrolled')).toEqual(range(2, 9))
  expect(withView(range(2, 3), range(8, 9), 'scrolled')).toEqual(range(2, 9))
  expect(withView(range(2, 3), range(8, 9), 'brought')).toEqual(range(8, 9))
  expect(withView(range(2, 3), range(4, 6), 'brought'), 'the next one').toEqual(range(2, 6))
  expect(withView(range(2, 6), range(3, 4), 'brought'), 'inside').toEqual(range(2, 6))
})

test('UI845 a place is read up to the newest message seen, if nothing unread above it was missed', () => {
  expect(readUpTo(range(3, 9), 3)).toBe(9)
  expect(readUpTo(range(1, 9), 3)).toBe(9)
  expect(readUpTo(range(4, 9), 3), 'the third was not on the screen').toBeNull()
  expect(readUpTo(range(1, 2), 3), 'nothing unread was').toBeNull()
  expect(unreadAbove(range(7, 9), 3)).toBe(4)
  expect(unreadAbove(range(3, 9), 3)).toBe(0)
  expect(unreadAbove(range(7, 9), null)).toBe(0)
  expect(unreadAbove(null, 3)).toBe(0)
})

test('UI845 the first unread message is the first of others after the mark, also where it is not loaded', () => {
  const loaded = [4, 5, 6].map((n) => ({ seq: 10 * n, n, isOwn: n === 5 }))
  const first = (seq: number, n: number) => firstUnreadOf(loaded, { seq, n })
  expect(first(30, 3)).toBe(4)
  expect(first(40, 4), 'the fifth is the person’s own').toBe(6)
  expect(first(60, 6)).toBeNull()
  expect(first(0, 0), 'above all that is loaded').toBe(1)
  expect(first(10, 1)).toBe(2)
  expect(firstUnreadOf([], { seq: 0, n: 0 })).toBeNull()
})
