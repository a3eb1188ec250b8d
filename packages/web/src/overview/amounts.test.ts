import { expect, test } from 'vitest'
import { about, atLeast, money } from './amounts'

test('UI481 an estimated cost is called about that, and one that is not all at least about that', () => {
  expect(about(money(0.3), true)).toBe('about $0.30')
  expect(about(money(0.3), false)).toBe('$0.30')
  expect(atLeast(about(money(0.3), true), true)).toBe('at least about $0.30')
})
