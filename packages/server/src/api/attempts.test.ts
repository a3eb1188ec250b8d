import { expect, test } from 'vitest'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { FakeClock } from '../../test/harness/fake-clock'
import { Attempts } from './attempts'

test.for([
  [0, 60],
  [1, 60],
  [19_500, 41],
  [20_000, 40],
  [59_001, 1],
  [59_999, 1],
] as const)(
  'SE6 %i ms after the first attempt the 21st is told to wait %i s, after which the minute is over',
  ([passed, retryAfter]) => {
    const clock = new FakeClock()
    const attempts = new Attempts(clock)
    const failed = () => {
      try {
        attempts.failed('192.0.2.1')
        return null
      } catch (error) {
        return error instanceof CrewError ? [error.code, error.details] : error
      }
    }
    for (let n = 1; n <= LIMITS.unauthorizedPerMinute; n++) {
      expect(failed(), `${n}`).toBeNull()
      if (n === 1) clock.advance(passed)
    }
    expect(failed()).toEqual(['rate_limited', { retryAfter }])
    clock.advance(retryAfter * 1000)
    expect(failed()).toBeNull()
  },
)

test('SE6 of more addresses than are remembered only the one that began longest ago begins again', () => {
  const attempts = new Attempts(new FakeClock())
  const isRefused = (address: string | undefined) => {
    try {
      attempts.failed(address)
      return false
    } catch {
      return true
    }
  }
  const full = (address: string | undefined) => {
    for (let n = 1; n <= LIMITS.unauthorizedPerMinute; n++) expect(isRefused(address)).toBe(false)
    expect(isRefused(address)).toBe(true)
  }
  full('first')
  full('second')
  // Those who have no address any more are counted together.
  full(undefined)
  for (let n = 4; n <= 10_000; n++) attempts.failed(`${n}`)
  for (const known of ['first', 'second', undefined]) {
    expect(isRefused(known), `${known}, and nobody is forgotten for one who is known`).toBe(true)
  }
  attempts.failed('10001')
  expect(isRefused('second')).toBe(true)
  expect(isRefused(undefined)).toBe(true)
  expect(isRefused('first')).toBe(false)
})
