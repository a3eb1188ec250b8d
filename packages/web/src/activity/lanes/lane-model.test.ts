import type { AgentRecord, TerminalStatus } from '@crewroom/shared/model/agent'
import type { NeedRecord } from '@crewroom/shared/model/need'
import type { TaskRecord } from '@crewroom/shared/model/task'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { expect, test } from 'vitest'
import { crewState, group, LEAD, message, posted, session } from '../../../test/samples'
import { barsOf, drawnBars, waitsOf, without } from './lane-bars'
import { APART_PX, clusters } from './lane-clusters'
import { groupLanesOf, lanesOf, marksOf, toldBy } from './lane-model'

const ZERO = Date.parse('2026-11-21T12:00:00.000Z')
const iso = (second: number) => new Date(ZERO + second * 1_000).toISOString()

const agent = (id: string, ended: TerminalStatus | null = null): AgentRecord => ({
  id,
  leadId: LEAD,
  name: id,
  role: 'developer',
  roleName: 'Developer',
  color: '#036BB9',
  driver: { kind: 'remote' },
  cwd: null,
  task: null,
  ended,
  endedReason: null,
  createdBy: LEAD,
  createdAt: iso(0),
  hold: null,
  conduct: { freshSeq: 0, strikes: 0, calmSince: null },
})
const task = (id: string, text: string, begin: number, end: number | null): TaskRecord => ({
  id,
  leadId: LEAD,
  agentId: 'dev',
  by: LEAD,
  text,
  context: null,
  status: end === null ? 'open' : 'completed',
  summary: null,
  createdAt: iso(begin),
  endedAt: end === null ? null : iso(end),
})
const event = (type: string, seq: number, second: number, more: object) =>
  ({ type, seq, leadId: LEAD, at: iso(second), ...more }) as CrewEvent
const turn = (id: string, from: number, to: number | null) => ({
  id,
  seq: from,
  agentId: 'dev',
  sentAt: iso(from),
  seenAt: null,
  endedAt: to === null ? null : iso(to),
  reason: null,
})

const state = (ended: TerminalStatus | null = null) => ({
  ...crewState(9, [group('team')]),
  agents: { [LEAD]: agent(LEAD), dev: agent('dev', ended) },
})
const laneOf = (events: readonly CrewEvent[], ended: TerminalStatus | null, known: number | null) =>
  lanesOf(state(ended), marksOf(events), known).find(({ id }) => id === 'dev')
const seconds = (stretches: readonly { from: number; to: number | null }[] = []) =>
  stretches.map(({ from, to }) => [(from - ZERO) / 1_000, to === null ? null : (to - ZERO) / 1_000])

test('UI354 a lane is drawn while its agent is there: to its end, and on from where it came back', () => {
  const events = [
    event('task:completed', 1, 20, { task: task('t', 'Map it', 1, 20) }),
    event('agent:completed', 2, 20, { agent: agent('dev', 'completed') }),
    event('agent:resumed', 3, 50, { agent: agent('dev') }),
    event('agent:failed', 4, 70, { agent: agent('dev', 'failed') }),
  ]
  const lane = laneOf(events, 'failed', null)
  expect(seconds(lane?.lives)).toEqual([
    [0, 20],
    [50, 70],
  ])
  // The task and the agent that ended with it are one sign.
  expect(lane?.marks.map(({ kind, end }) => [kind, end])).toEqual([
    ['done', 'completed'],
    ['returned', null],
    ['failed', 'failed'],
  ])
  expect(seconds(laneOf([], null, null)?.lives)).toEqual([[0, null]])
  // That it ended is known; when it did is not loaded: no line goes through what is.
  expect(seconds(laneOf([], 'completed', ZERO + 30_000)?.lives)).toEqual([[0, 30]])
})

test('UI353 a bar carries the task that was open when it began, in one line', () => {
  const closed = task('t1', 'Map **every** read\n\n- of all files', 10, 40)
  const open = task('t2', 'Move `Loader`', 50, null)
  const events = [event('task:completed', 5, 40, { task: closed })]
  const turns = [turn('a', 0, 5), turn('b', 10, 39), turn('c', 55, null)]
  const bars = barsOf({ tasks: { t2: open } }, { events, turns, live: {} }).get('dev') ?? []
  expect(bars.map(({ label, isWork }) => [label, isWork])).toEqual([
    [null, true],
    ['Map every read', true],
    ['Move Loader', false],
  ])
})

test('UI353 bars of one task that would touch are one, those of two tasks stay two', () => {
  const bar = (key: string, from: number, to: number, label: string) => ({
    key,
    from,
    to,
    label,
    isWork: true,
  })
  const bars = [bar('a', 0, 10, 'one'), bar('b', 15, 20, 'one'), bar('c', 26, 40, 'two')]
  const drawn = drawnBars(bars, (time) => time, 100, 8)
  expect(drawn.map(({ from, to, label }) => [from, to, label])).toEqual([
    [0, 20, 'one'],
    [26, 40, 'two'],
  ])
})

test('UI355 an agent waits for a person from its question to the answer, but not while it works', () => {
  const need = (id: string, kind: NeedRecord['kind'], second: number): NeedRecord => ({
    id,
    leadId: LEAD,
    kind,
    agentId: 'dev',
    text: '',
    messageId: null,
    groupName: null,
    permission: null,
    createdAt: iso(second),
  })
  const closed = event('need:closed', 7, 30, { need: need('n1', 'question', 10) })
  const needs = { n2: need('n2', 'stalled', 40), n3: need('n3', 'failed', 45) }
  const waits = waitsOf({ needs }, [closed]).get('dev') ?? []
  expect(seconds(waits)).toEqual([
    [10, 30],
    [40, null],
  ])
  const work = [{ from: ZERO + 15_000, to: ZERO + 20_000 }]
  expect(seconds(without(waits, work, ZERO + 90_000))).toEqual([
    [10, 15],
    [20, 30],
    [40, null],
  ])
})

test('UI352 a group has a lane with what was written in it, system notices left out', () => {
  const events = [posted(4), posted(5, { kind: 'system' }), posted(6)]
  const [lane] = groupLanesOf({ groups: { team: group('team') } }, events)
  expect(lane?.marks.map(({ event: { seq } }) => seq)).toEqual([4, 6])
})

test('UI361 an interruption has a sign of its own, told from what is written to one', () => {
  const told = (seq: number, kind: 'direct' | 'interrupt') =>
    event('direct:message', seq, seq, {
      message: { id: `m${seq}`, leadId: LEAD, kind, from: LEAD, to: 'dev', content: 'Stop.' },
    })
  const marks = marksOf([told(1, 'direct'), told(2, 'interrupt')]).get(LEAD) ?? []
  expect(marks.map(({ kind }) => kind)).toEqual(['direct', 'interrupt'])
})

test('UI351 who was told of a task is who does it, of its report who gave it', () => {
  const own = task('t', 'Map it', 1, 20)
  expect(toldBy(state(), event('task:created', 1, 1, { task: own }))).toEqual(['dev'])
  expect(toldBy(state(), event('task:completed', 2, 20, { task: own }))).toEqual([LEAD])
  const marks = marksOf([event('task:created', 1, 1, { task: own })])
  expect([...marks.keys()], 'it leaves from who gave it').toEqual([LEAD])
})

test('UI356 signs never touch and none is cut off, however many there are', () => {
  const all = Array.from({ length: 400 }, (_, n) => {
    const at = (n * 7919) % 1_000
    const end: TerminalStatus | null = n % 90 === 0 ? 'completed' : null
    return { kind: 'message', at, event: posted(n + 1), end } as const
  }).toSorted((a, b) => a.at - b.at)
  for (const count of [1, 2, 40, 400]) {
    const made = clusters(all.slice(-count), { from: 0, to: 1_000, width: 600 })
    expect(made.reduce((sum, { marks }) => sum + marks.length, 0)).toBe(count)
    for (const [index, { x, marks }] of made.entries()) {
      expect(x).toBeGreaterThanOrEqual(APART_PX / 2)
      // A sign with a number beside it needs more room to its right.
      expect(x).toBeLessThanOrEqual(600 - APART_PX / 2 - (marks.length > 1 ? 16 : 0))
      const next = made[index + 1]
      if (next) expect(next.x - x).toBeGreaterThanOrEqual(APART_PX)
    }
  }
})

test('UI576 what is written in a session is marked on the lanes of its writer and its group, and only a question has recipients', () => {
  const said = (from: string, as: 'start' | 'answer', second: number): CrewEvent =>
    event('session:message', second, second, {
      sessionId: 's1',
      groupName: 'team',
      message: message(second, { from, sessionId: 's1', round: { runId: 's1', n: 1, as } }),
    })
  const events = [said('human', 'start', 1), said('dev', 'answer', 2)]
  const there = { ...state(), sessions: { s1: session('s1', { activeAgents: ['dev', 'qa'] }) } }
  const marks = marksOf(events)
  expect([...marks.keys()]).toEqual(['human', 'dev'])
  expect(groupLanesOf(there, events)[0]?.marks).toHaveLength(2)
  expect(events.map((own) => toldBy(there, own))).toEqual([['dev', 'qa'], []])
})
