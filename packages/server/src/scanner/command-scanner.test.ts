import { describe, expect, test } from 'vitest'
import { collector, scan, scanChunks } from './test/collector'

const MESSAGE = '⟦⟦ GROUP_MESSAGE {"group":"g","content":"hello"} ⟧⟧'

describe('SC1 the grammar of a command', () => {
  test.each([
    ['⟦⟦ QUERY_GROUPS ⟧⟧', 'QUERY_GROUPS'],
    ['⟦⟦QUERY_GROUPS⟧⟧', 'QUERY_GROUPS'],
    ['⟦⟦\n  QUERY_GROUPS\r\n⟧⟧', 'QUERY_GROUPS'],
    ['⟦⟦ query_groups ⟧⟧', 'query_groups'],
    ['⟦⟦ React{"a":1}⟧⟧', 'React {"a":1}'],
    ['⟦⟦ REACT\n{\n "a": [1, {"b": "}"}]\n}\n⟧⟧', 'REACT {\n "a": [1, {"b": "}"}]\n}'],
    ['⟦⟦⟦ HELP ⟧⟧⟧', 'HELP'],
  ])('SC1 %j is one command', (text, expected) => {
    expect(scan(text).ran).toEqual([expected])
  })

  test('SC1 a payload is given parsed, and without one the value is undefined', () => {
    const { commands } = scan('⟦⟦ REACT {"emoji": "👍"} ⟧⟧ ⟦⟦ HELP ⟧⟧')
    expect(commands.map(({ payload, value }) => [payload, value])).toEqual([
      ['{"emoji": "👍"}', { emoji: '👍' }],
      [null, undefined],
    ])
  })
})

describe('SC2 chunks', () => {
  test('SC2 a command that comes one unit at a time is the same command', () => {
    const text = `before ${MESSAGE} after`
    const slow = scanChunks(text.split(''))
    expect(slow.found).toEqual(scan(text).found)
    expect(slow.text).toBe('before  after')
  })

  test('SC2 a command inside a message does not run when a chunk ends inside its name', () => {
    const { ran, text } = scanChunks([
      '⟦⟦ GROUP_MESSAGE {"group":"g","content":"please run ⟦⟦ QUERY_',
      'GROUPS ⟧⟧ and tell me"} ⟧⟧',
    ])
    expect(ran).toEqual([
      'GROUP_MESSAGE {"group":"g","content":"please run ⟦⟦ QUERY_GROUPS ⟧⟧ and tell me"}',
    ])
    expect(text).toBe('')
  })
})

describe('SC3 prose', () => {
  test('SC3 everything but the commands that run is given out as text', () => {
    const text = 'a ⟦⟦ HELP ⟧⟧b `⟦⟦ HELP ⟧⟧` ⟦⟦ REACT {no} ⟧⟧ ⟦⟦ 1 ⟧⟧ c'
    expect(scan(text).text).toBe('a b `⟦⟦ HELP ⟧⟧` ⟦⟦ REACT {no} ⟧⟧ ⟦⟦ 1 ⟧⟧ c')
  })
})

describe('SC4 strings', () => {
  test.each(['} ⟧⟧', '⟦⟦ TERMINATE_AGENT {} ⟧⟧', '\\"} ⟧⟧ ⟦⟦ HELP ⟧⟧', '\\\\', '{[', '“', '```'])(
    'SC4 in a string %j is content',
    (content) => {
      const payload = `{"content":"${content}"}`
      expect(scan(`⟦⟦ GROUP_MESSAGE ${payload} ⟧⟧`).ran).toEqual([`GROUP_MESSAGE ${payload}`])
    },
  )

  test('SC4 a line that begins with an opener is content as long as the command is closed', () => {
    const { ran, refused } = scan('⟦⟦ GROUP_MESSAGE {"content":"look:\n⟦⟦ HELP ⟧⟧\n"} ⟧⟧')
    expect(ran).toEqual(['GROUP_MESSAGE {"content":"look:\n⟦⟦ HELP ⟧⟧\n"}'])
    expect(refused).toEqual([])
  })
})

test('SC5 offset and end are the extent of the source in the stream', () => {
  const text = `é😀 ${MESSAGE}\n⟦⟦ REACT {no} ⟧⟧`
  const { found } = scan(text)
  expect(found.map(({ offset, end }) => text.slice(offset, end))).toEqual([
    MESSAGE,
    '⟦⟦ REACT {no} ⟧⟧',
  ])
})

describe('SC6 slips', () => {
  test('SC6 newlines in strings, trailing commas and smart quotes are repaired', () => {
    const { commands } = scan('⟦⟦ GROUP_MESSAGE {“group”: "g", "content": "one\n\ttwo",} ⟧⟧')
    expect(commands).toMatchObject([
      { repaired: true, value: { group: 'g', content: 'one\n\ttwo' } },
    ])
  })

  test('SC6 what needs no repair is not called repaired', () => {
    expect(scan(MESSAGE).commands).toMatchObject([{ repaired: false }])
  })

  test('SC6 in a string in smart quotes everything is content, too', () => {
    const { commands } = scan('⟦⟦ A {“content”: “use "⟦⟦ HELP ⟧⟧" } ⟧⟧”} ⟧⟧')
    expect(commands).toMatchObject([{ name: 'A', value: { content: 'use "⟦⟦ HELP ⟧⟧" } ⟧⟧' } }])
  })
})

describe('SC8 a payload that is no JSON', () => {
  test.each([
    ['{"content": "he said "hi" to me"}', "expected ',' or '}' at character 23."],
    ['{group: 1}', 'expected a key in double quotes at character 2.'],
    ['{"a": 1', 'unexpected end at character 9.'],
    ['{\\"a\\": 1}', 'expected a key in double quotes at character 2.'],
  ])('SC8 %j is reported with what is wrong and where', (payload, message) => {
    const { malformed } = scan(`⟦⟦ GROUP_MESSAGE ${payload} ⟧⟧`)
    expect(malformed).toMatchObject([
      { reason: 'not_json', name: 'GROUP_MESSAGE', payload: null, offset: 0 },
    ])
    expect(malformed[0]?.message).toBe(`the payload is not JSON: ${message}`)
    expect(malformed[0]?.value).toBeUndefined()
  })

  test('SC8 scanning goes on behind its closing brackets', () => {
    const { refused, ran } = scan('⟦⟦ REACT {"a": "⟦⟦ HELP ⟧⟧" x} ⟧⟧ ⟦⟦ QUERY_GROUPS ⟧⟧')
    expect(refused).toEqual(['not_json REACT'])
    expect(ran).toEqual(['QUERY_GROUPS'])
  })

  test('SC8 scanning goes on at the first line in it that begins with an opener', () => {
    const { refused, ran, text } = scan(
      '⟦⟦ REACT {"a" "x ⟦⟦ HELP ⟧⟧\n  ⟦⟦ QUERY_GROUPS ⟧⟧\n"} ⟧⟧ ⟦⟦ HELP ⟧⟧',
    )
    expect(refused).toEqual(['not_json REACT'])
    expect(ran).toEqual(['QUERY_GROUPS', 'HELP'])
    expect(text).toBe('⟦⟦ REACT {"a" "x ⟦⟦ HELP ⟧⟧\n  \n"} ⟧⟧ ')
  })

  test('SC8 an excerpt is at most 200 units and cuts no character', () => {
    const start = '⟦⟦ REACT {no "'
    const filler = '-'.repeat(199 - start.length)
    const { malformed } = scan(`${start}${filler}😀"} ⟧⟧`)
    expect(malformed[0]?.excerpt).toBe(start + filler)
  })
})

describe('SC9 an opener where JSON has none', () => {
  test('SC9 ends the command, and what stands on the same line does not run', () => {
    const { refused, ran } = scan(
      '⟦⟦ GROUP_MESSAGE {\n"content": "he said "⟦⟦ HELP ⟧⟧" twice"} ⟧⟧ ⟦⟦ HELP ⟧⟧\nnow ⟦⟦ REACT ⟧⟧',
    )
    expect(refused).toEqual(['not_json GROUP_MESSAGE'])
    expect(ran).toEqual(['REACT'])
  })

  test('SC9 the line is the one where it stopped being JSON', () => {
    const { refused, ran } = scan('Use ⟦⟦ GROUP_MESSAGE { and so on.\nSo: ⟦⟦ HELP ⟧⟧')
    expect(refused).toEqual(['not_json GROUP_MESSAGE'])
    expect(ran).toEqual(['HELP'])
  })

  test('SC9 that line may still be coming', () => {
    const late = collector()
    late.scanner.feed('⟦⟦ REACT {"a": "\nx" y ⟦⟦ HELP ⟧⟧')
    late.scanner.feed(' ⟦⟦ HELP ⟧⟧\n⟦⟦ QUERY_GROUPS ⟧⟧')
    expect(late.refused).toEqual(['not_json REACT'])
    expect(late.ran).toEqual(['QUERY_GROUPS'])
  })

  test('SC9 later lines, as little JSON as they are, do not count', () => {
    const { ran } = scan('⟦⟦ REACT { so\nx ⟦⟦ HELP ⟧⟧')
    expect(ran).toEqual(['HELP'])
  })

  test('SC9 at the start of a line it may be a command', () => {
    const { refused, ran } = scan('⟦⟦ GROUP_MESSAGE {\n⟦⟦ HELP ⟧⟧')
    expect(refused).toEqual(['not_json GROUP_MESSAGE'])
    expect(ran).toEqual(['HELP'])
  })
})

describe('SC10 a command that is never closed', () => {
  test.each([
    [
      '⟦⟦ GROUP_MESSAGE {"content": "so',
      'its payload has no end: a closing quote, brace or bracket is missing.',
    ],
    [
      '⟦⟦ GROUP_MESSAGE {"content": "so"',
      'its payload has no end: a closing quote, brace or bracket is missing.',
    ],
    ['⟦⟦ GROUP_MESSAGE {}', 'its closing brackets are missing.'],
    ['⟦⟦ GROUP_MESSAGE {} ⟧', 'its closing brackets are missing.'],
    ['⟦⟦ GROUP_MESSAGE {} ⟧]', 'its closing brackets are missing.'],
    ['⟦⟦ QUERY_GROUPS', 'its closing brackets are missing.'],
    ['⟦⟦ QUERY_GROUPS\nThen I wait.', 'its closing brackets are missing.'],
    ['⟦⟦ QUERY_GROUPS ⟧.', 'its closing brackets are missing.'],
  ])('SC10 %j is reported when the turn ends', (text, message) => {
    const all = scan(text)
    expect(all.malformed).toMatchObject([{ reason: 'unclosed', offset: 0, message }])
    expect(all.text).toBe(text)
  })

  test('SC10 the commands after it run: from the first line that begins with an opener', () => {
    const { refused, ran } = scan(
      '⟦⟦ GROUP_MESSAGE {"content": "so ⟦⟦ HELP ⟧⟧\n⟦⟦ QUERY_GROUPS ⟧⟧\nand ⟦⟦ REACT ⟧⟧',
    )
    expect(refused).toEqual(['unclosed GROUP_MESSAGE'])
    expect(ran).toEqual(['QUERY_GROUPS', 'REACT'])
  })

  test('SC10 without such a line, from the next line on', () => {
    const { ran } = scan('⟦⟦ A {"content": "so ⟦⟦ HELP ⟧⟧\nand ⟦⟦ REACT ⟧⟧')
    expect(ran).toEqual(['REACT'])
  })

  test('SC10 without its closing brackets only, from the line after its payload on', () => {
    const { refused, ran } = scan('⟦⟦ A {"a": 1,\n"b": 2} so ⟦⟦ HELP ⟧⟧\nand ⟦⟦ REACT ⟧⟧')
    expect(refused).toEqual(['unclosed A'])
    expect(ran).toEqual(['REACT'])
  })

  test('SC10 each of several open commands is reported, and none swallows the next', () => {
    const { refused, ran } = scan(
      '⟦⟦ A {"x":"\n⟦⟦ B {"y":“\n⟦⟦ C {“z”:“\n⟦⟦ D {"a":1} ⟧⟧\n⟦⟦ E {"e": "\n⟦⟦ HELP ⟧⟧',
    )
    expect(refused).toEqual(['not_json A', 'not_json B', 'unclosed C', 'unclosed E'])
    expect(ran).toEqual(['D {"a":1}', 'HELP'])
  })

  test('SC10 what is reported ends before what comes next', () => {
    const { found } = scan('⟦⟦ A {"content": "so\n⟦⟦ HELP ⟧⟧\n⟦⟦ B {...} so\n⟦⟦ REACT ⟧⟧')
    const ends = found.flatMap(({ offset, end }) => [offset, end])
    expect(found).toHaveLength(4)
    expect(ends).toEqual(ends.toSorted((a, b) => a - b))
  })
})

describe('SC11 a command mentioned in prose', () => {
  test('SC11 does not swallow the next real one', () => {
    const { refused, ran, text } = scan(`I would use ⟦⟦ GROUP_MESSAGE {...} to talk.\n${MESSAGE}`)
    expect(refused).toEqual(['unclosed GROUP_MESSAGE'])
    expect(ran).toHaveLength(1)
    expect(text).toBe('I would use ⟦⟦ GROUP_MESSAGE {...} to talk.\n')
  })

  test('SC11 is reported as soon as it is clear, before the turn ends', () => {
    const mention = collector()
    mention.scanner.feed('I would use ⟦⟦ GROUP_MESSAGE {...} to')
    expect(mention.refused).toEqual(['unclosed GROUP_MESSAGE'])
    expect(mention.text).toBe('I would use ⟦⟦ GROUP_MESSAGE {...} to')
  })

  test('SC11 swallows nothing of a later turn', () => {
    const turns = collector()
    turns.scanner.feed('⟦⟦ GROUP_MESSAGE {"content": "and')
    turns.scanner.endTurn()
    turns.scanner.feed(MESSAGE)
    expect(turns.refused).toEqual(['unclosed GROUP_MESSAGE'])
    expect(turns.ran).toHaveLength(1)
  })
})

describe('SC12 the largest command', () => {
  const max = 100
  const sized = (size: number) => `⟦⟦ A {"a":"${'x'.repeat(size - 16)}"} ⟧⟧`

  test('SC12 may have maxCommandSize units, brackets included', () => {
    expect(sized(max)).toHaveLength(max)
    expect(scan(sized(max), { max }).refused).toEqual([])
    expect(scan(sized(max + 1), { max }).refused).toEqual(['too_large A'])
  })

  test('SC12 is reported when it is reached, and the commands after it run', () => {
    const long = collector({ max })
    long.scanner.feed(`⟦⟦ A {"a":"\nso ⟦⟦ HELP ⟧⟧\n${'x'.repeat(max)}`)
    expect(long.malformed).toMatchObject([
      { reason: 'too_large', offset: 0, message: 'it is longer than 100 characters.' },
    ])
    expect(long.ran).toEqual(['HELP'])
  })

  test('SC12 no more than that is ever held', () => {
    const hostile = collector({ max })
    let most = 0
    hostile.scanner.feed('⟦⟦ A {"a":"')
    for (let i = 0; i < 500; i++) {
      hostile.scanner.feed('never closed ')
      most = Math.max(most, hostile.scanner.offset - hostile.text.length)
    }
    expect(most).toBeLessThanOrEqual(max)
  })

  test('SC12 white space behind an opener is not held longer either', () => {
    const hostile = collector({ max })
    hostile.scanner.feed(`⟦⟦${' '.repeat(2 * max)}`)
    expect(hostile.text).toHaveLength(2 * max + 2)
    expect(hostile.found).toEqual([])
  })
})

describe('SC17 brackets in prose', () => {
  test.each([
    '⟦⟦ 1+1 ⟧⟧',
    '⟦⟦ not a command ⟧⟧',
    '⟦⟦ e-mail ⟧⟧',
    '⟦⟦ "quoted" ⟧⟧',
    '⟦⟦⟧⟧',
    '⟦⟦',
    '⟦',
    '⟦x⟧',
    '⟦⟦ x, y',
    '⟦⟦ hello',
    '⟦⟦ hello ⟧ ⟧',
    '⟦⟦ {"a":1} ⟧⟧',
    `⟦⟦ ${'long'.repeat(20)} {} ⟧⟧`,
  ])('SC17 %j is text', (text) => {
    const all = scan(text)
    expect(all.found).toEqual([])
    expect(all.text).toBe(text)
  })

  test('SC17 it hides nothing that follows', () => {
    expect(scan('⟦⟦ see ⟦⟦ HELP ⟧⟧').ran).toEqual(['HELP'])
    expect(scan('⟦ ⟦⟦ ⟦⟦ HELP ⟧⟧').ran).toEqual(['HELP'])
  })
})

describe('SC18 a wrong name', () => {
  test.each(['GROUP-MESSAGE', 'group.message', 'REACT2', 'GROUP_MESSAGE:'])(
    'SC18 %s with a payload is reported',
    (name) => {
      const { malformed } = scan(`⟦⟦ ${name} {"a":"⟦⟦ HELP ⟧⟧"} ⟧⟧`)
      expect(malformed).toMatchObject([
        { reason: 'bad_name', name, message: 'a command name has only letters and underscores.' },
      ])
    },
  )

  test('SC18 so is a name in capitals without a payload', () => {
    expect(scan('⟦⟦ QUERY-GROUPS ⟧⟧').refused).toEqual(['bad_name QUERY-GROUPS'])
  })

  test('SC18 nothing inside its payload runs', () => {
    expect(scan('⟦⟦ GROUP-MESSAGE {"a":"⟦⟦ HELP ⟧⟧"} ⟧⟧').ran).toEqual([])
  })
})

describe('SC19 a name in capitals and something that is no payload', () => {
  test.each([
    'BROADCAST hello',
    'REACT "⟦⟦ HELP ⟧⟧"',
    'REACT [1]',
    'REACT ("a")',
    'REACT (json) {"a":1}',
  ])('SC19 %j is reported and not run', (inside) => {
    const { malformed, ran } = scan(`⟦⟦ ${inside} ⟧⟧ ⟦⟦ HELP ⟧⟧`)
    expect(malformed).toMatchObject([
      { reason: 'not_json', message: 'only a JSON object may follow the name.' },
    ])
    expect(ran).toEqual(['HELP'])
  })

  test.each(['⟦⟦ BROADCAST hello\nworld ⟧⟧', '⟦⟦ BROADCAST "hello\n" ⟧⟧'])(
    'SC19 %j does not reach over its line',
    (text) => {
      const { malformed, ran } = scan(`${text} ⟦⟦ HELP ⟧⟧`)
      expect(malformed).toMatchObject([
        { reason: 'unclosed', message: 'its closing brackets are missing.' },
      ])
      expect(ran).toEqual(['HELP'])
    },
  )
})

describe('SC20 what is held back', () => {
  test('SC20 prose is given out as it comes', () => {
    const live = collector()
    for (const word of ['one ', 'two `thr', 'ee` ~~', '~ four\n`', '``\ncode']) {
      live.scanner.feed(word)
      expect(live.text.endsWith(word)).toBe(true)
    }
  })

  test('SC20 only what may be a command waits, until it is clear', () => {
    const live = collector()
    const given = ['so ⟦', '⟦', ' GROUP', '_M', '\n', ' no'].map((chunk) => {
      live.scanner.feed(chunk)
      return live.text
    })
    expect(given).toEqual(['so ', 'so ', 'so ', 'so ', 'so ', 'so ⟦⟦ GROUP_M\n no'])
  })
})

describe('SC22 the command being written', () => {
  test('SC22 is named while its payload comes', () => {
    const live = collector()
    const names = ['hi ⟦⟦ GROUP_MESSAGE', ' {', '"content": "', 'x"} ', '⟧⟧'].map((chunk) => {
      live.scanner.feed(chunk)
      return live.scanner.openCommand
    })
    expect(names).toEqual([null, 'GROUP_MESSAGE', 'GROUP_MESSAGE', 'GROUP_MESSAGE', null])
  })

  test.each(['`⟦⟦ REACT {', '```\n⟦⟦ REACT {', '⟦⟦ GROUP-MESSAGE {', '⟦⟦ REACT "'])(
    'SC22 is none in %j',
    (text) => {
      const live = collector()
      live.scanner.feed(text)
      expect(live.scanner.openCommand).toBeNull()
    },
  )
})

describe('SC23 turns', () => {
  test('SC23 offsets go on over the end of a turn', () => {
    const turns = collector()
    turns.scanner.feed('one `two')
    turns.scanner.endTurn()
    turns.scanner.feed('⟦⟦ HELP ⟧⟧')
    expect(turns.commands).toMatchObject([{ name: 'HELP', offset: 8, end: 18 }])
    expect([turns.scanner.offset, turns.scanner.safe]).toEqual([18, 18])
  })

  test('SC23 reset forgets what was open and goes on at the given offset', () => {
    const again = collector()
    again.scanner.feed('```\n⟦⟦ REACT {"a')
    again.scanner.reset(1000)
    again.scanner.feed('⟦⟦ HELP ⟧⟧')
    expect(again.found).toMatchObject([{ name: 'HELP', offset: 1000, end: 1010 }])
    again.scanner.reset()
    expect([again.scanner.offset, again.scanner.safe]).toEqual([0, 0])
  })

  test('SC23 an empty chunk changes nothing', () => {
    expect(scanChunks(['', '⟦⟦', '', ' HELP ⟧', '', '⟧']).ran).toEqual(['HELP'])
  })
})
