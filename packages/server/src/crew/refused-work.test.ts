import { expect, test } from 'vitest'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { FakeClock } from '../../test/harness/fake-clock'
import { RefusedWork } from './refused-work'

const EACH = 1024
const { refusedBytes, refusedBytesPerSecond } = LIMITS

function worn(clock: FakeClock) {
  const work = new RefusedWork(clock)
  const connection = { read: true, pause: () => {}, resume: () => {} }
  connection.pause = () => void (connection.read = false)
  connection.resume = () => void (connection.read = true)
  for (let n = 0; n < refusedBytes / LIMITS.bodyBytes; n++) work.count('a', LIMITS.bodyBytes * 9)
  return { work, connection }
}

test('BW5 as much may be refused as there is room for, each with what it costs beside its bytes', () => {
  const work = new RefusedWork(new FakeClock())
  for (let n = 0; n < refusedBytes / EACH; n++) work.count('a', 0)
  expect(work.waitMs('a')).toBe(0)
  work.count('a', 0)
  expect([work.waitMs('a'), work.waitMs('b')]).toEqual([1_000, 0])
})

test('BW5 time brings it back, whatever the clock of the computer says', () => {
  const clock = new FakeClock()
  const { work } = worn(clock)
  const wait = work.waitMs('a')
  expect(wait).toBeGreaterThan(1_000)
  clock.advance(wait)
  expect(work.waitMs('a')).toBe(0)
  work.count('a', 2 * refusedBytesPerSecond)
  expect(work.waitMs('a')).toBeGreaterThan(1_000)
})

test('BW5 a request of a sender that is over the limit is refused a second later, and others are taken at once', async () => {
  const clock = new FakeClock()
  const { work } = worn(clock)
  await work.admit('b')
  let over = false
  const refused = work.admit('a').finally(() => (over = true))
  refused.catch(() => {})
  await Promise.resolve()
  expect(over).toBe(false)
  clock.advance(1_000)
  await expect(refused).rejects.toMatchObject({
    code: 'rate_limited',
    message: expect.stringMatching(/^Too much of what you sent was refused\. Wait \d+ s/),
  })
})

test('BW5 a connection of a sender that is over the limit is not read until it is not', () => {
  const clock = new FakeClock()
  const { work, connection } = worn(clock)
  const wrong = new CrewError('malformed', 'no')
  work.slow('b', 10, connection, wrong)
  for (const code of ['busy', 'rate_limited', 'storage_failed'] as const) {
    work.slow('a', 10, connection, new CrewError(code, 'later'))
  }
  expect(connection.read).toBe(true)
  work.slow('a', 10, connection, wrong)
  const wait = work.waitMs('a')
  clock.advance(wait - 1)
  expect(connection.read).toBe(false)
  clock.advance(1)
  expect(connection.read).toBe(true)
})
