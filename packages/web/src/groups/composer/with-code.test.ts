import { expect, test } from 'vitest'
import { withCode } from './with-code'

test('UI79 the code button puts words in backticks and lines in a fence', () => {
  expect(withCode({ text: 'see abc now', start: 4, end: 7 })).toEqual({
    text: 'see `abc` now',
    start: 5,
    end: 8,
  })
  expect(withCode({ text: '', start: 0, end: 0 })).toEqual({ text: '``', start: 1, end: 1 })
  expect(withCode({ text: 'a\nb', start: 0, end: 3 }).text).toBe('```\na\nb\n```')
  expect(withCode({ text: 'x a\nb y', start: 2, end: 5 }).text).toBe('x \n```\na\nb\n```\n y')
})
