import { expect, test } from 'vitest'
import { AWAY_MS, visited } from './visits'

const START = Date.parse('2026-01-01T12:00:00.000Z')
const seen = (ms: number, seq: number) => ({ at: new Date(START + ms).toISOString(), seq })

function storage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
}

test('UI410 a visit begins where the one before it ended, when nobody had looked for a while', () => {
  const own = storage()
  expect(visited(own, 'a', seen(0, 10))).toBeNull()
  expect(visited(own, 'a', seen(60_000, 12)), 'still the first one').toBeNull()
  const back = 60_000 + AWAY_MS + 1
  expect(visited(own, 'a', seen(back, 40))).toEqual(seen(60_000, 12))
  // While it lasts, it is measured from there; another crew has visits of its own.
  expect(visited(own, 'a', seen(back + 60_000, 50))).toEqual(seen(60_000, 12))
  expect(visited(own, 'b', seen(back, 5))).toBeNull()
  expect(visited(own, 'a', seen(back + 120_000 + AWAY_MS, 70))).toEqual(seen(back + 60_000, 50))
})

test('UI410 what cannot be read or kept is no visit', () => {
  const broken = { getItem: () => '{"last":7}', setItem: () => {} }
  expect(visited(broken, 'a', seen(0, 1))).toBeNull()
  const denied = {
    getItem: () => {
      throw new Error('denied')
    },
    setItem: () => {
      throw new Error('denied')
    },
  }
  expect(visited(denied, 'a', seen(0, 1))).toBeNull()
})
