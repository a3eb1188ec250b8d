import { expect, test } from 'vitest'
import {
  ai,
  at,
  call,
  compact,
  record,
  result,
  said,
  subagent,
  system,
  thought,
  user,
  viewsOf,
} from '../../test/made-transcripts'
import { contextView } from '../protocol/routes/transcript-shapes'
import type { ChatItem } from './groups'
import type { ViewSource } from './transcript-views'
import { jsonBytes } from './view-texts'
import type { ContextView } from './views'

const contextOf = (items: readonly ChatItem[], more: Partial<ViewSource> = {}) =>
  contextView.parse(viewsOf(items, more).context()) as ContextView
const responses = [record({ model: 'claude-opus-4-6' })]
const partsOf = (view: ContextView, phase: number) =>
  Object.fromEntries(view.phases[phase]?.parts.map(({ part, tokens }) => [part, tokens]) ?? [])

test('TR44 tokens are counted by what they are, each phase with the summary that it began with', () => {
  const text = (tokens: number) => 'x'.repeat(tokens * 4)
  const steps = [
    thought(2, text(11)),
    call(3, 'file', 'Read', { file_path: '/a.ts' }),
    result(4, 'file', text(100)),
    call(5, 'own', 'Read', { file_path: '/CLAUDE.md' }),
    result(6, 'own', text(50)),
    call(7, 'run', 'Bash', { command: 'npm test' }),
    result(8, 'run', text(300), true),
    said(9, text(7)),
    said(10, text(5)),
  ]
  const view = contextOf([
    user('u1', 1, text(20)),
    ai('a1', steps, { responses }),
    compact('c1', 20, text(40), 2),
    ai('a2', [said(21, text(3))], { responses }),
    // Of a group without a model's response nothing is known.
    ai('a3', [said(22, text(4))]),
  ])
  expect(view.phases.map(({ number, startTime, endTime }) => [number, startTime, endTime])).toEqual(
    [
      [1, at(1), at(10)],
      [2, at(20), at(22)],
    ],
  )
  expect(partsOf(view, 0)).toEqual({
    tool_results: 300,
    files_read: 100,
    instructions: 50,
    tool_calls: expect.any(Number) as number,
    user: 20,
    thinking: 11,
    output: 12,
  })
  expect(partsOf(view, 1)).toEqual({ summary: 40, output: 7 })
  expect(view.phases[0]?.largest.slice(0, 3)).toEqual([
    {
      label: 'Bash npm test',
      part: 'tool_results',
      tokens: 300,
      itemId: 'a1',
      displayItemId: 'run',
    },
    { label: 'Read /a.ts', part: 'files_read', tokens: 100, itemId: 'a1', displayItemId: 'file' },
    {
      label: 'Read /CLAUDE.md',
      part: 'instructions',
      tokens: 50,
      itemId: 'a1',
      displayItemId: 'own',
    },
  ])
  expect(view.phases[1]?.largest[0]).toMatchObject({ label: 'Summary of phase 1', itemId: 'c1' })
  expect([view.limit, view.revision]).toEqual([200_000, 7])
})

test('TR44 the context has a point for each response, fewer where there are very many', () => {
  const step = (n: number, contextTokens: number) => ({ ...said(n), contextTokens })
  const of = (...steps: ReturnType<typeof step>[]) => contextOf([ai('a1', steps, { responses })])
  expect(of(step(1, 10), step(2, 10), step(3, 40)).phases[0]?.points).toEqual([
    { at: at(1), tokens: 10, itemId: 'a1' },
    { at: at(3), tokens: 40, itemId: 'a1' },
  ])
  const peak = 3_333
  const many = of(...Array.from({ length: 9_000 }, (_, n) => step(n, n === peak ? 300_000 : n + 1)))
  const points = many.phases[0]?.points ?? []
  expect(points.length).toBeLessThanOrEqual(500)
  expect(points.length).toBeGreaterThan(300)
  expect(points.map(({ tokens }) => tokens)).toContain(300_000)
  expect([points[0]?.tokens, points.at(-1)?.tokens]).toEqual([1, 9_000])
  expect(many.limit).toBe(1_000_000)
})

test('TR44 errors name their item, of a sub-agent that one, of the model’s API the item itself', () => {
  const steps = [
    call(1, 'bad', 'Bash', { command: 'pytest\n-x' }),
    result(2, 'bad', 'no', true),
    call(3, 'task', 'Task', { description: 'Look' }),
    result(4, 'task', 'failed'.repeat(50), true),
  ]
  const processes = [subagent('s1', { parentTaskId: 'task' })]
  const view = contextOf(
    [ai('a1', steps, { processes }), system('s2', 9, 'Overloaded. Attempt 1.', 'api_error')],
    { processes },
  )
  expect(view.errors).toEqual([
    { at: at(2), label: 'Bash pytest', itemId: 'a1', displayItemId: 'bad' },
    { at: at(4), label: 'Task Look', itemId: 'a1', displayItemId: 's1' },
    { at: at(9), label: 'Overloaded. Attempt 1.', itemId: 's2', displayItemId: null },
  ])
  expect(view.limit).toBe(null)
  expect(view.phases[0]?.largest[0]).toMatchObject({ label: 'Task Look', displayItemId: 's1' })
})

test('TR44 a transcript without records has no phases', () => {
  expect(contextOf([])).toEqual({ phases: [], limit: null, errors: [], revision: 7 })
})

test('TR44 a session of many phases stays within an answer, its newest phases whole', () => {
  const items = Array.from({ length: 100 }, (_, n): readonly ChatItem[] => [
    compact(`c${n}`, n * 1_000, 'So far', n + 2),
    ai(
      `a${n}`,
      Array.from({ length: 400 }, (_none, s) => ({ ...said(n * 1_000 + s), contextTokens: s + 1 })),
    ),
  ]).flat()
  const view = contextOf(items)
  expect(view.phases.map(({ number }) => number)).toEqual(
    Array.from({ length: 60 }, (_, n) => n + 42),
  )
  expect(jsonBytes(view)).toBeLessThanOrEqual(1024 * 1024)
  for (const { points } of view.phases) {
    expect(points.length).toBeGreaterThan(100)
    expect(points.at(-1)?.tokens).toBe(400)
  }
})
