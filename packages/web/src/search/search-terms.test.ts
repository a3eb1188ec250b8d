import { expect, test } from 'vitest'
import { readPaletteText } from '../shell/palette-text'
import { readTerms, withoutTerm, withTerm, writeTerms } from './search-terms'

test('UI785 what is typed is taken apart into words and operators, and written again', () => {
  const q = 'rope from:Dora in:"Config Team" "two words" has:code before:2026-11-20'
  const read = readTerms(q)
  expect(read).toEqual({
    words: 'rope "two words"',
    terms: [
      { kind: 'from', value: 'Dora' },
      { kind: 'in', value: 'Config Team' },
      { kind: 'has', value: 'code' },
      { kind: 'before', value: '2026-11-20' },
    ],
  })
  expect(readTerms(writeTerms(read))).toEqual(read)
})

test('UI785 a chip is there once, a time replaces the one before, and a chip can be taken out', () => {
  const read = readTerms('rope from:dora before:2026-11-20')
  const more = withTerm(withTerm(read, { kind: 'from', value: 'Dora' }), { kind: 'before', value: '2026-01-01' }) // prettier-ignore
  expect(writeTerms(more)).toBe('rope from:Dora before:2026-01-01')
  const [first] = more.terms
  if (!first) throw new Error('no chip')
  expect(writeTerms(withoutTerm(more, first))).toBe('rope before:2026-01-01')
})

test.each([
  ['> int', 'commands', 'int'],
  ['@dora', 'agents', 'dora'],
  ['#conf', 'groups', 'conf'],
  ['? rope', 'messages', 'rope'],
  ['rope > x', 'all', 'rope > x'],
])('UI782 %s looks through %s', (text, scope, words) => {
  expect(readPaletteText(text)).toEqual({ scope, words })
})
