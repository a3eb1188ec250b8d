import type { TranscriptItemView } from '@crewroom/shared/transcript/views'
import { expect, test } from 'vitest'
import { foldedWords, itemsByRound } from './round-parts'

const item = (type: 'user' | 'ai', entry: number, tools = 0, itemsSummary = '') =>
  ({
    type,
    id: `${type}-e${entry}`,
    summary: { toolCallCount: tools },
    itemsSummary,
  }) as unknown as TranscriptItemView

test('UI582 items belong to the last round that begins before them, and a folded round is one line', () => {
  const items = [item('user', 2), item('ai', 3), item('user', 9), item('ai', 10, 2, '1 thinking')]
  const starts = [
    { n: 1, entry: 2 },
    { n: 3, entry: 9 },
  ]
  const rounds = itemsByRound(items, starts)
  expect([...rounds].map(([n, own]) => [n, own.map(({ id }) => id)])).toEqual([
    [1, ['user-e2', 'ai-e3']],
    [3, ['user-e9', 'ai-e10']],
  ])
  expect(foldedWords(rounds.get(3) ?? [], true)).toBe('You asked, 1 thought, 2 tools, the answer')
  expect(foldedWords(rounds.get(1) ?? [], false)).toBe('You asked')
})
