import type { TurnTimes } from '@crewroom/shared/model/turn'
import type { LiveAgent } from '@crewroom/shared/state/crew-state'
import { expect, test } from 'vitest'
import { stretchesOf } from './small-lanes'

const NOW = Date.parse('2026-01-01T01:00:00.000Z')
const at = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString()
const turn = (agentId: string, from: number, to: number | null) =>
  ({ agentId, sentAt: at(from), endedAt: to === null ? null : at(to) }) as TurnTimes

test('UI412 the story goes from the first hand-over until now, with those that touch drawn as one', () => {
  const turns = [
    turn('ada', 60, 30),
    turn('ada', 29.9, 15),
    turn('ben', 15, null),
    turn('ada', 6, 3),
  ]
  const live = { cleo: { status: 'working', why: { since: at(30) } } } as unknown as Record<string, LiveAgent> // prettier-ignore
  const { from, to, byAgent } = stretchesOf(turns, live, NOW)
  expect(from).toBe(NOW - 60 * 60_000)
  expect(to).toBe(NOW)
  expect(Object.fromEntries(byAgent)).toEqual({
    ada: [
      { from: 0, to: 0.75 },
      { from: 0.9, to: 0.95 },
    ],
    ben: [{ from: 0.75, to: 1 }],
    cleo: [{ from: 0.5, to: 1 }],
  })
})

test('UI412 nobody has worked: a minute without anything', () => {
  expect(stretchesOf([], {}, NOW)).toEqual({ from: NOW - 60_000, to: NOW, byAgent: new Map() })
})

test('UI412 a story that is over ends with its last work, however long ago that was', () => {
  const over = stretchesOf([turn('ada', 60, 58), turn('ben', 58, 56)], {}, NOW)
  expect(over.from).toBe(NOW - 60 * 60_000)
  expect(over.to).toBe(NOW - 56 * 60_000)
  expect(over.byAgent.get('ben')).toEqual([{ from: 0.5, to: 1 }])
})
