import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { JsonSpan } from './json-span'
import { collector, decoded, scan, scanChunks } from './test/collector'
import { commandTree, garbage, sizes, written } from './test/texts'

afterEach(() => {
  vi.restoreAllMocks()
})

const RUNS = { numRuns: 1000 }
/** Small enough for garbage to reach it. */
const maxSize = fc.constantFrom(40, 400)

test('SC2 any split of the same bytes gives the same commands, malformed ones and text', () => {
  fc.assert(
    fc.property(garbage, sizes, maxSize, (given, split, max) => {
      const text = Buffer.from(given).toString()
      const whole = scan(text, { max })
      const parts = scanChunks(decoded(text, split), { max })
      expect(parts.found).toEqual(whole.found)
      expect(parts.text).toBe(whole.text)
      expect(parts.scanner.offset).toBe(text.length)
    }),
    RUNS,
  )
})

test('SC2 a split between any two units, surrogates too, changes nothing', () => {
  fc.assert(
    fc.property(garbage, maxSize, (text, max) => {
      const parts = scanChunks(text.split(''), { max })
      expect(parts.found).toEqual(scan(text, { max }).found)
    }),
    RUNS,
  )
})

test('SC3, SC5 text and commands together are the input, in order and without overlap', () => {
  fc.assert(
    fc.property(garbage, sizes, maxSize, (text, split, max) => {
      const all = scanChunks(decoded(text, split), { max })
      const input = Buffer.from(text).toString()
      let rest = all.text
      let rebuilt = ''
      for (const { offset, end } of all.commands) {
        const before = offset - rebuilt.length
        rebuilt += rest.slice(0, before) + input.slice(offset, end)
        rest = rest.slice(before)
      }
      expect(rebuilt + rest).toBe(input)
      let last = 0
      for (const { offset, end } of all.found) {
        expect(offset).toBeGreaterThanOrEqual(last)
        expect(end).toBeGreaterThan(offset)
        last = end
      }
    }),
    RUNS,
  )
})

test('SC4 of commands nested in strings only the outermost runs', () => {
  fc.assert(
    fc.property(commandTree, sizes, (tree, split) => {
      const text = `so ${written(tree)}\n`
      const all = scanChunks(decoded(text, split))
      expect(all.ran).toEqual([`${tree.name} ${written(tree).split(' ').slice(2, -1).join(' ')}`])
      expect(all.refused).toEqual([])
      expect(all.text).toBe('so \n')
    }),
    { numRuns: 500 },
  )
})

test('SC12, SC24 any text is read without an error, and at most one command is held', () => {
  fc.assert(
    fc.property(garbage, sizes, (text, split) => {
      const max = 40
      const all = collector({ max })
      let ran = 0
      let given = 0
      for (const chunk of decoded(text.repeat(3), split)) {
        all.scanner.feed(chunk)
        ran = all.commands.reduce((sum, { offset, end }) => sum + end - offset, 0)
        given = all.text.length
        expect(all.scanner.offset - ran - given).toBeLessThanOrEqual(max)
      }
      all.scanner.endTurn()
      expect(all.scanner.safe).toBe(all.scanner.offset)
    }),
    { numRuns: 300 },
  )
})

describe('SC21 safe', () => {
  test('SC21 a fresh scanner that begins there finds exactly the rest', () => {
    fc.assert(
      fc.property(garbage, fc.nat(), maxSize, fc.boolean(), (text, where, max, inTurns) => {
        const cut = where % (text.length + 1)
        const before = collector({ max })
        const whole = collector({ max })
        for (const { scanner } of [before, whole]) {
          if (inTurns) {
            scanner.feed('`⟦⟦ A {"')
            scanner.endTurn()
          }
          scanner.feed(text.slice(0, cut))
        }
        const { safe, offset } = before.scanner
        expect(safe).toBeLessThanOrEqual(offset)
        whole.scanner.feed(text.slice(cut))
        whole.scanner.endTurn()
        const rest = collector({ max })
        rest.scanner.reset(safe)
        rest.scanner.feed(text.slice(text.length - (whole.scanner.offset - safe)))
        rest.scanner.endTurn()
        expect(rest.found).toEqual(whole.found.filter((one) => one.offset >= safe))
        expect(rest.textFrom(0)).toBe(whole.textFrom(safe))
        // A command that ran does not come again.
        for (const { end } of before.commands) expect(end).toBeLessThanOrEqual(safe)
      }),
      { numRuns: 1500 },
    )
  })

  test.each([
    ['the start of an open command', 'one\ntwo ', '⟦⟦ REACT {"a'],
    ['the start of half an opener', 'one\ntwo ', '⟦'],
    ['the line that opened a fence', 'one\n', '```js\ntwo\n⟦⟦ REACT {"'],
    ['the start of the line', 'one\n', 'two `th'],
    ['the start of a line that may open a fence', 'one\n', ' ``'],
    ['the end of the last command', 'one ⟦⟦ HELP ⟧⟧', ' `two'],
    ['the offset at the start of a line', 'one `\n', ''],
    ['the offset behind empty lines', 'one `\n\n\n', ''],
    ['the start of a failed command while its line is skipped', 'one ', '⟦⟦ A {x} y ⟦⟦ B'],
  ])('SC21 is %s', (_, before, behind) => {
    const { scanner } = collector()
    for (const unit of before + behind) scanner.feed(unit)
    expect(scanner.safe).toBe(before.length)
  })
})

describe('SC25 hostile text', () => {
  const lines = (first: string, ...units: string[]) => first + units.join('').repeat(3000)

  test.each([
    ['open strings at line starts', lines('', '⟦⟦ A {"content": "x\n')],
    ['openers at line starts in one string', lines('⟦⟦ A {"a":"', '\n⟦⟦ A { and')],
    ['strings that look like commands', lines('⟦⟦ A {"a":"\n', '⟦⟦ A {",":":"\n')],
    ['two kinds of quotes', lines('⟦⟦ A {"a":"\n', '⟦⟦ A {“a”:“\n⟦⟦ A {“,”:“\n')],
    ['low quotes', lines('', '⟦⟦ A {„x\n')],
    ['escaped quotes', lines('', '⟦⟦ A {\\"x":"\\\n')],
    ['nested openers', lines('', '⟦⟦ A {"a":')],
    ['openers in a fence', lines('```\n', '⟦⟦ A {"a":“x\n')],
    ['openers in a fence that is closed', `${lines('```\n', '⟦⟦ A {"a":“x\n')}\n\`\`\`\n⟦⟦ B ⟧⟧`],
    ['words in capitals', lines('', '⟦⟦ AAA "x ')],
    ['braces', lines('⟦⟦ A ', '{')],
    ['brackets', lines('', '⟦')],
  ])('SC25 no part is read more than three times: %s', (_, text) => {
    let units = 0
    const read = JsonSpan.prototype.read
    vi.spyOn(JsonSpan.prototype, 'read').mockImplementation(function (this: JsonSpan, ...given) {
      const end = read.apply(this, given)
      units += end - given[1]
      return end
    })
    scan(text, { max: 20_000 })
    expect(units).toBeLessThanOrEqual(3 * text.length)
  })
})
