import { expect, test } from 'vitest'
import { addUsage, costKind, crewUsage, NO_USAGE, tokensOf, type Usage } from './usage'

const used = (part: Partial<Usage>): Usage => ({ ...NO_USAGE, ...part })

test.each<[total: Partial<Usage>, turn: Partial<Usage>, sum: Partial<Usage>, why: string]>([
  [{}, {}, {}, 'nothing told stays nothing, not 0'],
  [
    { inputTokens: 1, outputTokens: 2, totalTokens: 3, cost: 4 },
    { inputTokens: 10, outputTokens: 20, totalTokens: 30, cost: 40 },
    { inputTokens: 11, outputTokens: 22, totalTokens: 33, cost: 44 },
    'sums',
  ],
  [
    { cachedReadTokens: 1, cachedWriteTokens: 2 },
    { cachedReadTokens: 10, cachedWriteTokens: 20 },
    { cachedReadTokens: 11, cachedWriteTokens: 22 },
    'of the cache as well',
  ],
  [{ totalTokens: 3 }, {}, { totalTokens: 3 }, 'a turn that tells nothing'],
  [
    { inputTokens: 900, outputTokens: 90 },
    { totalTokens: 10 },
    { inputTokens: 900, outputTokens: 90, totalTokens: 1_000 },
    'a total, and tokens without one',
  ],
  [{}, { cost: 0 }, { cost: 0 }, '0 is told'],
  [
    { cachedReadTokens: undefined },
    { cachedReadTokens: 5 },
    { cachedReadTokens: 5 },
    'what earlier versions did not store',
  ],
  [
    { contextUsed: 10, contextSize: 100 },
    { contextUsed: 7 },
    { contextUsed: 7, contextSize: 100 },
    'the context is what was said last',
  ],
  [
    { contextUsed: 10, contextSize: 100 },
    { contextUsed: 0, contextSize: 50 },
    { contextUsed: 0, contextSize: 50 },
    'also when it is 0',
  ],
])('TN5 %j and a turn with %j: %j, %s', (total, turn, sum) => {
  expect(addUsage(used(total), used(turn))).toEqual(used(sum))
})

test.each<[usage: Usage | null | undefined, tokens: number | null, why: string]>([
  [null, null, 'nothing told'],
  [undefined, null, 'nothing told'],
  [NO_USAGE, null, 'nothing told of tokens'],
  [used({ totalTokens: 9, inputTokens: 1, outputTokens: 2 }), 9, 'the total where it is told'],
  [used({ totalTokens: 0, inputTokens: 1 }), 0, 'also 0'],
  [used({ inputTokens: 1, outputTokens: 2 }), 3, 'otherwise what went in and out'],
  [used({ outputTokens: 2 }), 2, 'or one of them'],
])('OV4 of %j the tokens are %s: %s', (usage, tokens) => {
  expect(tokensOf(usage)).toBe(tokens)
})

const one = (usage: Partial<Usage> | null, hasWorked = true) => ({ usage: usage && used(usage), hasWorked }) // prettier-ignore

test.each<[agents: ReturnType<typeof one>[], crew: ReturnType<typeof crewUsage>, why: string]>([
  [[], { tokens: null, cost: null, isMoreTokens: false, isMoreCost: false }, 'nobody'],
  [
    [one(null)],
    { tokens: null, cost: null, isMoreTokens: false, isMoreCost: false },
    'nobody tells: there is no sum that is too small',
  ],
  [
    [one({ totalTokens: 1, cost: 2 }), one({ totalTokens: 3, cost: 4 })],
    { tokens: 4, cost: 6, isMoreTokens: false, isMoreCost: false },
    'everybody tells',
  ],
  [
    [one({ totalTokens: 1, cost: 2 }), one(null)],
    { tokens: 1, cost: 2, isMoreTokens: true, isMoreCost: true },
    'one worked and tells nothing',
  ],
  [
    [one({ totalTokens: 1, cost: 2 }), one(null, false)],
    { tokens: 1, cost: 2, isMoreTokens: false, isMoreCost: false },
    'one has done nothing yet',
  ],
  [
    [one({ totalTokens: 1, cost: 2 }), one({ totalTokens: 3 })],
    { tokens: 4, cost: 2, isMoreTokens: false, isMoreCost: true },
    'one tells no cost',
  ],
  [
    [one({ totalTokens: 1, cost: 2 }), one({ cost: 3 })],
    { tokens: 1, cost: 5, isMoreTokens: true, isMoreCost: false },
    'one tells no tokens',
  ],
  [
    [one({ totalTokens: 1, cost: 2 }), one({ totalTokens: 1, cost: 3, estimatedCost: 3 })],
    { tokens: 2, cost: 5, isMoreTokens: false, isMoreCost: false, isEstimate: true },
    'one cost is an estimate',
  ],
])('OV4 %j have used %j together: %s', (agents, crew) => {
  expect(crewUsage(agents)).toEqual(crew)
})

test('US5 a sum of costs says how much of it was estimated', () => {
  const reported = used({ cost: 0.5 })
  const estimated = used({ cost: 0.25, estimatedCost: 0.25, model: 'pro' })
  const both = addUsage(reported, estimated)
  expect(both).toMatchObject({ cost: 0.75, estimatedCost: 0.25, model: 'pro' })
  expect(addUsage(both, used({ model: 'flash' })).model).toBe('flash')
  expect([null, NO_USAGE, reported, estimated, both].map(costKind)).toEqual([
    null,
    null,
    'reported',
    'estimated',
    'partly',
  ])
  const tenths = Array.from({ length: 10 }, () => used({ cost: 0.1, estimatedCost: 0.1 }))
  expect(costKind(tenths.reduce(addUsage))).toBe('estimated')
  expect(Object.keys(addUsage(reported, reported)), 'absent where there is none').not.toContain(
    'estimatedCost',
  )
})
