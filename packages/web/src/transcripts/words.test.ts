import { expect, test } from 'vitest'
import { todoLine } from './tools/todo-line'
import { shortPath, shownSummary, tookWords } from './words'

test('TV16 durations, summaries, paths and lists of steps are said in few words', () => {
  expect([6, 999, 2_140, 9_949, 14_000, 190_000, 3_661_000, -1].map(tookWords)).toEqual([
    '6 ms',
    '999 ms',
    '2.1 s',
    '9.9 s',
    '0:14',
    '3:10',
    '1:01:01',
    '',
  ])
  expect(shownSummary('2 thinking, 4 tool calls, 3 subagents')).toBe(
    '2 thinking, 4 tools, 3 sub-agents',
  )
  expect(shownSummary('1 tool call, 1 subagent')).toBe('1 tool, 1 sub-agent')
  const todos = [
    { content: 'A', status: 'completed' },
    { content: 'B', status: 'in_progress' },
  ]
  expect(todoLine({ todos })).toBe('1 of 2 done, now: B')
  expect(todoLine({ todos: 7 })).toBeNull()
  expect(
    ['/atlas/src/a.py', '/atlas2/a.py', '/atlas'].map((path) => shortPath(path, '/atlas')),
  ).toEqual(['src/a.py', '/atlas2/a.py', '/atlas'])
  expect(shortPath('/atlas/a.py', null)).toBe('/atlas/a.py')
})
