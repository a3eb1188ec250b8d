import type { Message } from '@crewroom/shared/model/message'
import type { RoundRecord } from '@crewroom/shared/model/round'
import { expect, test } from 'vitest'
import { AT, message, roundAt, said } from '../../test/samples'
import { rowOfMessage } from '../sync/event-row'
import { indexOfMessage, type SessionRow, sessionRows } from './session-rows'

const MINE = { from: 'human', fromRole: 'Human' }

function rowsOf(
  messages: readonly Message[],
  rounds: readonly RoundRecord[],
  more: object = {},
): readonly SessionRow[] {
  return sessionRows({
    rows: messages.map(rowOfMessage),
    rounds: new Map(rounds.map((own) => [own.n, own])),
    oldestRound: 0,
    pending: [],
    asksSomebody: true,
    hasLater: false,
    knownSeq: 1_000,
    ...more,
  })
}

/** One word per row, with what is in it. */
const told = (rows: readonly SessionRow[]) =>
  rows.flatMap((row) => {
    if (row.kind === 'start' || row.kind === 'day') return []
    if (row.kind === 'round') {
      const answers = [...row.answers.values()].map(({ id }) => id)
      return [`round ${row.n}${row.round ? '' : ' …'}: ${[row.trigger.id, ...answers].join(' ')}`]
    }
    if (row.kind === 'late') return [`late ${row.agentId} ${row.n}`]
    if (row.kind === 'pending') return [`pending ${row.n}`]
    if (row.kind === 'step')
      return [
        `step ${row.step.n} ${row.step.round?.n ?? '…'}: ${[...row.answers.keys()].join(' ')}`,
      ]
    if (row.kind === 'ended') return [`ended ${row.runId}`]
    return [row.kind === 'later' ? 'later' : `${row.kind} ${row.message.id}`]
  })

test('UI622, UI624 rounds of a discussion stand where they were opened, and where it ended', () => {
  const inRun = (
    n: number,
    opened: number,
    own: number,
    agent: string,
    ask: 'answer' | 'select',
  ) => ({
    ...roundAt(n, opened, { [agent]: { status: 'done' } }),
    ask,
    run: { id: 'r1', n: own },
  })
  const rounds = [
    inRun(1, 2, 1, 'lead', 'select'),
    inRun(2, 4, 1, 'ada', 'answer'),
    inRun(3, 8, 2, 'human', 'answer'),
  ]
  const all = [
    said(1, 'start', 1, MINE),
    said(5, 'answer', 2, { from: 'ada' }),
    said(6, 'interjection', 2, MINE),
    said(9, 'answer', 3, MINE),
  ]
  const live = { liveRuns: [{ id: 'r1', firstRound: 1 }], runId: 'r1' }
  const steps = ['goal m1', 'step 1 2: ada', 'message m6', 'step 2 3: human']
  expect(told(rowsOf(all, rounds, live))).toEqual(steps)
  expect(told(rowsOf(all, rounds, { runId: 'r1' }))).toEqual([...steps, 'ended r1'])
  const next = [...all, said(20, 'start', 4, MINE)]
  const after = told(rowsOf(next, [...rounds, roundAt(4, 21, {})], { runId: 'r1' }))
  expect(after.slice(-2)).toEqual(['ended r1', 'round 4: m20'])
})

test('UI563, UI201 answers stand with their own round, and a late one is told of where it came', () => {
  const rounds = [
    roundAt(1, 2, { ada: { status: 'done' }, dora: { status: 'done', late: true } }),
    roundAt(2, 11, { ada: { status: 'done' } }),
  ]
  const all = [
    said(1, 'start', 1),
    said(5, 'answer', 1, { from: 'ada' }),
    said(10, 'start', 2),
    said(12, 'late', 1, { from: 'dora' }),
    said(13, 'answer', 2, { from: 'ada' }),
    said(14, 'interjection', 2, { from: 'rhea' }),
  ]
  const rows = rowsOf(all, rounds)
  expect(told(rows)).toEqual([
    'round 1: m1 m5 m12',
    'round 2: m10 m13',
    'late dora 1',
    'message m14',
  ])
  const found = (id: string) => told(rows.slice(indexOfMessage(rows, id)))[0]
  expect([found('m12'), found('m10'), found('m14')]).toEqual([
    'round 1: m1 m5 m12',
    'round 2: m10 m13',
    'message m14',
  ])
  expect(indexOfMessage(rows, 'unknown')).toBe(-1)
})

test('UI563 an answer that came after the round was over, and before the next one, is told of nowhere else', () => {
  const rounds = [roundAt(1, 2, { ada: { status: 'done', late: true } }, { closed: 'answered' })]
  const all = [said(1, 'start', 1), said(5, 'late', 1, { from: 'ada' })]
  expect(told(rowsOf(all, rounds))).toEqual(['round 1: m1 m5'])
})

test('UI563 what asked nobody is a message, although it has the number of the round that came next', () => {
  const all = [said(1, 'start', 1), said(4, 'start', 1), message(6, { kind: 'system' })]
  expect(told(rowsOf(all, [roundAt(1, 5, {})]))).toEqual(['message m1', 'round 1: m4', 'system m6'])
  expect(told(rowsOf(all.slice(0, 1), []))).toEqual(['message m1'])
})

test('UI563, UI573 a round that is not loaded yet has its place, and one that was just opened, too', () => {
  const all = [said(1, 'start', 1), said(10, 'start', 7)]
  const rounds = [roundAt(7, 11, {})]
  expect(told(rowsOf(all, rounds, { oldestRound: 7 }))).toEqual(['round 1 …: m1', 'round 7: m10'])
  const mine = said(20, 'start', 8, { clientId: 'c1' })
  expect(told(rowsOf([...all, mine], rounds, { knownSeq: 19 })).at(-1)).toBe('round 8 …: m20')
  // Of a round that begins before the window only what is asked for is loaded with it.
  expect(told(rowsOf([said(3, 'answer', 1, { from: 'ada' }), ...all.slice(1)], rounds))).toEqual([
    'round 7: m10',
  ])
})

test('UI562 what is on its way has the number that its round will get, and keeps its place', () => {
  const pending = ['c1', 'c2'].map((clientId) => ({
    leadId: 'l',
    group: 'team',
    sessionId: 's1',
    clientId,
    content: 'x',
    writtenAt: AT,
    status: 'sending',
    problem: null,
  }))
  const rounds = [roundAt(1, 2, {})]
  const before = rowsOf([said(1, 'start', 1)], rounds, { pending })
  expect(told(before)).toEqual(['round 1: m1', 'pending 2', 'pending 3'])
  expect(told(rowsOf([said(1, 'start', 1)], rounds, { pending, asksSomebody: false }))).toEqual([
    'round 1: m1',
    'pending null',
    'pending null',
  ])
  const own = said(9, 'start', 2, { ...MINE, clientId: 'c1' })
  const after = rowsOf([said(1, 'start', 1), own], [...rounds, roundAt(2, 10, {})], {
    pending: pending.slice(0, 1),
  })
  expect(told(after)).toEqual(['round 1: m1', 'round 2: m9'])
  expect(after.at(-1)?.key).toBe(before.at(-2)?.key)
  const elsewhere = rowsOf([said(1, 'start', 1)], rounds, { pending, hasLater: true })
  expect(told(elsewhere)).toEqual(['round 1: m1', 'later'])
})
