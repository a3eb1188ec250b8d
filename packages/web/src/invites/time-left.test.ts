import { expect, test } from 'vitest'
import { timeLeft } from './time-left'

test.each([
  [-1, 'too old'],
  [0, 'too old'],
  [59_999, 'less than a minute left'],
  [60_000, '1 min left'],
  [3_599_999, '59 min left'],
  [3_600_000, '1 h left'],
  [86_400_000, '24 h left'],
  [172_799_999, '47 h left'],
  [172_800_000, '2 days left'],
])('UI662 %i ms are said as %j', (ms, words) => {
  expect(timeLeft(ms)).toBe(words)
})
