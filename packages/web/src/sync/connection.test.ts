import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  BLIP_MS,
  type Connection,
  connection,
  connectionChanged,
  connectionWord,
  serverVersion,
} from './connection'

beforeEach(() => {
  vi.useFakeTimers()
  connection.setState(connection.getInitialState(), true)
})
afterEach(() => {
  vi.useRealTimers()
  connection.setState(connection.getInitialState(), true)
})

const waiting = (attempt: number) => ({ phase: 'waiting', attempt, retryAt: 0 }) as const

test('UI21 an interruption counts from when the connection was lost, and its end is said for a moment', () => {
  const now = () => connection.getState()
  connectionChanged({ phase: 'connecting', attempt: 0 })
  expect(now().lostAt, 'it was never there').toBeNull()
  connectionChanged({ phase: 'live' })
  expect(now()).toMatchObject({ wasLive: true, isBack: false, lostAt: null })
  for (const [ms, isBack] of [
    [BLIP_MS - 1, false],
    [BLIP_MS, true],
  ] as const) {
    const lostAt = Date.now()
    connectionChanged(waiting(1))
    vi.advanceTimersByTime(ms - 10)
    connectionChanged({ phase: 'connecting', attempt: 1 })
    expect(now().lostAt).toBe(lostAt)
    vi.advanceTimersByTime(10)
    connectionChanged({ phase: 'live' })
    expect(now()).toMatchObject({ isBack, lostAt: null })
  }
  vi.advanceTimersByTime(1_999)
  expect(now().isBack).toBe(true)
  vi.advanceTimersByTime(1)
  expect(now().isBack).toBe(false)
})

test.each<[state: Connection['state'], wasLive: boolean, word: string]>([
  [{ phase: 'live' }, true, 'Live'],
  [{ phase: 'stopped' }, true, 'Offline'],
  [{ phase: 'connecting', attempt: 0 }, false, 'Connecting'],
  [waiting(2), false, 'Connecting'],
  [waiting(2), true, 'Reconnecting'],
  [waiting(3), true, 'Offline'],
  [waiting(3), false, 'Offline'],
])('UI21 %j of a page that was live: %s is called %s', (state, wasLive, word) => {
  expect(connectionWord({ ...connection.getState(), state, wasLive })).toBe(word)
})

test('UI422 a page is as old as the first server that it met', () => {
  const told = ['1', '1', '2', '2', '1'].map((version) => {
    serverVersion(version)
    return connection.getState().isOutdated
  })
  expect(told).toEqual([false, false, true, true, false])
})
