import { expect, test } from 'vitest'
import { excerptOf, indexedText, type Phrase, searchWords } from './search-words'

test.each<[text: string, words: string[], why: string]>([
  ['The parser fails.', ['The', 'parser', 'fails'], 'letters between signs'],
  ['src/a_b.ts:12', ['src', 'a', 'b', 'ts', '12'], 'signs part words, an underscore too'],
  ['naïve Ångström', ['naïve', 'Ångström'], 'accents are part of a word'],
  ['e\u0301te', ['éte'], 'however they are written'],
  ['ｆｕｌｌ ①', ['full', '1'], 'in the form that is usual'],
  ['設定ファイル', ['設', '定', 'フ', 'ァ', 'イ', 'ル'], 'without spaces each character is a word'],
  ['한국', ['한', '국'], 'Hangul too'],
  ['v2設定x', ['v2', '設', '定', 'x'], 'also beside others'],
  ['مرحبا שלום', ['مرحبا', 'שלום'], 'other scripts with spaces'],
  ['मीरा ने', ['मीरा', 'ने'], 'signs of vowels are part of a word'],
  ['\u0301', [], 'a mark alone is no word'],
  ['"* OR (NEAR', ['OR', 'NEAR'], 'SR4: nothing that an index would read as a command'],
  ['… — !', [], 'nothing'],
])('SR1, SR11 %j has the words %j: %s', (text, words) => {
  expect(searchWords(text)).toEqual(words)
  // The index splits at spaces: it must come to the same words.
  expect(searchWords(indexedText(text))).toEqual(words)
})

test('SR11 the index is given each character of such scripts apart', () => {
  expect(indexedText('ｆｕｌｌ ①'), 'in the form that is usual').toBe('full 1')
  expect(indexedText('a設定b').split(/\s+/)).toEqual(['a', '設', '定', 'b'])
})

const all = (...words: string[]): Phrase => ({ words, prefix: false })
const beginning = (...words: string[]): Phrase => ({ words, prefix: true })
/** Hits in angle brackets. */
const shown = (text: string, ...phrases: Phrase[]) =>
  excerptOf(text, phrases)
    .map((part) => (part.hit ? `<${part.text}>` : part.text))
    .join('')

test.each<[text: string, phrases: Phrase[], excerpt: string, why: string]>([
  ['The Parser fails', [all('parser')], 'The <Parser> fails', 'in any case'],
  ['naïve', [all('naive')], '<naïve>', 'without its accents'],
  ['naive', [all('naïve')], '<naive>', 'or with'],
  ['parsers', [all('parser')], 'parsers', 'a word is whole'],
  ['parsers', [beginning('parser')], '<parsers>', 'SR2: or a beginning'],
  ['a parser, the parser', [all('parser')], 'a <parser>, the <parser>', 'each of them'],
  ['set up it', [all('set', 'up')], '<set up> it', 'SR2: words in that order'],
  ['up set', [all('set', 'up')], 'up set', 'SR2: in no other'],
  ['set it up', [all('set', 'up')], 'set it up', 'SR2: with nothing between'],
  ['set upper', [beginning('set', 'up')], '<set upper>', 'SR2: of the last word the beginning'],
  ['setting up', [beginning('set', 'up')], 'setting up', 'SR2: of no other word'],
  ['a b c', [all('a'), all('c')], '<a> b <c>', 'several'],
  ['a b c', [all('a'), all('a', 'b')], '<a b> c', 'the longest where several begin'],
  ['a b c', [all('a', 'b'), all('b', 'c')], '<a b>< c>', 'what two share is marked once'],
  ['a b', [], 'a b', 'where nothing is looked for: the text'],
  ['the end', [all('end')], 'the <end>', 'at the end'],
  ['set', [all('set', 'up')], 'set', 'the first of two is not enough'],
  ['set', [all('set'), all('set', 'up')], '<set>', 'but it may be all of another'],
  ['to end', [all('a', 'b'), all('end')], 'to <end>', 'also where another phrase is longer'],
  ['設定', [all('定')], '設<定>', 'SR11: a part of a word'],
])('SR5, SR2 of %j for %j: %s, %s', (text, phrases, excerpt) => {
  expect(shown(text, ...phrases)).toBe(excerpt)
})

test('SR5 an excerpt is in pieces, none of them empty', () => {
  expect(excerptOf('hit', [all('hit')])).toEqual([{ text: 'hit', hit: true }])
  expect(excerptOf('', [all('hit')])).toEqual([])
})

const filler = (length: number) => 'x '.repeat(length / 2)

test('SR5, TX32 an excerpt has 240 units, 60 of them in front of the first hit, and says that there is more', () => {
  const rows: [text: string, excerpt: string, why: string][] = [
    [`${filler(60)}hit`, `${filler(60)}<hit>`, '60 in front: from the beginning'],
    [`.${filler(60)}hit`, `…${filler(60)}<hit>`, 'one more: cut'],
    [`${filler(62)}hit`, `…${filler(60)}<hit>`, 'more: cut'],
    [`hit${' x'.repeat(118)}.`, `<hit>${' x'.repeat(118)}.`, '240 in all'],
    [`hit${' x'.repeat(118)}..`, `<hit>${' x'.repeat(118)}.…`, 'more: cut'],
    [`hit ${filler(234)}hit`, `<hit> ${filler(234)}<hi>…`, 'a hit at the end is cut as well'],
    [`hit ${filler(240)}hit`, `<hit> ${filler(236)}…`, 'and one behind it is not there'],
    [
      `${filler(60)}hit ${filler(178)}hit`,
      `${filler(60)}<hit> ${filler(176)}…`,
      'nor one right behind',
    ],
    [filler(300), `${filler(240)}…`, 'without a hit its beginning'],
    [`${'😀'.repeat(31)} hit`, `…${'😀'.repeat(30)} <hit>`, 'no half character in front'],
    [`hit..${'😀'.repeat(119)}`, `<hit>..${'😀'.repeat(117)}…`, 'nor behind'],
  ]
  for (const [text, excerpt, why] of rows) expect.soft(shown(text, all('hit')), why).toBe(excerpt)
})
