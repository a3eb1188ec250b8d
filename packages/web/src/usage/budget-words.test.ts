import { expect, test } from 'vitest'
import { limitsOf, limitWords, typedFrom, typedLimit } from './budget-words'

test('UI531 a limit is typed as people write amounts, and what is none is not guessed', () => {
  const dollars = (text: string) => typedLimit('usd', text)
  expect(['5', '$2.50', ' 1,000 ', '0.01', ''].map(dollars)).toEqual([5, 2.5, 1_000, 0.01, null])
  expect(['0', '-1', '2k', '1.005', 'five', '1,5', '1e3'].map(dollars)).toEqual(Array(7).fill(undefined)) // prettier-ignore
  const tokens = (text: string) => typedLimit('tokens', text)
  expect(['500', '1,000,000', '2M', '1.5m', '500 k', ''].map(tokens)).toEqual([
    500,
    1_000_000,
    2_000_000,
    1_500_000,
    500_000,
    null,
  ])
  expect(['0', '1.5', '$5', '1,5', '0.0001k'].map(tokens)).toEqual([
    undefined,
    undefined,
    5,
    undefined,
    undefined,
  ])
  for (const limit of [5, 2.5, 1_234_567.89]) expect(dollars(typedFrom(limit))).toBe(limit)
})

test('UI530, UI481 a budget says what was used of each limit, and what nobody reported is not 0', () => {
  const spent = { cost: 0.86, tokens: null, isEstimate: true }
  expect(limitsOf({ usd: 1, tokens: 1_000_000 }, spent)).toEqual([
    { unit: 'usd', share: 0.86, words: 'about $0.86 of $1.00' },
    { unit: 'tokens', share: 0, words: 'tokens not known of 1M tokens' },
  ])
  expect(limitsOf({ usd: null, tokens: null }, spent)).toEqual([])
  expect(limitWords({ usd: 5, tokens: 500 })).toBe('$5.00 and 500 tokens')
})
