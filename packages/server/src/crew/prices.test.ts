import { priceOf, type Prices } from '@crewroom/shared/model/prices'
import { NO_USAGE, type Usage } from '@crewroom/shared/model/usage'
import { expect, test } from 'vitest'
import { withCost } from './prices'

const price = (input: number) => ({ input, output: 0 })

test.each<[model: string, patterns: readonly string[], chosen: string | null]>([
  ['claude-sonnet-4', ['claude-sonnet-4'], 'claude-sonnet-4'],
  ['Claude-Sonnet-4', ['claude-sonnet-*'], 'claude-sonnet-*'],
  ['claude-sonnet-4', ['*', 'claude-*', 'claude-sonnet-*'], 'claude-sonnet-*'],
  ['openai/gpt-5-mini', ['*gpt-5*', '*gpt-5-mini'], '*gpt-5-mini'],
  ['gpt-5', ['gpt-5-mini', 'gpt'], null],
  ['gpt.5', ['gpt?5', 'gpt-5'], null],
  ['aba', ['ab*ba'], null],
  ['abba', ['ab*ba'], 'ab*ba'],
  ['anything', ['*'], '*'],
  ['a1b2c', ['a*b*c', 'a*c*b'], 'a*b*c'],
  ['anything', [], null],
])('US4 the price of %s among %j is that of %s', (model, patterns, chosen) => {
  const prices = Object.fromEntries(patterns.map((pattern, at) => [pattern, price(at + 1)]))
  expect(priceOf(prices, model)).toEqual(chosen === null ? null : prices[chosen])
})

const PRICES: Prices = {
  full: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
  plain: { input: 2, output: 10 },
  free: { input: 0, output: 0 },
}
const MILLION = 1_000_000

test.each<[what: string, used: Partial<Usage>, cost: number | null, estimated?: number]>([
  ['input and output', { model: 'full', inputTokens: MILLION, outputTokens: 100_000 }, 4.5, 4.5],
  [
    'the cache beside the input',
    {
      model: 'full',
      inputTokens: 100_000,
      outputTokens: 0,
      cachedReadTokens: MILLION,
      cachedWriteTokens: 200_000,
      totalTokens: 1_300_000,
    },
    // 0.3 of input, 0.3 read, 0.75 written
    1.35,
    1.35,
  ],
  [
    'the cache within the input',
    {
      model: 'full',
      inputTokens: MILLION,
      outputTokens: 100_000,
      cachedReadTokens: 800_000,
      totalTokens: 1_100_000,
    },
    // 0.2 M of input, 0.1 M of output, 0.8 M read
    2.34,
    2.34,
  ],
  [
    'a cache without a price of its own',
    { model: 'plain', inputTokens: 0, outputTokens: 0, cachedReadTokens: MILLION },
    2,
    2,
  ],
  ['a model that costs nothing', { model: 'free', inputTokens: 5, outputTokens: 5 }, 0, 0],
  ['a reported cost', { model: 'full', inputTokens: MILLION, outputTokens: 0, cost: 0.5 }, 0.5],
  ['a reported cost of 0', { model: 'full', inputTokens: MILLION, outputTokens: 0, cost: 0 }, 0],
  ['an unknown model', { inputTokens: 5, outputTokens: 5 }, null],
  ['a model without a price', { model: 'other', inputTokens: 5, outputTokens: 5 }, null],
  ['a total that is not split', { model: 'full', totalTokens: 5 }, null],
])('US4, US5 the cost of %s', (_, used, cost, estimated) => {
  const { cost: found, estimatedCost } = withCost({ ...NO_USAGE, ...used }, PRICES)
  if (cost === null) expect(found).toBeNull()
  else expect(found).toBeCloseTo(cost, 10)
  if (estimated === undefined) expect(estimatedCost).toBeUndefined()
  else expect(estimatedCost).toBeCloseTo(estimated, 10)
})
