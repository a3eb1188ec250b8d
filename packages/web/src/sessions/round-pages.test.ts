import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { expect, test } from 'vitest'
import { AT, LEAD, response, roundAt } from '../../test/samples'
import { type RoundPages, roundsByNumber, withRoundEvent } from './round-pages'

const pages = (): RoundPages => ({
  pages: [
    { rounds: [roundAt(3, 22, { ada: {} }), roundAt(4, 32, { ada: {} })], asOf: 40 },
    { rounds: [roundAt(1, 2, { ada: {} }), roundAt(2, 12, { ada: {} })], asOf: 50 },
  ],
  pageParams: [Number.MAX_SAFE_INTEGER, 3],
})
const stamp = { leadId: LEAD, at: AT, runId: 's1', sessionId: 's1' }
const responded = (seq: number, n: number): CrewEvent => ({
  ...stamp,
  type: 'round:responded',
  seq,
  n,
  response: response('ada', { status: 'passed' }),
})
const opened = (seq: number, n: number): CrewEvent => ({
  ...stamp,
  type: 'round:opened',
  seq,
  round: roundAt(n, seq, { dora: {} }),
})
const statuses = (of: RoundPages) =>
  [...roundsByNumber(of, []).values()].map(
    ({ n, responses, closed }) => `${n} ${responses[0]?.agentId} ${closed ?? responses[0]?.status}`,
  )

test('UI573 events change the round that they are about, in whatever page it is', () => {
  let now = withRoundEvent(pages(), responded(51, 2))
  now = withRoundEvent(now, { ...stamp, type: 'round:closed', seq: 52, n: 4, why: 'answered' })
  now = withRoundEvent(now, opened(53, 5))
  expect(statuses(now)).toEqual([
    '1 ada thinking',
    '2 ada passed',
    '3 ada thinking',
    '4 ada answered',
    '5 dora thinking',
  ])
  expect(statuses(withRoundEvent(now, opened(60, 2))), 'somebody is asked again').toContain(
    '2 dora thinking',
  )
})

test('UI573 what a page has already, or does not have, changes nothing', () => {
  const before = pages()
  for (const event of [
    responded(50, 2),
    responded(40, 4),
    opened(40, 5),
    responded(60, 9),
    { type: 'lead:paused' } as never,
  ]) {
    expect(withRoundEvent(before, event)).toBe(before)
  }
  const newer = roundAt(4, 32, { ada: { status: 'done' } })
  expect(roundsByNumber(before, [newer]).get(4), 'the state has the newest').toBe(newer)
  expect([...roundsByNumber(undefined, [newer]).keys()]).toEqual([4])
})
