import { expect, test } from 'vitest'
import { AcpMeter } from './acp-meter'
import type { AcpUsage } from './acp-values'

const told = (inputTokens: number, outputTokens: number): AcpUsage => ({
  inputTokens,
  outputTokens,
  totalTokens: inputTokens + outputTokens,
  thoughtTokens: null,
  cachedReadTokens: null,
  cachedWriteTokens: null,
})

function turn(meter: AcpMeter, updates: readonly object[], usage: AcpUsage | null) {
  meter.begin()
  for (const update of updates) meter.update(update)
  return meter.end(usage)
}

test('AC24 usage is counted per turn, however a program tells it', () => {
  const each = new AcpMeter('turn')
  expect(turn(each, [], told(10, 5))).toMatchObject({ inputTokens: 10, totalTokens: 15 })
  expect(turn(each, [], told(10, 5))).toMatchObject({ inputTokens: 10, totalTokens: 15 })
  const summed = new AcpMeter('cumulative')
  turn(summed, [], told(10, 5))
  expect(turn(summed, [], told(30, 6))).toMatchObject({ inputTokens: 20, outputTokens: 1 })
  expect(turn(summed, [], told(4, 1)), 'a sum that fell was begun anew').toMatchObject({
    inputTokens: 4,
  })
  const cached = (read: number) => ({ ...told(1, 1), cachedReadTokens: read, cachedWriteTokens: 2 })
  turn(summed, [], cached(100))
  expect(turn(summed, [], cached(150)), 'the cache too').toMatchObject({
    cachedReadTokens: 50,
    cachedWriteTokens: 0,
  })
  const beside = new AcpMeter('turn')
  const chunk = { sessionUpdate: 'agent_message_chunk', _meta: { usage: told(7, 3) } }
  expect(turn(beside, [chunk], null)).toMatchObject({ totalTokens: 10 })
  expect(turn(beside, [], null), 'and not again for the next turn').toBeNull()
})

test('AC25 cost is the difference since the turn began, context is what was said last', () => {
  const meter = new AcpMeter('turn')
  const update = (used: number, amount: number) => ({
    sessionUpdate: 'usage_update',
    used,
    size: 1000,
    cost: { amount, currency: 'USD' },
  })
  expect(turn(meter, [update(100, 0.5)], null)).toMatchObject({ cost: 0.5, contextUsed: 100 })
  expect(turn(meter, [update(150, 0.6), update(200, 0.75)], null)).toMatchObject({
    cost: 0.25,
    contextUsed: 200,
    contextSize: 1000,
  })
  const odd = [update(1, Number.NaN), { sessionUpdate: 'usage_update', used: '9', cost: 'free' }]
  expect(turn(meter, odd, null)).toMatchObject({ cost: 0, contextUsed: null })
})
