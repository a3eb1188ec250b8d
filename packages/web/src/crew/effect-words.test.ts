import { expect, test } from 'vitest'
import { waitWords } from './effect-words'

test.each([
  [0, '<0.1 s'],
  [49, '<0.1 s'],
  [50, '0.1 s'],
  [420, '0.4 s'],
  [9_949, '9.9 s'],
  [9_950, '10 s'],
  [89_999, '90 s'],
  [90_000, '2 min'],
  [89 * 60_000, '89 min'],
  [90 * 60_000, '2 h'],
])('UI524 a wait of %i ms is %s', (ms, words) => {
  expect(waitWords(ms)).toBe(words)
})
