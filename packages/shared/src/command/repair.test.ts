import { describe, expect, test } from 'vitest'
import { jsonFault, parseJsonLenient } from './repair'

describe('SC6 slips that are repaired', () => {
  test.each([
    ['a raw newline in a string', '{"a": "one\ntwo"}', { a: 'one\ntwo' }],
    ['a raw return and tab in a string', '{"a": "one\r\n\ttwo"}', { a: 'one\r\n\ttwo' }],
    ['a comma behind empty ones', '{"a": {}, "b": [ ],}', { a: {}, b: [] }],
    ['a comma before }', '{"a": 1, }', { a: 1 }],
    ['a comma before ]', '{"a": [1, [2,],\n]}', { a: [1, [2]] }],
    ['smart quotes around strings', '{“a”: ”b”, „c“: „d”}', { a: 'b', c: 'd' }],
    ['smart quotes around plain ones', '{“a”: “say "hi" to \\“us\\””}', { a: 'say "hi" to “us”' }],
    [
      'all of them',
      '[“a\n”, {"b": true, "c": -1.5e3,}, null, false,]',
      ['a\n', { b: true, c: -1500 }, null, false],
    ],
  ])('SC6 %s', (_, text, value) => {
    expect(parseJsonLenient(text)).toEqual({ ok: true, value, repaired: true })
    expect(jsonFault(text)).toBeNull()
  })

  test('SC6 JSON is parsed as it is', () => {
    expect(parseJsonLenient(' {"a": ["\\u0041\\n", {}, []]} ')).toEqual({
      ok: true,
      value: { a: ['A\n', {}, []] },
      repaired: false,
    })
  })
})

describe('SC7 contents are never altered', () => {
  test('SC7 strings in plain quotes keep smart quotes, commas, brackets and escapes', () => {
    const contents = ['“x”', ',}', ', ]', '\\" \\\\ \\/ \\u00e9', '// x', "it's", '\u0085\u2028']
    for (const content of contents) {
      const value = { a: JSON.parse(`"${content}"`) }
      expect(parseJsonLenient(`{"a": "${content}"}`)).toEqual({ ok: true, value, repaired: false })
      expect(parseJsonLenient(`{"a": "${content}",}`)).toEqual({ ok: true, value, repaired: true })
    }
  })

  test('SC7 a lone surrogate stays what it is', () => {
    expect(parseJsonLenient('["\ud83d\n\ud83d\ude00\ude00"]')).toMatchObject({
      value: ['\ud83d\n\ud83d\ude00\ude00'],
    })
  })

  test('SC7 no key reaches a prototype', () => {
    for (const text of ['{"__proto__": {"admin": true}}', '{"__proto__": {"admin": true},}']) {
      const parsed = parseJsonLenient(text)
      expect(parsed.ok && Object.keys(parsed.value as object)).toEqual(['__proto__'])
      expect(parsed.ok && (parsed.value as { admin?: boolean }).admin).toBeUndefined()
      expect(({} as { admin?: boolean }).admin).toBeUndefined()
    }
  })
})

describe('SC26 what cannot be repaired', () => {
  test.each([
    ['', 'unexpected end', 0],
    ['{', 'unexpected end', 1],
    ['{"a": 1}}', 'unexpected text after the value', 8],
    ['{a: 1}', 'expected a key in double quotes', 1],
    ["{'a': 1}", 'expected a key in double quotes', 1],
    ['{,}', 'expected a key in double quotes', 1],
    ['{"a" 1}', "expected ':'", 5],
    ['{"a"}', "expected ':'", 4],
    ['{"a":}', 'expected a value', 5],
    ['{"a": nul}', 'expected a value', 6],
    ['{"a": 1 "b": 2}', "expected ',' or '}'", 8],
    ['[1 2]', "expected ',' or ']'", 3],
    ['[1,,]', 'expected a value', 3],
    ['[1}', "expected ',' or ']'", 2],
    ['[01]', "expected ',' or ']'", 2],
    ['[1.]', "expected ',' or ']'", 2],
    ['["\\u12"]', 'invalid escape', 2],
    ['["\\u123g"]', 'invalid escape', 2],
    ['["a]', 'a string has no closing quote', 1],
    ['["a”]', 'a string has no closing quote', 1],
    ['["\\d"]', 'invalid escape', 2],
    ['["\\“"]', 'invalid escape', 2],
    ['["\\\n"]', 'invalid escape', 2],
    ['[“\\', 'invalid escape', 2],
    ['["\0"]', 'control character in a string', 2],
    ['// x\n{}', 'expected a value', 0],
    ['\u00a0{}', 'expected a value', 0],
  ])('SC26 %j is refused: %s at index %i', (text, message, at) => {
    expect(parseJsonLenient(text)).toEqual({ ok: false, message, at })
    expect(jsonFault(text)).toEqual({ message, at })
  })

  test('SC26 nesting of any depth is no error of ours', () => {
    expect(parseJsonLenient('['.repeat(200_000))).toMatchObject({ ok: false })
  })
})
