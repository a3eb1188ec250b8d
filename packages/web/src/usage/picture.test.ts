import type { UsageTotal } from '@crewroom/shared/model/usage-total'
import { expect, test } from 'vitest'
import { addedUp, agentsOf, beginOf, bucketsOf, EARLIER, roundTop } from './picture'

const total = (key: string, agentId: string, totalTokens: number | null, cost: number | null) =>
  ({ key, agentId, totalTokens, cost }) as UsageTotal
const NOW = Date.parse('2026-03-05T14:20:00Z')

test('UI536 the picture has every hour or day until now, each agent in one order, and unknown amounts are not 0', () => {
  const totals = [
    total('2026-03-04T15', 'ada', 10, null),
    total('2026-03-05T14', 'ada', 5, null),
    total('2026-03-05T14', 'ben', 40, 0.5),
    total('2026-03-05T13', 'cleo', null, null),
  ]
  const hours = bucketsOf(totals, 'hour', 'tokens', NOW)
  expect(hours.map(({ key }) => key)).toHaveLength(24)
  expect([hours[0]?.key, hours.at(-1)?.key]).toEqual(['2026-03-04T15', '2026-03-05T14'])
  expect(hours.at(-1)).toMatchObject({
    total: 45,
    parts: [
      { agentId: 'ben', amount: 40 },
      { agentId: 'ada', amount: 5 },
    ],
  })
  expect(hours.at(-2), 'turns ended, and nobody told').toMatchObject({ total: null, parts: [] })
  expect(hours[5], 'nothing ended').toMatchObject({ total: 0, parts: [] })
  expect(bucketsOf(totals, 'hour', 'cost', NOW).at(-1)).toMatchObject({ total: 0.5 })
  expect(agentsOf(totals, 'tokens')).toEqual(['ben', 'ada'])
  const days = bucketsOf([total('2026-03-05', 'ada', 3, null)], 'day', 'tokens', NOW)
  expect([days.length, days[0]?.key, days.at(-1)?.total]).toEqual([30, '2026-02-04', 3])
  expect(new Date(beginOf('day', NOW)).toISOString()).toBe('2026-02-04T00:00:00.000Z')
})

test('UI536 the axis ends at a round number that nothing exceeds', () => {
  expect([0, 1, 1.2, 2.4, 3, 7, 45, 98_000, 0.013].map(roundTop)).toEqual([
    1, 1, 1.6, 3, 3, 8, 50, 100_000, 0.016,
  ])
})

test('UI538 added up, each hour has what was used until then, and what was used before the first', () => {
  const totals = [
    total('2026-03-05T12', 'ada', 10, null),
    total('2026-03-05T14', 'ada', 5, null),
    total('2026-03-05T14', 'ben', 40, null),
  ]
  const sums = addedUp(bucketsOf(totals, 'hour', 'tokens', NOW), 100)
  expect(sums[0]).toMatchObject({ total: 100, parts: [{ agentId: EARLIER, amount: 100 }] })
  expect(sums.at(-2)).toMatchObject({ total: 110 })
  expect(sums.at(-1)).toMatchObject({
    total: 155,
    parts: [
      { agentId: EARLIER, amount: 100 },
      { agentId: 'ada', amount: 15 },
      { agentId: 'ben', amount: 40 },
    ],
  })
  expect(addedUp(bucketsOf(totals, 'hour', 'tokens', NOW), 0).at(-1)?.total).toBe(55)
})
