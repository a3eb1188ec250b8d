import { expect, test } from 'vitest'
import type { Standing } from '../crew/standing'
import { elapsed, money, spanWords } from './amounts'
import { progressWords, sentenceParts } from './crew-sentence'

const crew = (standings: Readonly<Record<string, Standing>>) =>
  sentenceParts(Object.entries(standings).map(([name, standing]) => ({ name, standing })))
const sentence = (standings: Readonly<Record<string, Standing>>) =>
  `${crew(standings)
    .map(({ text }) => text)
    .join(', ')}.`

test('UI402 a crew is told in one sentence, the worst first behind who works', () => {
  expect(
    sentence({
      Kay: 'done',
      Quinn: 'failed',
      Dora: 'waits',
      Rhea: 'waits',
      Ada: 'working',
      Dev: 'working',
      Wren: 'idle',
    }),
  ).toBe('2 working, Dora and Rhea wait for you, Quinn has failed, Kay is done.')
  expect(sentence({ Dora: 'waits', Ada: 'working' })).toBe('1 working, Dora waits for you.')
  expect(sentence({ A: 'waits', B: 'waits', C: 'waits' })).toBe('3 wait for you.')
  expect(sentence({ A: 'failed', B: 'failed', C: 'done', D: 'done', E: 'done' })).toBe(
    'A and B have failed, 3 are done.',
  )
  // Ended on purpose: nobody needs to be told.
  expect(crew({ A: 'ended' })).toEqual([])
})

test('UI402 who is not connected is told, and who is idle where nobody works', () => {
  expect(sentence({ A: 'working', B: 'idle', C: 'off' })).toBe('1 working, 1 not connected.')
  expect(sentence({ A: 'idle', B: 'idle', C: 'off' })).toBe('2 idle, 1 not connected.')
  expect(crew({ A: 'idle' }).map(({ standing }) => standing)).toEqual(['idle'])
})

test('UI402 tasks that were cancelled are not among those to do', () => {
  const tasks = { open: 5, completed: 2, failed: 2, cancelled: 7 }
  expect(progressWords(30 * 60_000, tasks)).toBe('30 min, 2 of 9 tasks done.')
  expect(progressWords(40_000, { open: 1, completed: 0, failed: 0, cancelled: 0 })).toBe(
    '40 s, 0 of 1 task done.',
  )
  expect(progressWords(60_000, { open: 0, completed: 0, failed: 0, cancelled: 3 })).toBe('1 min.')
  expect(progressWords(60_000, undefined)).toBe('1 min.')
})

test('UI402 times and money are written as everywhere', () => {
  expect([0, 34_900, 725_000, 3_850_000].map(elapsed)).toEqual(['0:00', '0:34', '12:05', '1:04:10'])
  expect([59_000, 7_200_000, 7_500_000, 86_400_000, 3 * 86_400_000].map(spanWords)).toEqual([
    '59 s',
    '2 h',
    '2 h 5 min',
    '1 day',
    '3 days',
  ])
  expect([0, 0.042, 0.86, 12].map(money)).toEqual(['$0.00', '$0.042', '$0.86', '$12.00'])
})
