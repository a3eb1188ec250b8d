import { describe, expect, test } from 'vitest'
import { LineReader, MAX_LINE_CHARS } from './line-reader'

const A = '{"type":"user","uuid":"a","timestamp":"t","n":{"b":"}{"}}'
const B = '{"type":"user","uuid":"b","timestamp":"t"}'

/** Which records were read, and how many pieces were none. */
function read(...pieces: readonly string[]) {
  const reader = new LineReader()
  const ids: unknown[] = []
  for (const piece of pieces) reader.push(piece, ({ uuid }) => ids.push(uuid))
  return [ids.join(' '), reader.unreadable]
}

/** Each on its own. */
const units = (text: string) => text.split('')

describe('TR1', () => {
  test('lines are read in any pieces', () => {
    expect(read(`${A}\n${B}\n`)).toEqual(['a b', 0])
    expect(read(...units(`${A}\r\n\n  \n${B}\n`))).toEqual(['a b', 0])
    expect(read(`\uFEFF${A}\n`)).toEqual(['a', 0])
  })

  test('a half-written last line waits, a whole one does not', () => {
    expect(read(`${A}\n${B.slice(0, -1)}`)).toEqual(['a', 0])
    expect(read(`${A}\n${B}`)).toEqual(['a b', 0])
    expect(read(`${A}\n${B.slice(0, 9)}`, B.slice(9), '\n')).toEqual(['a b', 0])
  })
})

describe('TR2', () => {
  test.each([
    ['two records on one line', `${A}${B}\n`, 'a b', 0],
    ['two records on a last line', `${A} ${B}`, 'a b', 0],
    ['a record behind a spoilt one', `${A.slice(0, 30)}${B}\n${A}\n`, 'b a', 1],
    ['a record behind spoilt ones', `${A.slice(0, 30)}${A.slice(0, 20)}${B}${A}\n`, 'b a', 1],
    ['a record before garbage', `${A}xyz\n${B}\n`, 'a b', 1],
    ['no block of a spoilt record', '{"uuid":"a","message":{"type":"text","text":"x"}\n', '', 1],
    ['garbage', 'xyz\n{"a\n[1]\n12\n"x"\nnull\n', '', 6],
    ['what is no JSON in braces', `{a}${B}\n`, 'b', 1],
  ])('what can be read is: %s', (_what, text, ids, unreadable) => {
    expect(read(text)).toEqual([ids, unreadable])
    expect(read(...units(text))).toEqual([ids, unreadable])
    expect(read(text.slice(0, 50), text.slice(50))).toEqual([ids, unreadable])
  })
})

describe('TR3', () => {
  test('a line of 10 MB is read', () => {
    const long = JSON.stringify({ uuid: 'long', text: 'x'.repeat(10_000_000) })
    expect(read(long.slice(0, 4_000_000), `${long.slice(4_000_000)}\n${B}\n`)).toEqual([
      'long b',
      0,
    ])
  })

  test('a line that would fill the memory is not kept', () => {
    const piece = 'x'.repeat(1 << 24)
    const pieces = Array.from({ length: MAX_LINE_CHARS / piece.length + 1 }, () => piece)
    expect(read('{"uuid":"', ...pieces, `"}\n${B}\n`)).toEqual(['b', 1])
  })

  test('garbage of any size and JSON of any depth are no failure', () => {
    expect(read(`${'{"type":"user",'.repeat(100_000)}\n${B}\n`)).toEqual(['b', 1])
    expect(read(`${'}{'.repeat(100_000)}\n${B}\n`)).toEqual(['b', 1])
    expect(read(`${'['.repeat(1_000_000)}\n${B}\n`)).toEqual(['b', 1])
    const deep = `{"uuid":"deep","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    expect(read(`${deep}\n${B}\n`)).toEqual(['deep b', 0])
  })
})
