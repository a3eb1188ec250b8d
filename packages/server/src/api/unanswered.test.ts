import { expect, test } from 'vitest'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { Unanswered } from './unanswered'

/** A connection, and whether it is read. */
function connection() {
  return {
    isRead: true,
    pause() {
      this.isRead = false
    },
    resume() {
      this.isRead = true
    },
  }
}

/** What everything costs beside its text. */
const EACH = 512
const LIMIT = LIMITS.unansweredBytes

test('RE46 who has 1 MB unanswered is read no further, and read again when less than half of it is left', () => {
  const unanswered = new Unanswered()
  const [first, second, other] = [connection(), connection(), connection()]
  const read = () => [first, second, other].map(({ isRead }) => isRead)
  const half = unanswered.begin('ada', LIMIT / 2 - EACH)
  const most = unanswered.begin('ada', LIMIT / 2 - EACH - 1 - EACH)
  unanswered.readInStep('ada', first)
  expect([unanswered.isFull('ada'), ...read()]).toEqual([false, true, true, true])
  // What has no text costs something, too.
  const empty = unanswered.begin('ada', 0)
  expect(unanswered.isFull('ada')).toBe(false)
  const last = unanswered.begin('ada', 1)
  expect([unanswered.isFull('ada'), unanswered.isFull('ben')]).toEqual([true, false])
  unanswered.readInStep('ada', first)
  unanswered.readInStep('ada', second)
  unanswered.readInStep('ben', other)
  expect(read()).toEqual([false, false, true])
  last()
  empty()
  expect([unanswered.isFull('ada'), ...read()]).toEqual([false, false, false, true])
  most()
  expect(read(), 'half of it is left').toEqual([false, false, true])
  half()
  expect(read()).toEqual([true, true, true])
})

test('RE46 what is answered counts no more, and a connection that is read again is halted again', () => {
  const unanswered = new Unanswered()
  const halted = connection()
  for (let times = 0; times < 3; times++) {
    const answered = unanswered.begin('ada', LIMIT - EACH)
    expect(unanswered.isFull('ada')).toBe(true)
    unanswered.readInStep('ada', halted)
    expect(halted.isRead).toBe(false)
    answered()
    expect([unanswered.isFull('ada'), halted.isRead]).toEqual([false, true])
  }
})
