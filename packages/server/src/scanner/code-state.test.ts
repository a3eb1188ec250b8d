import { describe, expect, test } from 'vitest'
import { collector, scan, scanChunks } from './test/collector'

const EXAMPLE = '⟦⟦ REACT {"emoji":"x"} ⟧⟧'

describe('SC13 a fence', () => {
  test.each([
    '```',
    '~~~',
    '```json',
    '~~~ text `x`',
    '   ```',
    '  \n  ```',
    '````',
    '```js\r',
    '- a list\n\n      ```',
    '\t```',
    '> ```',
    '>> a\n>>   ~~~',
  ])('SC13 %j opens one: the command in it does not run and is reported', (marker) => {
    const text = `Example:\n${marker}\n${EXAMPLE}\n`
    for (const all of [scan(text), scanChunks(text.split(''))]) {
      expect(all.malformed).toMatchObject([
        {
          reason: 'in_code',
          name: 'REACT',
          payload: '{"emoji":"x"}',
          value: { emoji: 'x' },
          excerpt: EXAMPLE,
          message: 'it is in a code block or between backticks.',
        },
      ])
      expect(all.ran).toEqual([])
      expect(all.text).toContain(EXAMPLE)
    }
  })

  test.each(['``', '~~', 'x ```y```', 'x ~~~', '```inline```', '``\n~', '> ```y```'])(
    'SC13 %j opens none',
    (line) => {
      expect(scan(`${line}\n${EXAMPLE}`).ran).toHaveLength(1)
    },
  )

  test.each(['~~~ ', '~~~', '```', '``` '])(
    'SC13 the line %j that opens it is code, too',
    (marker) => {
      expect(scan(`${marker}${EXAMPLE}`).refused).toEqual(['in_code REACT'])
    },
  )

  test('SC13 what is wrong in it is not reported', () => {
    expect(scan('```\n⟦⟦ REACT {no} ⟧⟧\n⟦⟦ GROUP-MESSAGE {} ⟧⟧\n⟦⟦ BROADCAST x').found).toEqual([])
  })

  test('SC13 a marker that comes in pieces is a marker', () => {
    const split = collector()
    for (const piece of ['a\n`', '`', '`', '\n', EXAMPLE]) split.scanner.feed(piece)
    expect(split.refused).toEqual(['in_code REACT'])
  })
})

describe('SC14 the end of a fence', () => {
  test.each([
    ['```', '```'],
    ['```', '````  '],
    ['~~~~', '   ~~~~~\r'],
    ['```js', '```\t'],
    ['      ```', '      ```'],
    ['      ```', '```'],
    ['> ```', '> ```'],
  ])('SC14 %j is closed by %j', (open, close) => {
    expect(scan(`${open}\ncode\n${close}\n${EXAMPLE}`).ran).toHaveLength(1)
  })

  test.each([
    ['```', '~~~'],
    ['````', '```'],
    ['```', '```js'],
    ['```', '    ```'],
    ['```', 'x ```'],
    ['```', '``````x'],
  ])('SC14 %j is not closed by %j', (open, close) => {
    expect(scan(`${open}\ncode\n${close}\n${EXAMPLE}`).ran).toEqual([])
  })

  test('SC14 it ends with the turn', () => {
    const turns = collector()
    turns.scanner.feed('```\ncode\n')
    turns.scanner.endTurn()
    turns.scanner.feed(EXAMPLE)
    expect(turns.ran).toHaveLength(1)
  })
})

describe('SC15 inline code', () => {
  test.each(['`', 'try `', '``', 'a `b` c `', '`a``b`'])(
    'SC15 behind %j a command does not run and is reported',
    (before) => {
      const all = scan(`${before}${EXAMPLE}\``)
      expect(all.refused).toEqual(['in_code REACT'])
      expect(all.text).toBe(`${before}${EXAMPLE}\``)
    },
  )

  test.each(['a `b` ', '``a`` ', '`\n', 'it is `a`, `b`: ', '`a ``'])(
    'SC15 behind %j a command runs',
    (before) => {
      expect(scan(`${before}${EXAMPLE}`).ran).toHaveLength(1)
    },
  )

  test('SC15 backticks in a command that runs do not count', () => {
    expect(scan(`⟦⟦ A {"a":"use \`x"} ⟧⟧ ${EXAMPLE}`).ran).toHaveLength(2)
  })

  test('SC15 a run that comes in pieces is one run', () => {
    const split = collector()
    for (const piece of ['a `', '`', 'b', '``', ' ', EXAMPLE]) split.scanner.feed(piece)
    expect(split.ran).toHaveLength(1)
  })

  test('SC15 what follows a command that runs is read as if it began a line', () => {
    expect(scan(`${EXAMPLE} \`\`\`\n${EXAMPLE}`).refused).toEqual(['in_code REACT'])
  })
})

describe('SC16 a command left open in a fence', () => {
  test('SC16 ends with the fence', () => {
    const all = collector()
    all.scanner.feed(`\`\`\`\n⟦⟦ REACT {"a": "\n⟦⟦ HELP ⟧⟧\n\`\`\`\nnow ⟦⟦ QUERY_GROUPS ⟧⟧`)
    expect(all.refused).toEqual(['in_code HELP'])
    expect(all.ran).toEqual(['QUERY_GROUPS'])
  })

  test('SC16 does not reach over its end', () => {
    const { found } = scan('```\n⟦⟦ REACT {"a": "\n```\nnow ⟦⟦ HELP ⟧⟧ "} ⟧⟧')
    expect(found).toMatchObject([{ name: 'HELP' }])
  })

  test('SC16 which may have begun on the line that opened it', () => {
    const { found } = scan('~~~ ⟦⟦ REACT {"a": "\n~~~\nnow ⟦⟦ HELP ⟧⟧ "} ⟧⟧')
    expect(found).toMatchObject([{ name: 'HELP' }])
  })

  test('SC16 hides no command between the fence and the next line that begins with an opener', () => {
    const { ran } = scan('```\n⟦⟦ A {"a": "\n```\nnow ⟦⟦ HELP ⟧⟧\n⟦⟦ REACT ⟧⟧')
    expect(ran).toEqual(['HELP', 'REACT'])
  })

  test('SC16 fence markers in the string of a command that runs are content', () => {
    const { ran } = scan(`⟦⟦ A {"a":"\n\`\`\`\n⟦⟦ B ⟧⟧\n"} ⟧⟧\n${EXAMPLE}`)
    expect(ran).toHaveLength(2)
  })

  test('SC16 fence markers in a command that failed are prose', () => {
    const { refused, ran } = scan('⟦⟦ A {"a":"\n```\n⟦⟦ HELP ⟧⟧\n```\n⟦⟦ REACT ⟧⟧')
    expect(refused).toEqual(['unclosed A', 'in_code HELP'])
    expect(ran).toEqual(['REACT'])
  })
})
