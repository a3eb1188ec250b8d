import type { ContextPhase } from '@crewroom/shared/transcript/views'
import { expect, test } from 'vitest'
import { fillSentence, fillWords, partsSentence } from './context-words'
import { fillPicture } from './fill-picture'

const at = (minute: number) => new Date(2026, 10, 20, 14, minute).toISOString()
const phase = (number: number, tokens: readonly number[]): ContextPhase => ({
  number,
  startTime: at(number * 10),
  endTime: at(number * 10 + 9),
  points: tokens.map((one, index) => ({
    at: at(number * 10 + index),
    tokens: one,
    itemId: 'ai-1',
  })),
  parts: [
    { part: 'user', tokens: 5_000 },
    { part: 'tool_results', tokens: 31_000 },
    { part: 'thinking', tokens: 0 },
  ],
  largest: [],
})
const view = {
  phases: [phase(1, [50_000, 162_000]), phase(2, [44_000, 60_000, 78_000])],
  limit: 200_000,
  errors: [],
  revision: 1,
}
const BOX = { width: 200, height: 100, top: 0 }

test('TV61 the fill of the context is drawn up to the limit, with the cut of each compaction', () => {
  const { areas, cuts, limitY } = fillPicture(view, BOX)
  expect(limitY).toBe(0)
  // Five answers, 50 apart; 200k are 100 high.
  expect(areas).toEqual([
    { phase: 1, path: 'M0 100L0 75L0 75L50 19L50 100Z' },
    { phase: 2, path: 'M50 100L50 78L100 78L150 70L200 61L200 100Z' },
  ])
  expect(cuts).toEqual([
    { phase: 2, x: 50, before: { tokens: 162_000, y: 19 }, after: { tokens: 44_000, y: 78 } },
  ])
  const unlimited = fillPicture({ ...view, limit: null }, BOX)
  expect(unlimited.limitY).toBeNull()
  expect(unlimited.areas[0]?.path, 'the highest fill is the top').toContain('L50 0L')
  expect(fillPicture({ phases: [phase(1, [])], limit: null }, BOX).areas).toEqual([])
})

test('TV61 the pictures of the context have their words, and what is not known is not said', () => {
  expect(fillWords(view.phases[1], 200_000)).toBe('78k of 200k')
  expect(fillWords(view.phases[1], null)).toBe('78k tokens')
  expect(fillWords(phase(1, []), 200_000)).toBeNull()
  expect(fillSentence(view)).toMatch(
    /^Context over time, in tokens: grew to 162k, it was compacted to 44k at \d\d:20, is 78k at the end\. The model takes 200k\.$/,
  )
  expect(partsSentence(phase(1, []))).toBe('Tool results 31k, Your words 5k')
  expect(partsSentence(phase(1, [40_000])), 'its own instructions and tools').toBe(
    'Tool results 31k, Your words 5k, Not in the records 4k',
  )
})
