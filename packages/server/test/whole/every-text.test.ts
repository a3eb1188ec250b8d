import { expect, test } from 'vitest'
import { holds, recorded } from '../held/compare'
import { everyCode } from './every-letter'
import { everyRefusal, literalAt } from './every-refusal'
import { everyText } from './every-text'

test('OA17 every text that an agent can be sent says what it said, line by line', () => {
  holds('texts/catalogue', everyText())
})

test('OA17 every code of a refusal has the status, the close code and the JSON-RPC error that it had', () => {
  holds('texts/codes', everyCode())
})

/** In the order of the record, new sentences in the place of those that are gone, or behind all: they are sorted by their words. */
function inOrder(now: readonly string[], before: readonly string[]): readonly string[] {
  const added = now.filter((sentence) => !before.includes(sentence))
  const kept = before.map((sentence) => (now.includes(sentence) ? sentence : added.shift()))
  return [...kept.filter((sentence) => sentence !== undefined), ...added]
}

test('OA17 every refusal says what it said', () => {
  const refusals = everyRefusal()
  expect(Object.values(refusals).flat().length).toBeGreaterThan(200)
  const before = recorded<Readonly<Record<string, readonly string[]>>>('texts/refusals')
  const ordered = Object.entries(refusals).map(([code, all]) => [
    code,
    inOrder(all, before[code] ?? []),
  ])
  holds('texts/refusals', Object.fromEntries(ordered))
})

test('OA17 the sentence of a refusal is read whole, and each value in it is three dots', () => {
  const read = (source: string) => literalAt(source, 0)
  expect(read(`'It\\'s gone.', more`)).toBe("It's gone.")
  expect(read('`a ${b} c ${d ? `${e}}` : "}"} f` + g')).toBe('a … c … f')
  expect(read('`a ${list({ b: 1 })}.`)')).toBe('a ….')
  expect(read('TOO_LONG)')).toBeNull()
})
