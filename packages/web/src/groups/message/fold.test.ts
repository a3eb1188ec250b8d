import { expect, test } from 'vitest'
import { foldOf } from './fold'

const lines = (count: number, of = (at: number) => `line ${at}`) =>
  Array.from({ length: count }, (_, at) => of(at + 1)).join('\n')

test('UI74 a text of more than 24 lines or 4,000 characters folds, a shorter one does not', () => {
  expect(foldOf(lines(24))).toBe(null)
  expect(foldOf(lines(25))).toEqual({ head: lines(24), lines: 25, isInCode: false })
  expect(foldOf('a'.repeat(4_000))).toBe(null)
  expect(foldOf('a'.repeat(4_001))?.head).toHaveLength(4_000)
  expect(foldOf('a'.repeat(3_999) + '😀')?.head).toBe('a'.repeat(3_999))
  expect(foldOf(lines(312))?.lines).toBe(312)
  const words = lines(10, () => 'word '.repeat(100))
  expect(foldOf(words)?.head).toHaveLength(4_000)
})

test('UI74 code in it does not count, as long as it is not endless', () => {
  const code = (count: number) => `Look:\n\`\`\`ts\n${lines(count)}\n\`\`\`\nDone.`
  expect(foldOf(code(150))).toBe(null)
  expect(foldOf(code(600))).toMatchObject({ lines: 604, isInCode: true })
  expect(foldOf(`${code(30)}\n${lines(30)}`)?.head).toContain('Done.')
})
