import { NO_USAGE } from '@crewroom/shared/model/usage'
import { expect, test } from 'vitest'
import { AcpMeter } from './acp-meter'
import { type AcpUsage, usageIn } from './acp-values'

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
  expect(turn(summed, [], told(4, 1)), 'a sum that fell has begun again').toMatchObject({
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

test('AC25 cost is the difference since the turn before, context is what was said last', () => {
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

const said = (used: number, dollars?: number) => ({
  sessionUpdate: 'usage_update',
  used,
  size: 200_000,
  ...(dollars === undefined ? {} : { cost: { amount: dollars, currency: 'USD' } }),
})

/** How each program reports what a turn used: two turns, as they come over the wire. */
test.each<
  [
    program: string,
    kind: 'turn' | 'cumulative',
    turns: readonly { updates?: readonly object[]; answer: object }[],
    used: readonly (object | null)[],
  ]
>([
  [
    'claude: the cache apart from the input, the same again as a quota, the cost of the session',
    'turn',
    [
      {
        updates: [said(20_700, 0.12)],
        answer: {
          usage: {
            inputTokens: 4,
            outputTokens: 300,
            cachedReadTokens: 12_000,
            cachedWriteTokens: 8_396,
            totalTokens: 20_700,
          },
          _meta: { quota: { tokenCount: { inputTokens: 4, outputTokens: 300 } } },
        },
      },
      {
        updates: [said(21_000, 0.15)],
        answer: { usage: { inputTokens: 2, outputTokens: 98, totalTokens: 100 } },
      },
    ],
    [
      {
        inputTokens: 4,
        outputTokens: 300,
        totalTokens: 20_700,
        cachedReadTokens: 12_000,
        cachedWriteTokens: 8_396,
        cost: 0.12,
        contextUsed: 20_700,
      },
      { inputTokens: 2, totalTokens: 100, cachedReadTokens: null, contextUsed: 21_000 },
    ],
  ],
  [
    'codex: in both places, which is one',
    'turn',
    [
      {
        answer: {
          usage: { inputTokens: 900, outputTokens: 100, totalTokens: 1000, cachedReadTokens: 800 },
          _meta: { quota: { tokenCount: { inputTokens: 900, outputTokens: 100 } } },
        },
      },
    ],
    [{ inputTokens: 900, outputTokens: 100, totalTokens: 1000, cachedReadTokens: 800, cost: null }],
  ],
  [
    'gemini: as a quota only',
    'turn',
    [
      { answer: { _meta: { quota: { token_count: { input_tokens: 70, output_tokens: 5 } } } } },
      { answer: { usage: {}, _meta: { quota: { tokenCount: { inputTokens: 9 } } } } },
    ],
    [
      { inputTokens: 70, outputTokens: 5, totalTokens: null, cost: null },
      { inputTokens: 9, outputTokens: null },
    ],
  ],
  [
    'qwen: beside an empty piece of text, and in the answer of a later version',
    'turn',
    [
      {
        updates: [
          {
            sessionUpdate: 'agent_message_chunk',
            content: { type: 'text', text: '' },
            _meta: { usage: { inputTokens: 20_000, outputTokens: 400, totalTokens: 20_400 } },
          },
        ],
        answer: { usage: { inputTokens: null } },
      },
    ],
    [{ inputTokens: 20_000, outputTokens: 400, totalTokens: 20_400 }],
  ],
  [
    'copilot: summed up over its session',
    'cumulative',
    [
      { answer: { usage: { inputTokens: 10_000, outputTokens: 300, totalTokens: 10_300 } } },
      { answer: { usage: { inputTokens: 20_100, outputTokens: 500, totalTokens: 20_600 } } },
    ],
    [{ totalTokens: 10_300 }, { inputTokens: 10_100, outputTokens: 200, totalTokens: 10_300 }],
  ],
  [
    'kimi: the context, at the first turn only',
    'turn',
    [{ updates: [said(21_500)], answer: {} }, { answer: {} }],
    [
      { inputTokens: null, totalTokens: null, cost: null, contextUsed: 21_500 },
      { totalTokens: null, cost: null },
    ],
  ],
  ['cline: nothing', 'turn', [{ answer: {} }, { answer: { usage: null } }], [null, null]],
])('AC24, AC25, AC34, US1 what turns used is told by %s', (_, kind, turns, used) => {
  const meter = new AcpMeter(kind)
  const told = turns.map(({ updates = [], answer }) =>
    turn(meter, updates, usageIn({ stopReason: 'end_turn', ...answer })),
  )
  expect(told).toMatchObject(used)
})

test('US2 usage reported after a turn, or in a turn that was cut off, counts towards the next one', () => {
  const meter = new AcpMeter('turn')
  expect(turn(meter, [said(1, 1)], null)).toMatchObject({ cost: 1 })
  meter.update(said(1, 1.25))
  meter.begin()
  meter.update(said(1, 1.5))
  expect(turn(meter, [said(1, 2)], null)).toMatchObject({ cost: 1 })
})

test('US30 a cost reported after turns whose cost was estimated counts without those estimates', () => {
  const prices = { m: { input: 1_000_000, output: 1_000_000 } }
  const meter = new AcpMeter('turn', ['--model', 'm'], prices)
  expect(turn(meter, [], told(1, 1))).toMatchObject({ cost: 2, estimatedCost: 2 })
  expect(turn(meter, [], told(1, 0))).toMatchObject({ cost: 1, estimatedCost: 1 })
  // It reports the sum of all three turns.
  expect(turn(meter, [said(1, 4.5)], told(1, 1))).toMatchObject({ cost: 1.5 })
  expect(turn(meter, [said(1, 5)], told(1, 1))).toMatchObject({ cost: 0.5 })
  expect(turn(meter, [], told(1, 1)), 'nothing is estimated once it reports').toMatchObject({
    cost: 0,
  })
  const dear = new AcpMeter('turn', ['--model', 'm'], prices)
  turn(dear, [], told(1, 1))
  expect(turn(dear, [said(1, 0.5)], told(1, 1)), 'the estimate was too high').toMatchObject({
    cost: 0,
  })
  expect(turn(dear, [said(1, 2.75)], told(1, 1)), 'until the sum is').toMatchObject({ cost: 0.75 })
})

test('US3 an earlier session that is continued is not counted again, whether or not its sums start from 0', () => {
  const counted = { ...NO_USAGE, inputTokens: 50, outputTokens: 5, totalTokens: 55, cost: 2 }
  const goesOn = () => {
    const meter = new AcpMeter('cumulative')
    meter.continues(counted)
    return meter
  }
  expect(turn(goesOn(), [said(1, 2.5)], told(60, 7))).toMatchObject({
    inputTokens: 10,
    outputTokens: 2,
    totalTokens: 12,
    cost: 0.5,
  })
  expect(turn(goesOn(), [said(1, 0.5)], told(20, 3)), 'begun again').toMatchObject({
    totalTokens: 23,
    cost: 0.5,
  })
  const untold = new AcpMeter('turn')
  untold.update(said(1, 3))
  untold.continues(null)
  expect(turn(untold, [said(1, 3.25)], null), 'as told before the first turn').toMatchObject({
    cost: 0.25,
  })
})
