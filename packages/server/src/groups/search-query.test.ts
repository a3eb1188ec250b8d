import { expect, test } from 'vitest'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { parseQuery, type TypedQuery } from './search-query'

const NOTHING: TypedQuery = { phrases: [], from: [], in: [], has: [], before: null }
const word = (...words: string[]) => ({ words, prefix: false })
const beginning = (...words: string[]) => ({ words, prefix: true })

const READ: readonly (readonly [query: string, read: Partial<TypedQuery>, why: string])[] = [
  ['', {}, 'nothing'],
  ['parser fails', { phrases: [word('parser'), word('fails')] }, 'SR2: each word'],
  ['"parser fails"', { phrases: [word('parser', 'fails')] }, 'SR2: in that order'],
  ['"parser fails', { phrases: [word('parser', 'fails')] }, 'SR4: a quote left open'],
  ['conf*', { phrases: [beginning('conf')] }, 'SR2: a beginning'],
  ['co*', { phrases: [beginning('co')] }, 'SR2: of two characters'],
  ['c*', { phrases: [word('c')] }, 'SR2: not of one'],
  ['"conf*"', { phrases: [word('conf')] }, 'SR2: in quotes words are whole'],
  ['src/conf*', { phrases: [beginning('src', 'conf')] }, 'SR2: of the last word'],
  ['— * !', {}, 'SR4: signs say nothing'],
  ['from:dora from:"Ann 2"', { from: ['dora', 'Ann 2'] }, 'SR3: either'],
  ['FROM:dora', { from: ['dora'] }, 'SR3: in any case'],
  ['in:team', { in: ['team'] }, 'SR3: a group'],
  ['has:link has:Codes has:reaction', { has: ['link', 'code', 'reaction'] }, 'SR3: what is in it'],
  ['xfrom:dora', { phrases: [word('xfrom', 'dora')] }, 'SR4: no operator'],
  ['before:2026-01-31', { before: '2026-01-31T00:00:00.000Z' }, 'SR3: a day'],
  ['before:2026-01', { before: '2026-01-01T00:00:00.000Z' }, 'SR3: a month'],
  ['before:2026-01-31T12:00', { before: '2026-01-31T12:00:00.000Z' }, 'SR3: a time'],
  ['before:2026-01-31t12:00z', { before: '2026-01-31T12:00:00.000Z' }, 'SR3: in any case'],
  ['before:2026-01-31T12:00+02:00', { before: '2026-01-31T10:00:00.000Z' }, 'SR3: elsewhere'],
  ['before:2026-02 before:2026-01', { before: '2026-01-01T00:00:00.000Z' }, 'SR3: the earliest'],
  ['a '.repeat(16), { phrases: Array.from({ length: 16 }, () => word('a')) }, 'SR4: sixteen'],
]

test('SR2, SR3, SR4 a query is read as words, phrases, beginnings and operators', () => {
  for (const [query, read, why] of READ) {
    expect.soft(parseQuery(query), `${query}: ${why}`).toEqual({ ...NOTHING, ...read })
  }
})

test.each<[query: string, why: string]>([
  ['a '.repeat(17), 'seventeen words'],
  [`${'a '.repeat(16)}from:dora`, 'an operator counts as well'],
  ['has:nothing', 'unknown'],
  ['before:yesterday', 'no time'],
  ['before:2026-13-01', 'no month'],
  ['before:2026-1-1', 'no form of a day'],
])('SR4 %s is refused: %s', (query) => {
  const run = () => parseQuery(query)
  expect(run).toThrow(CrewError)
  expect(run).toThrow(expect.objectContaining({ code: 'validation' }) as Error)
})
