import { cut } from '@crewroom/shared/model/cut'
import { QUOTE_LENGTH } from '@crewroom/shared/model/reply'
import { expect, test } from 'vitest'
import { quotedLine } from './quoted-line'

test.each([
  ['Shall I go on?', 'Shall I go on?'],
  ['  One\n\ntwo\tthree ', 'One two three'],
  ['', '(deleted)'],
  ['Use `a.ts`:\n```ts\nlet a = 1\n```', 'Use a.ts: let a = 1'],
  ['<b>not</b> bold', '<b>not</b> bold'],
  ['gpj.\u202Eexe', 'gpj.⟪U+202E⟫exe'],
])('UI643 %j is quoted as one line of plain text', (text, line) => {
  expect(quotedLine(text)).toBe(line)
})

test('UI643 a text that is longer than a quote says that it goes on', () => {
  const quoteOf = (text: string) => quotedLine(cut(text, QUOTE_LENGTH))
  expect(quoteOf('a'.repeat(198))).toBe('a'.repeat(198))
  expect(quoteOf('a'.repeat(201))).toBe(`${'a'.repeat(200)}…`)
  // Two units are one character here: cutting leaves 199.
  expect(quoteOf(`${'a'.repeat(199)}\u{1F600}`)).toBe(`${'a'.repeat(199)}…`)
})
