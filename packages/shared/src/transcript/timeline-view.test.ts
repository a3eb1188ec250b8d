import { expect, test } from 'vitest'
import {
  ai,
  at,
  call,
  compact,
  interrupted,
  result,
  said,
  subagent,
  thought,
  user,
  viewsOf,
  worked,
} from '../../test/made-transcripts'
import { timelineView } from '../protocol/routes/transcript-shapes'
import type { ChatItem } from './groups'
import type { ViewSource } from './transcript-views'
import { jsonBytes } from './view-texts'
import type { TimelineView } from './views'

const timelineOf = (items: readonly ChatItem[], more: Partial<ViewSource> = {}) =>
  timelineView.parse(viewsOf(items, more).timeline()) as TimelineView

test('TR45 the main agent and each sub-agent have a lane, with what they did as bars', () => {
  const inner = subagent('s2', {
    parentTaskId: 'b',
    messages: worked('Deeper', ['c']),
    startTime: at(11),
    endTime: at(12),
    description: 'Deeper',
  })
  const outer = subagent('s1', {
    parentTaskId: 'task',
    messages: [...worked('Look', ['a', 'b'])],
    startTime: at(10),
    endTime: at(15),
    description: 'Look around',
  })
  const processes = [outer, inner]
  const steps = [
    { ...thought(2), endTime: at(3) },
    call(3, 'run', 'Bash', { command: 'make' }),
    result(5, 'run', 'no', true),
    call(9, 'task', 'Task'),
    result(16, 'task'),
    said(17, 'All done.'),
  ]
  const view = timelineOf(
    [
      user('u1', 1, 'Go'),
      ai('a1', steps, { processes: [outer], endTime: at(18) }),
      compact('c', 20, '', 2),
    ],
    { processes },
  )
  expect([view.startTime, view.endTime]).toEqual([at(1), at(20)])
  expect(view.marks).toEqual([
    { at: at(1), kind: 'user', itemId: 'u1' },
    { at: at(20), kind: 'compact', itemId: 'c' },
  ])
  const [main, first, second] = view.lanes
  expect(view.lanes.map(({ id, label, kind }) => [id, label, kind])).toEqual([
    ['main', 'Main', 'main'],
    ['s1', 'Look around', 'subagent'],
    ['s2', 'Deeper', 'subagent'],
  ])
  const bar = { itemId: 'a1', hasError: false }
  expect(main?.bars).toEqual([
    { ...bar, startTime: at(2), endTime: at(3), label: 'Hm.', displayItemId: 'thought-2' },
    {
      ...bar,
      startTime: at(3),
      endTime: at(5),
      label: 'Bash make',
      displayItemId: 'run',
      hasError: true,
    },
    { ...bar, startTime: at(10), endTime: at(15), label: 'Look around', displayItemId: 's1' },
    { ...bar, startTime: at(17), endTime: at(18), label: 'All done.', displayItemId: null },
  ])
  // Found by what the page has to open for it.
  expect(first?.bars.map(({ label, displayItemId }) => [label, displayItemId])).toEqual([
    ['Read /a', 's1'],
    ['Deeper', 's1'],
  ])
  expect(second?.bars).toHaveLength(1)
})

test('TR45 more than 400 bars of a lane are joined with their neighbours, errors first', () => {
  const steps = Array.from({ length: 1_000 }, (_, n) => [
    call(n, `t${n}`),
    result(n + 0.5, `t${n}`, 'x', n === 500),
  ]).flat()
  const [main] = timelineOf([ai('a1', steps)]).lanes
  expect(main?.bars.length).toBeLessThanOrEqual(400)
  expect((main?.bars.length ?? 0) + (main?.joined ?? 0)).toBe(1_000)
  expect(main?.bars.filter(({ hasError }) => hasError)).toMatchObject([
    { displayItemId: 't500', label: 'Bash and 2 more' },
  ])
  expect(main?.bars[0]).toMatchObject({ startTime: at(0), endTime: at(2.5) })
})

test('TR45 interruptions and groups that ended with an error are marked', () => {
  const view = timelineOf([
    ai('a1', [said(1), interrupted(2)], { status: 'interrupted' }),
    ai('a2', [call(3, 'a'), result(4, 'a', 'no', true)], { status: 'error' }),
  ])
  expect(view.marks).toEqual([
    { at: at(2), kind: 'interruption', itemId: 'a1' },
    { at: at(4), kind: 'error', itemId: 'a2' },
  ])
})

test('TR45 at most 60 lanes and 500 marks are shown', () => {
  const processes = Array.from({ length: 100 }, (_, n) =>
    subagent(`s${n}`, { startTime: at(n), endTime: at(n + 1) }),
  )
  const users = Array.from({ length: 1_500 }, (_, n) => user(`u${n}`, n, 'Go'))
  const view = timelineOf([...users, ai('a1', [said(2_000)], { processes })], { processes })
  expect([view.lanes.length, view.marks.length]).toEqual([60, 500])
  expect(view.marks.at(-1)?.itemId).toBe('u1499')
})

test('TR45 many full lanes are joined further, to stay within an answer', () => {
  const tools = Array.from({ length: 300 }, (_, n) => `tool-${n}`)
  const processes = Array.from({ length: 59 }, (_, n) =>
    subagent(`s${n}`, { startTime: at(n), endTime: at(400), messages: worked(`Ask ${n}`, tools) }),
  )
  const view = timelineOf([ai('a1', [said(2_000)], { processes })], { processes })
  expect(jsonBytes(view)).toBeLessThanOrEqual(1024 * 1024)
  for (const { bars, joined } of view.lanes.slice(1)) {
    expect(bars.length).toBeGreaterThan(20)
    expect(bars.length + joined).toBe(300)
  }
})
