import type { RoundRecord } from '@crewroom/shared/model/round'
import { expect, test } from 'vitest'
import { roundAt } from '../../test/samples'
import {
  listed,
  outcomeOf,
  queuedBehind,
  roundAtSeq,
  stoppedWords,
  thinkingWords,
  tookBefore,
  tookOf,
} from './round-words'

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21, 12, 0, seconds)).toISOString()
const done = (seconds: number) => ({ status: 'done', endedAt: at(seconds) }) as const
const map = (...rounds: RoundRecord[]) => new Map(rounds.map((own) => [own.n, own]))

test.each<[responses: Parameters<typeof roundAt>[2], closed: RoundRecord['closed'], words: string]>(
  [
    [{ ada: done(38), dora: done(52), rhea: done(29) }, 'answered', '3 of 3 answered in 0:52'],
    [{ ada: done(8) }, 'answered', '1 of 1 answered in 0:08'],
    [{ ada: {}, dora: done(26), rhea: {} }, null, '1 of 3 answered, 2 thinking'],
    [{ ada: {}, dora: { status: 'interrupted' } }, null, '0 of 2 answered, 1 thinking, 1 stopped'],
    [
      { ada: done(21), dora: { ...done(186), late: true }, rhea: { status: 'interrupted' } },
      'answered',
      '1 answered, 1 late, 1 stopped',
    ],
    [{ ada: done(21), dora: {} }, 'superseded', '1 answered, 1 thinking'],
    [
      { ada: { status: 'error' }, dora: { status: 'passed' }, rhea: { status: 'skipped' } },
      'answered',
      '1 failed, 1 passed, 1 not started',
    ],
  ],
)('UI563 the line of a round with %j, closed: %j, says %s', (responses, closed, words) => {
  expect(outcomeOf(roundAt(1, 2, responses, { closed }))).toBe(words)
})

test('UI563, UI589 the time of an answer runs from the question, or from the end of the answer before it', () => {
  const first = roundAt(1, 2, { ada: done(38), dora: done(100) }, { openedAt: at(0) })
  const second = roundAt(2, 12, { ada: done(80), dora: done(120) }, { openedAt: at(60) })
  const rounds = map(first, second)
  expect(tookOf(rounds, first, 'ada')).toBe(38_000)
  expect(tookOf(rounds, second, 'ada')).toBe(20_000)
  expect(tookOf(rounds, second, 'dora'), 'it answered round 1 until then').toBe(20_000)
  expect(tookOf(rounds, roundAt(3, 22, { ada: {} }), 'ada')).toBeNull()
  // Two answers of a session may end in the other order: one of them was taken up again.
  const third = roundAt(3, 22, { dora: done(110) }, { openedAt: at(100) })
  expect(tookOf(map(first, second, third), third, 'dora')).toBe(10_000)
  const again = roundAt(2, 12, { ada: { ...done(80), askedAt: at(75) } }, { openedAt: at(60) })
  expect(tookOf(map(first, again), again, 'ada'), 'it was asked once more').toBe(5_000)
})

test('UI588 the view of an agent says who stopped it, too', () => {
  const words = (stoppedBy?: string) =>
    stoppedWords(stoppedBy === undefined ? {} : { stoppedBy }, '0:41', (id) => `the ${id}`)
  expect([words('human'), words('lead'), words()]).toEqual([
    'stopped by you after 0:41',
    'stopped by the lead after 0:41',
    'stopped after 0:41',
  ])
})

test('UI563 beside a thinking agent stands what its last answers took, where that is known', () => {
  const rounds = map(
    roundAt(
      1,
      2,
      { ada: done(38), rhea: done(29), dora: { status: 'error' } },
      { openedAt: at(0) },
    ),
    roundAt(2, 12, { ada: done(81) }, { openedAt: at(60) }),
    roundAt(3, 22, { ada: {}, rhea: {}, dora: {} }),
  )
  const words = (agentId: string) => tookBefore(rounds, roundAt(3, 22, {}), agentId)
  expect(words('ada')).toBe('Its last two answers took 0:38 and 0:21.')
  expect(words('rhea')).toBe('Its answer in round 1 took 0:29.')
  expect(words('dora')).toBe('')
})

test('UI567 an agent that still answers an earlier round waits with a later one', () => {
  const second = roundAt(2, 12, { ada: {}, dora: {}, rhea: {} })
  const rounds = map(roundAt(1, 2, { ada: {}, dora: done(9) }), second)
  expect(['ada', 'dora', 'rhea'].map((id) => queuedBehind(rounds, second, id))).toEqual([
    1,
    null,
    null,
  ])
})

test('UI201 the round in which an answer came is the newest that was open by then', () => {
  const rounds = map(roundAt(1, 2, {}), roundAt(2, 12, {}), roundAt(3, 22, {}))
  expect([1, 5, 12, 13, 21, 30].map((seq) => roundAtSeq(rounds, seq))).toEqual([0, 1, 1, 2, 2, 3])
})

test('UI572 who thinks is counted once, however many rounds wait for it', () => {
  const rounds = [roundAt(1, 2, { ada: {}, dora: done(9) }), roundAt(2, 12, { ada: {}, rhea: {} })]
  expect([thinkingWords(rounds), thinkingWords([])]).toEqual(['2 thinking', ''])
  expect(thinkingWords(rounds, (n, id) => n === 2 && id === 'rhea')).toBe('1 thinking')
  expect([listed([]), listed(['Ada']), listed(['Ada', 'Dora', 'Rhea'])]).toEqual([
    '',
    'Ada',
    'Ada, Dora and Rhea',
  ])
})
