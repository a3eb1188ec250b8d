import { expect, test } from 'vitest'
import type { FakeClock } from '../../test/harness/fake-clock'
import { testCrew } from '../../test/harness/test-crew'
import { LoginCodes } from './login-codes'

test('SE33 a hundred login codes are valid at a time: one more ends the oldest alone', async () => {
  await using crew = testCrew()
  const codes = new LoginCodes(crew.shard)
  const isValid = (code: string | undefined) => {
    try {
      return codes.redeem(code ?? '').token.length > 0
    } catch {
      return false
    }
  }
  const all = Array.from({ length: 100 }, () => codes.issue())
  const one = codes.issue()
  expect(isValid(all[0]), 'the oldest').toBe(false)
  expect([all[1], all[99], one].map(isValid)).toEqual([true, true, true])
  // Three were used: that leaves room for three.
  for (let n = 0; n < 3; n++) codes.issue()
  expect(isValid(all[2])).toBe(true)
})

test('SE7, SE21 a login code is used once, and its session ends thirty days later', async () => {
  await using crew = testCrew()
  const codes = new LoginCodes(crew.shard)
  const code = codes.issue()
  const { token, expiresAt } = codes.redeem(code)
  expect(Date.parse(expiresAt) - crew.clock.now()).toBe(30 * 24 * 3_600_000)
  expect(token).not.toBe(code)
  expect(() => codes.redeem(code)).toThrow(expect.objectContaining({ code: 'unauthorized' }))
})

const TEN_MINUTES = 10 * 60_000

test.each([
  ['when they have passed', 0, (clock: FakeClock, ms: number) => clock.advance(ms)],
  ['also if the computer slept', 0, (clock: FakeClock, ms: number) => clock.correct(ms)],
  [
    'also if its clock was set back',
    -TEN_MINUTES,
    (clock: FakeClock, ms: number) => clock.advance(ms),
  ],
])('SE20 a login code ends after ten minutes, %s', async (_, corrected, pass) => {
  await using crew = testCrew()
  const codes = new LoginCodes(crew.shard)
  const [early, late] = [codes.issue(), codes.issue()]
  crew.clock.correct(corrected)
  pass(crew.clock, TEN_MINUTES - 1)
  expect(codes.redeem(early).token).not.toBe('')
  pass(crew.clock, 1)
  expect(() => codes.redeem(late)).toThrow(expect.objectContaining({ code: 'unauthorized' }))
})
