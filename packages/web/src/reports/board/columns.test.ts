import type { AgentRecord } from '@crewroom/shared/model/agent'
import { newGroup } from '@crewroom/shared/model/group'
import type { NeedRecord } from '@crewroom/shared/model/need'
import type { TaskRecord } from '@crewroom/shared/model/task'
import type { LiveAgent } from '@crewroom/shared/state/crew-state'
import { expect, test } from 'vitest'
import { AT, LEAD } from '../../../test/samples'
import { boardOf, COLUMNS, givenAgain, groupOfTask, hasWords, shownSteps, stepsOf } from './columns'

const minute = (n: number) => `2026-11-21T12:${String(n).padStart(2, '0')}:00.000Z`

function task(id: string, more: Partial<TaskRecord> = {}): TaskRecord {
  return {
    id,
    leadId: LEAD,
    agentId: 'ada',
    by: LEAD,
    text: id,
    context: null,
    status: 'open',
    summary: null,
    createdAt: AT,
    endedAt: null,
    ...more,
  }
}
const agent = (id: string, ended: AgentRecord['ended'] = null) => ({ id, ended }) as AgentRecord
const at = (code: string) => ({ why: { code }, connection: 'connected' }) as LiveAgent
const need = (kind: NeedRecord['kind'], agentId = 'ada', createdAt = AT) =>
  ({ id: `${kind}-${agentId}`, kind, agentId, createdAt }) as NeedRecord

interface Crew {
  readonly live?: Readonly<Record<string, LiveAgent>>
  readonly needs?: readonly NeedRecord[]
}

/** `open: a b · done: c`: what is in which column, in order. */
function shown(tasks: readonly TaskRecord[], { live = {}, needs = [] }: Crew = {}): string {
  const state = {
    agents: { ada: agent('ada'), dora: agent('dora') },
    needs: Object.fromEntries(needs.map((own) => [own.id, own])),
  }
  const board = boardOf(tasks, state, live)
  return COLUMNS.filter((column) => board[column].length > 0)
    .map((column) => `${column}: ${board[column].map((own) => own.task.id).join(' ')}`)
    .join(' · ')
}

test.each([
  ['an agent that is not connected', {}, 'open: a'],
  ['an idle agent', { live: { ada: at('idle') } }, 'open: a'],
  ['a paused agent', { live: { ada: at('paused') } }, 'open: a'],
  ['an agent that starts', { live: { ada: at('starting') } }, 'open: a'],
  ['an agent in a turn', { live: { ada: at('working') } }, 'working: a'],
  ['another agent in a turn', { live: { dora: at('working') } }, 'open: a'],
  ['another agent that asks', { needs: [need('question', 'dora')] }, 'open: a'],
  ...(['question', 'permission'] as const).flatMap((kind) => [
    [`a ${kind}`, { needs: [need(kind)] }, 'waits: a'],
    [`a ${kind} while at work`, { needs: [need(kind)], live: { ada: at('working') } }, 'waits: a'],
  ]),
  ...(['failed', 'held', 'budget', 'refused', 'stalled'] as const).flatMap((kind) => [
    [`a need of kind ${kind}`, { needs: [need(kind)] }, 'waits: a'],
    [`${kind} while at work`, { needs: [need(kind)], live: { ada: at('working') } }, 'working: a'],
  ]),
  ...(['turn', 'files', 'rules'] as const).map((kind) => [
    kind,
    { needs: [need(kind)] },
    'open: a',
  ]),
] as [string, Crew, string][])('UI701 an open task of %s', (_, crew, expected) => {
  expect(shown([task('a')], crew)).toBe(expected)
})

test('UI701 of the open tasks of an agent the oldest is the one that it works on', () => {
  const tasks = [
    task('done', { status: 'completed', endedAt: minute(1) }),
    task('a'),
    task('b'),
    task('of-dora', { agentId: 'dora' }),
  ]
  const live = { ada: at('working'), dora: at('working') }
  expect(shown(tasks, { live })).toBe('open: b · working: a of-dora · done: done')
  expect(shown(tasks, { live, needs: [need('question')] })).toBe(
    'open: b · working: of-dora · waits: a · done: done',
  )
})

test('UI701, UI704 what ended stands newest first, and what was cancelled nowhere', () => {
  const ended = (id: string, status: TaskRecord['status'], n: number) =>
    task(id, { status, endedAt: minute(n) })
  expect(
    shown([
      ended('a', 'completed', 3),
      ended('b', 'failed', 4),
      ended('c', 'cancelled', 5),
      ended('d', 'completed', 9),
      ended('e', 'failed', 7),
    ]),
  ).toBe('done: d a · failed: e b')
})

test('UI701 who has waited longest is first', () => {
  const needs = [need('question', 'ada', minute(9)), need('question', 'dora', minute(2))]
  expect(shown([task('a'), task('b', { agentId: 'dora' })], { needs })).toBe('waits: b a')
})

test('UI702 a task is the one at work since the one before it ended', () => {
  const state = { agents: { ada: agent('ada') }, needs: {} }
  const before = task('before', { status: 'completed', endedAt: minute(8) })
  const { open } = boardOf([before, task('a', { createdAt: minute(3) }), task('b')], state, {})
  expect(open.map((own) => [own.task.id, own.isFirst, own.firstSince])).toEqual([
    ['a', true, minute(8)],
    ['b', false, null],
  ])
  const { open: alone } = boardOf([task('a', { createdAt: minute(3) })], state, {})
  expect(alone[0]?.firstSince).toBe(minute(3))
})

const entries = (...told: readonly string[]) =>
  told.map((one) => {
    const [status, content] = one.split(' ')
    return { content, status: { d: 'completed', n: 'in_progress', p: 'pending' }[status ?? ''] }
  })
const words = (told: unknown) => stepsOf(told).map(({ text, status }) => `${status} ${text}`)

test('UI702 a plan has one step that its agent is at', () => {
  expect(words(entries('d a', 'n b', 'p c'))).toEqual(['done a', 'now b', 'next c'])
  expect(words(entries('d a', 'p b', 'p c')), 'none is named').toEqual([
    'done a',
    'now b',
    'next c',
  ])
  expect(words(entries('p a', 'n b', 'n c')), 'two are').toEqual(['next a', 'now b', 'next c'])
  expect(words(entries('d a', 'd b')), 'all is done').toEqual(['done a', 'done b'])
  for (const nothing of [null, undefined, 'plan', {}, [null, 1, { content: 2 }]]) {
    expect(words(nothing)).toEqual([])
  }
})

test('UI702 of a long plan the steps around the current one are shown', () => {
  const cut = (...told: readonly string[]) => {
    const { before, shown: seen, after } = shownSteps(stepsOf(entries(...told)))
    return `${before} [${seen.map(({ text }) => text).join('')}] ${after}`
  }
  expect(cut('d a', 'n b', 'p c')).toBe('0 [abc] 0')
  expect(cut('n a', 'p b', 'p c', 'p d', 'p e', 'p f', 'p g')).toBe('0 [abcde] 2')
  expect(cut('d a', 'd b', 'd c', 'n d', 'p e', 'p f', 'p g')).toBe('1 [bcdef] 1')
  expect(cut('d a', 'd b', 'd c', 'd d', 'd e', 'd f', 'n g')).toBe('2 [cdefg] 0')
  expect(cut('d a', 'd b', 'd c', 'd d', 'd e', 'd f')).toBe('1 [bcdef] 0')
})

test('UI702 a group belongs to a task that it was made for, or that names it', () => {
  const group = (name: string, displayName: string, members: readonly string[], more = {}) => ({
    ...newGroup(
      { id: name, name, displayName, purpose: null, leadId: LEAD, createdAt: AT, createdBy: LEAD },
      members.map((id) => ({ id, memberRole: 'member', joinedAt: AT, joinedSeq: 1, wake: 'all' })),
    ),
    ...more,
  })
  const all = (...groups: readonly ReturnType<typeof group>[]) =>
    Object.fromEntries(groups.map((own) => [own.name, own]))
  const config = group('config-team', 'Config Team', ['ada'])
  const of = (text: string, groups = all(config)) => groupOfTask(task('a', { text }), groups)
  expect(of('Ask config-team first')).toBe('config-team')
  expect(of('Ask the Config\n team.')).toBe('config-team')
  expect(of('Ask config-team-2')).toBe(null)
  expect(of('Ask reconfig-team')).toBe(null)
  expect(of('Split the configuration')).toBe(null)
  expect(of('Ask config-team', all(group('config-team', 'C', ['dora']))), 'not in it').toBe(null)
  expect(of('Ask config-team', all({ ...config, archived: true }))).toBe(null)
  const auto = { auto: true, purpose: 'Parallel work: Split the timeline; Test the timeline' }
  const made = all(group('timeline-team', 'timeline-team', ['ada'], auto))
  expect(of('Split  the timeline', made)).toBe('timeline-team')
  expect(of('Draw the page', made)).toBe(null)
})

test('UI708 a failed task was given again if its text was given to anybody later', () => {
  const failed = (id: string, n: number) =>
    task(id, { text: 'x', status: 'failed', createdAt: minute(n), endedAt: minute(n + 1) })
  expect([...givenAgain([failed('a', 1)])]).toEqual([])
  expect([...givenAgain([failed('a', 1), failed('b', 5)])]).toEqual(['a'])
  const other = task('c', { text: 'x', agentId: 'dora', createdAt: minute(9) })
  expect([...givenAgain([failed('a', 1), failed('b', 5), other])]).toEqual(['a', 'b'])
  expect([...givenAgain([failed('a', 1), task('d', { createdAt: minute(9) })])]).toEqual([])
})

test('UI705 all words must be there, in whatever of the texts', () => {
  expect(hasWords([], 'a')).toBe(true)
  expect(hasWords(['load', 'ada'], 'Loading', 'Ada', null)).toBe(true)
  expect(hasWords(['load', 'dora'], 'Loading', 'Ada', null)).toBe(false)
})

test('UI713 a task that waits is in Open and not in work, and in Waits for you when the person has to decide', () => {
  const after = ['x']
  const waits = (lost: readonly string[], by = LEAD) => ({ after, waits: { lost }, by })
  const crew = { live: { ada: at('working') } }
  expect(shown([task('a', waits([])), task('b')], crew)).toBe('open: a · working: b')
  expect(shown([task('a', waits(['x']))], crew)).toBe('open: a')
  expect(shown([task('a', waits(['x'], 'human'))], crew)).toBe('waits: a')
  const own = { needs: [need('question')] }
  expect(shown([task('a', waits([])), task('b')], own)).toBe('open: a · waits: b')
  const [first] = boardOf(
    [task('a', { after, givenAt: minute(9) })],
    { agents: {}, needs: {} },
    {},
  ).open
  expect(first?.firstSince).toBe(minute(9))
})
