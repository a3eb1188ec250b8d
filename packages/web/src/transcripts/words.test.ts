import { expect, test } from 'vitest'
import { todoLine } from './tools/todo-line'
import { shortPath, shownSummary, sumWords, tookWords } from './words'

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

test.each<
  [own: number, subagents: number, dollars: number | null, unpriced: number, words: string]
>([
  [855_000, 0, null, 855_000, '855k tokens'],
  [855_000, 2_100_000, null, 0, '855k tokens · 2.1M of sub-agents · 3M together'],
  [30, 90_500, 12.344, 0, '30 tokens · 90.5k of sub-agents · 90.5k together · about $12.34'],
  [30, 0, 0.1, 5, '30 tokens · at least about $0.10'],
  [0, 500, null, 500, '500 of sub-agents · 500 together'],
  [0, 0, null, 0, ''],
])(
  'TR89 a bar says what %j own tokens and %j of sub-agents at %j dollars came to',
  (own, subagents, dollars, unpricedTokens, words) => {
    const sum = (totalTokens: number) => ({
      totalTokens,
      inputTokens: totalTokens,
      outputTokens: 0,
      cacheReadTokens: 0,
      cacheCreationTokens: 0,
      dollars: null,
      unpricedTokens: totalTokens,
    })
    const together = { ...sum(own + subagents), dollars, unpricedTokens }
    const said = sumWords({ own: sum(own), subagents: sum(subagents), together })
    expect(said.join(' · ')).toBe(words)
  },
)
