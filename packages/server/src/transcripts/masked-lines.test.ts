import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMask } from '../rollouts/secret-mask'
import { MaskedLines } from './masked-lines'

const VALUE = 'Blue-Otter-7719-value'
const mask = createMask([VALUE])

/** What is given on of a file that comes in these parts. */
function given(parts: readonly string[]): string {
  const lines = new MaskedLines(mask)
  return parts.map((part) => lines.push(part)).join('') + lines.end()
}

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(VALUE, `a "${VALUE}" b`, `\\${VALUE}\n`, '"', '\\', '🐢'),
)
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.integer(),
    fc.constant(null),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(text, fc.constant('__proto__')), tie('any'), { maxKeys: 3 }),
  ),
})).any

/** The value with each text in it masked on its own: what a record of the server has. */
function maskedValue(one: unknown): unknown {
  if (typeof one === 'string') return mask.mask(one)
  if (Array.isArray(one)) return one.map(maskedValue)
  if (typeof one !== 'object' || one === null) return one
  return Object.fromEntries(Object.entries(one).map(([key, item]) => [key, maskedValue(item)]))
}

test('TR71 however a file is split, its records are the same ones with each text masked', () => {
  fc.assert(
    fc.property(fc.array(value, { maxLength: 6 }), fc.array(fc.nat(400)), (records, cuts) => {
      const file = records.map((record) => `${JSON.stringify({ type: 'x', record })}\n`).join('')
      const places = [0, ...cuts.filter((at) => at < file.length).toSorted((a, b) => a - b)]
      const parts = places.map((at, n) => file.slice(at, places[n + 1]))
      const lines = given(parts).split('\n').slice(0, -1)
      const seen = lines.map((line) => JSON.parse(line) as unknown)
      const wanted = records.map((record) => ({
        type: 'x',
        record: maskedValue(JSON.parse(JSON.stringify(record))),
      }))
      expect(seen).toEqual(wanted)
    }),
    { numRuns: 300 },
  )
})

test('TR71 a record without anything to mask leaves as it came, to the last byte; what is none leaves as a sign', () => {
  const record = '{ "type" : "x",  "n": 1.0, "é": "\\u00e9" }'
  const lines = [record, 'no JSON', '{"half":', '  ', '[1]']
  expect(given([`${lines.join('\n')}\n`])).toBe(`${[record, '?', '?', '', '[1]'].join('\n')}\n`)
})

test('TR71 what cannot be walked is masked as it is: deep nesting, a line that is no JSON, two records on one', () => {
  const deep = `${'['.repeat(50_000)}"${VALUE}"${']'.repeat(50_000)}\n`
  const brackets = (line: string) => line.split(/"[^"]*"/).map((part) => part.length)
  expect(given([deep])).not.toContain(VALUE)
  expect(brackets(given([deep]))).toEqual([50_000, 50_001])
  expect(given([`{"a":"${VALUE}"}{"b":"${VALUE}"}\n`])).not.toContain(VALUE)
  expect(given([`broken ${VALUE}\n`])).not.toContain(VALUE)
})

test('TR71 a last line waits for its end, unless it is a whole record', () => {
  const whole = '{"type":"x","uuid":"1"}'
  const lines = new MaskedLines(mask)
  expect([lines.push('{"type":"x",'), lines.end()]).toEqual(['', ''])
  expect([lines.push('"uuid":"1"}'), lines.end()]).toEqual(['', whole])
  expect([lines.push('\n{"a":{}'), lines.end()]).toEqual(['\n', ''])
  expect([lines.push('}\n'), lines.end()]).toEqual(['{"a":{}}\n', ''])
})

test('TR71 images stay as they are, and variables that are secrets by their names do not', () => {
  const image = { type: 'base64', media_type: 'image/png', data: `${'A'.repeat(40)}+/==` }
  const seen = JSON.parse(
    given([`${JSON.stringify({ type: 'x', image, env: { API_KEY: 'abcdefgh' } })}\n`]),
  ) as object
  expect(seen).toEqual({ type: 'x', image, env: { API_KEY: expect.stringMatching(/^\[masked:/) } })
  const text = { type: 'base64', data: `not one: ${VALUE}` }
  expect(given([`${JSON.stringify(text)}\n`])).not.toContain(VALUE)
})
