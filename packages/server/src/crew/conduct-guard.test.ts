import { expect, test } from 'vitest'
import { CALM, type Conduct } from '@crewroom/shared/model/conduct'
import { FakeClock } from '../../test/harness/fake-clock'
import { ConductGuard, DEFAULT_CONDUCT, leadMayRelease, released } from './conduct-guard'

const HOUR = 3_600_000
const NOON = '2026-01-02T03:04:05.000Z'

function guarded(limits = DEFAULT_CONDUCT) {
  const clock = new FakeClock()
  return { clock, guard: new ConductGuard(clock, limits) }
}

test('CD1, CD4, CD10 the limits are those that are promised', () => {
  expect(DEFAULT_CONDUCT).toEqual({ hops: 40, replies: 100, holdSeconds: 120 })
})

/** So many answers of each, one after the other, and the number at which it is too much. */
const REPLIES: readonly (readonly [
  by: Record<string, number>,
  isHeldAt: number | null,
  why: string,
])[] = [
  [{ a: 50, b: 49 }, null, '99 of two'],
  [{ a: 50, b: 50 }, 100, '100 of two'],
  [{ a: 1_000 }, null, 'one alone fills no measure'],
  [{ a: 60, b: 40 }, 100, '60 of one count'],
  [{ a: 70, b: 39 }, null, 'no more than 60 of one'],
  [{ a: 70, b: 40 }, 110, 'until the others have said the rest'],
  [{ b: 39, a: 70, c: 1 }, 110, 'also what was written before'],
  [{ a: 34, b: 33, c: 33 }, 100, 'of three'],
]

test('CD10 100 answers of a group within two minutes are too many, at most 60 of them of one agent', () => {
  for (const [by, isHeldAt, why] of REPLIES) {
    const { guard } = guarded()
    const answers = Object.entries(by).flatMap(([agent, count]) => Array<string>(count).fill(agent))
    const at = answers.findIndex((agent) => guard.replied('x', agent))
    expect.soft(at === -1 ? null : at + 1, why).toBe(isHeldAt)
  }
})

const many = (guard: ConductGuard, count: number, place = 'x') => {
  let isHeld = false
  for (let n = 0; n < count; n++) isHeld = guard.replied(place, n % 2 === 0 ? 'a' : 'b')
  return isHeld
}

test.each<[passed: number, isHeld: boolean, why: string]>([
  [119_999, true, 'within two minutes'],
  [120_000, false, 'two minutes ago'],
])('CD10 99 answers and one %i ms later: %s, %s', (passed, isHeld) => {
  const { clock, guard } = guarded()
  many(guard, 99)
  clock.advance(passed)
  expect(guard.replied('x', 'a')).toBe(isHeld)
})

test('CD10, CD15 answers are counted for each place, from the beginning behind a hold, and by no clock that is corrected', () => {
  const { clock, guard } = guarded()
  many(guard, 99)
  expect(guard.replied('y', 'a'), 'another place').toBe(false)
  clock.correct(HOUR)
  expect(guard.replied('x', 'b'), 'the clock was set forward').toBe(true)
  expect(guard.repliers('x')).toEqual(['a', 'b'])
  expect(guard.repliers('y')).toEqual(['a'])
  guard.forget('x')
  expect(guard.repliers('x')).toEqual([])
  expect(many(guard, 99), 'counted from the beginning').toBe(false)
})

test('CD10 a place where nobody answers any more is forgotten with the next answer anywhere', () => {
  const { clock, guard } = guarded()
  many(guard, 2)
  clock.advance(60_000)
  guard.replied('y', 'a')
  clock.advance(60_000)
  guard.replied('z', 'a')
  expect([guard.repliers('x'), guard.repliers('y')]).toEqual([[], ['a']])
})

test('CD11 queries in a row are counted until the agent hears of somebody', () => {
  const { guard } = guarded()
  expect([guard.asked('a'), guard.asked('a'), guard.asked('b'), guard.asked('a')]).toEqual([
    1, 2, 1, 3,
  ])
  guard.heard('a')
  expect([guard.asked('a'), guard.asked('b')]).toEqual([1, 2])
})

/** `c`: it is handed its own confirmations; `w`: it writes; `h`: it hears of somebody. */
function series(steps: string, hops = 3) {
  const { guard } = guarded({ ...DEFAULT_CONDUCT, hops })
  for (const step of steps) {
    if (step === 'c') guard.confirmed('a')
    else if (step === 'w') guard.acted('a')
    else guard.heard('a')
  }
  return guard
}

test.each<[steps: string, feedsItself: boolean, why: string]>([
  ['', false, 'nothing'],
  ['cwcw', false, 'twice'],
  ['cwcwcw', true, 'three times'],
  ['cwcwc', false, 'handed the third, and nothing written since'],
  ['wwwwww', false, 'what it writes of its own accord'],
  ['cwwwww', false, 'however much for one'],
  ['ccccw', false, 'several confirmations, one answer'],
  ['cwcwhcw', false, 'it has heard of somebody'],
  ['cwcwhcwcwcw', true, 'and goes on after that'],
])('CD20 after %j an agent feeds itself: %s, %s', (steps, feedsItself) => {
  const guard = series(steps)
  expect(guard.feedsItself('a')).toBe(feedsItself)
  expect(guard.feedsItself('b'), 'of another agent').toBe(false)
  expect([guard.foundAlone('a'), guard.foundAlone('a')], 'told once').toEqual([feedsItself, false])
})

test('CD20 a further series is told again, and forty times are too many', () => {
  const guard = series('cwcwcw')
  guard.foundAlone('a')
  guard.heard('a')
  for (let n = 0; n < 3; n++) {
    guard.confirmed('a')
    guard.acted('a')
  }
  expect(guard.foundAlone('a')).toBe(true)
  expect(series('cw'.repeat(39), DEFAULT_CONDUCT.hops).feedsItself('a')).toBe(false)
  expect(series('cw'.repeat(40), DEFAULT_CONDUCT.hops).feedsItself('a')).toBe(true)
})

const WHY = { reason: 'hops', count: 40, agentIds: ['a'] } as const
const place = (conduct: Partial<Conduct>) => ({
  id: 'x',
  hold: null,
  conduct: { ...CALM, ...conduct },
})

test.each<[strikes: number, passed: number, seconds: number, then: number, why: string]>([
  [0, 0, 120, 1, 'the first'],
  [1, 0, 240, 2, 'each in a row lasts twice as long'],
  [4, 0, 1_920, 5, 'and so on'],
  [5, 0, 3_600, 6, 'up to an hour'],
  [30, 0, 3_600, 31, 'however many'],
  [3, HOUR - 1, 960, 4, 'in a row is: within an hour'],
  [3, HOUR, 120, 1, 'after an hour it is a first one'],
])(
  'CD4 after %i holds in a row, the last %i ms ago, one lasts %i s and is number %i: %s',
  (strikes, passed, seconds, then) => {
    const { clock, guard } = guarded()
    const before = place({ strikes, calmSince: NOON, freshSeq: 7 })
    guard.noteCalm(before)
    clock.advance(passed)
    const { hold, conduct } = guard.hold(before, WHY)
    const now = clock.now()
    expect(hold).toEqual({
      ...WHY,
      since: new Date(now).toISOString(),
      until: new Date(now + seconds * 1_000).toISOString(),
    })
    expect(conduct).toEqual({ strikes: then, calmSince: NOON, freshSeq: 7 })
  },
)

test.each([
  ['back', -2 * HOUR],
  ['forward', 2 * HOUR],
])('CD15 the hour after a hold is as long when the clock is set %s', (_, ms) => {
  const { clock, guard } = guarded()
  const before = place({ strikes: 1, calmSince: NOON })
  guard.noteCalm(before)
  clock.correct(ms)
  clock.advance(HOUR - 1)
  expect(guard.hold(before, WHY).conduct.strikes).toBe(2)
  clock.advance(1)
  expect(guard.hold(before, WHY).conduct.strikes).toBe(1)
})

test('CD4 a place that was never held, or that a person spoke in, has a first hold', () => {
  const { guard } = guarded()
  expect(guard.hold(place({ strikes: 0, calmSince: null }), WHY).conduct.strikes).toBe(1)
  const after = released(place({ strikes: 4, calmSince: NOON }), 9, 'later', true)
  expect(after).toEqual({ hold: null, conduct: { freshSeq: 9, strikes: 0, calmSince: null } })
  expect(guard.hold({ id: 'x', ...after }, WHY).conduct.strikes).toBe(1)
})

test('CD3, CD4 a hold that ends by its time or by the lead begins the count anew and stays one in a row', () => {
  const held = { ...place({ strikes: 2, freshSeq: 3 }), hold: { ...WHY, since: '', until: '' } }
  expect(released(held, 9, 'later', false)).toEqual({
    hold: null,
    conduct: { strikes: 2, freshSeq: 9, calmSince: 'later' },
  })
})

test.each<[strikes: number, may: boolean, why: string]>([
  [1, true, 'the first'],
  [3, true, 'the third in a row'],
  [4, false, 'no more: a person or time'],
])('CD6 the lead may end hold number %i: %s, %s', (strikes, may) => {
  expect(leadMayRelease(place({ strikes }))).toBe(may)
})
