import { expect, test } from 'vitest'
import { FACTS } from './fact-table'
import { PLAIN, type Texts, withoutSecretsIn } from './fact-texts'
import type { SecretMask } from './ports/mask-port'

/** Finds whole secrets only, and what stands for one is longer. */
const MASK = { mask: (text: string) => text.replaceAll('abcd', '[masked]') } as SecretMask
const of = (value: unknown, texts: Texts) => withoutSecretsIn(value, texts, MASK)

test.each<[value: unknown, texts: Texts, stored: unknown, why: string]>([
  ['xabcd', 20, 'x[masked]', 'a text'],
  ['xabcd', PLAIN, 'xabcd', 'no text'],
  ['xxabcd', 4, 'xx[m', 'first masked, then cut: nothing of a secret is left at the cut'],
  ['12345', 5, '12345', 'as long as it may be'],
  ['123456', 5, '12345', 'one longer'],
  ['1234😀', 5, '1234', 'no half of a character'],
  ['a\ud800b', 9, 'a\ufffdb', 'half a character is none'],
  [null, 5, null, 'nothing'],
  [['ok', 'abcd', 'abcd'], 20, ['ok', '[masked]', '[masked]'], 'each part of a list'],
  [['abcd', 'ok'], 20, ['[masked]', 'ok'], 'the first part'],
  [
    { a: 'abcd', b: 'abcd', id: 'abcd', more: 1 },
    { a: 20, b: 20, id: PLAIN, none: 20 },
    { a: '[masked]', b: '[masked]', id: 'abcd', more: 1 },
    'every field that is a text, and no other',
  ],
  [{ in: [{ a: 'abcd' }] }, { in: { a: 20 } }, { in: [{ a: '[masked]' }] }, 'at any depth'],
])('RO5, RO4 %j with %j is remembered as %j: %s', (value, texts, stored) => {
  expect(of(value, texts)).toEqual(stored)
})

test('RO5 what has nothing to mask is the same object, at every depth', () => {
  const value = { a: 'x', list: [{ a: 'y' }], none: null }
  const texts: Texts = { a: 9, list: { a: 9 }, none: 9, missing: 9 }
  expect(of(value, texts)).toBe(value)
  expect(Object.keys(of(value, texts) as object)).toEqual(['a', 'list', 'none'])
  const half = { list: [{ a: 'abcd' }, { a: 'y' }] }
  expect((of(half, texts) as typeof half).list[1]).toBe(half.list[1])
})

test('JR41 what the table calls a text and is none is an error', () => {
  expect(() => of(5, 9)).toThrow('text')
  expect(() => of({ a: {} }, { a: 9 })).toThrow('text')
})

test('RO5 the words of a person or an agent are masked in every fact that carries them', () => {
  const cases: readonly (readonly [type: keyof typeof FACTS, path: readonly string[]])[] = [
    ['lead:created', ['lead', 'name']],
    ['lead:deleted', ['lead', 'name']],
    ['agent:created', ['agent', 'name']],
    ['agent:updated', ['agent', 'task']],
    ['agent:terminated', ['agent', 'endedReason']],
    ['agent:completed', ['agent', 'endedReason']],
    ['group:created', ['group', 'displayName']],
    ['group:updated', ['group', 'purpose']],
    ['group:archived', ['group', 'purpose']],
    ['group:member_added', ['state', 'purpose']],
    ['group:message', ['message', 'content']],
    ['direct:message', ['message', 'content']],
    ['session:created', ['session', 'title']],
    ['session:updated', ['session', 'title']],
    ['session:message', ['message', 'content']],
    ['round:opened', ['round', 'reason']],
    ['round:responded', ['response', 'error']],
    ['task:created', ['task', 'text']],
    ['task:created', ['task', 'context']],
    ['task:completed', ['task', 'summary']],
    ['task:failed', ['task', 'summary']],
    ['task:cancelled', ['task', 'summary']],
    ['need:opened', ['need', 'text']],
    ['need:opened', ['need', 'permission', 'title']],
    ['need:opened', ['need', 'permission', 'command']],
    ['need:opened', ['need', 'permission', 'rule', 'prefix']],
    ['need:closed', ['answer', 'name']],
    ['permission:rule_added', ['rule', 'prefix']],
    ['delivery:created', ['delivery', 'content', 'text']],
    ['delivery:created', ['delivery', 'content', 'summary']],
    ['delivery:created', ['delivery', 'content', 'reason']],
    ['turn:ended', ['reason']],
  ]
  const nested = (path: readonly string[], text: string): unknown =>
    path.reduceRight<unknown>((inner, field) => ({ [field]: inner }), text)
  for (const [type, path] of cases) {
    const stored = of(nested(path, 'abcd'), FACTS[type].texts as Texts)
    expect.soft(stored, `${type} ${path.join('.')}`).toEqual(nested(path, '[masked]'))
  }
})
