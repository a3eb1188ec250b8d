import { expect, test } from 'vitest'
import { callAt, callsEverybody, candidates, spellingOf } from './mention-spelling'

const person = (id: string, role: string, name: string) => ({
  id,
  role,
  name,
  roleName: role.replace('-', ' '),
})
const people = [
  person('a1b2c3d4-1', 'developer', 'Developer'),
  person('a1b2ffff-2', 'developer', 'Developer'),
  person('c9d0e1f2-3', 'code-reviewer', 'Dora Long'),
  person('e5f6a7b8-4', 'qa-tester', 'qa-tester'),
  person('human', 'human', 'human'),
]

test('UI78 a mention is spelled as short as it can be and still means one', () => {
  expect(people.slice(0, 4).map((own) => spellingOf(own, people))).toEqual([
    'a1b2c',
    'a1b2f',
    'dora-long',
    'qa-tester',
  ])
  const odd = person('f0f0f0f0', 'x', '?!')
  expect(spellingOf(odd, [...people, odd])).toBe('x')
  const other = person('f0f0f0f0', 'developer', '\u202E!')
  expect(spellingOf(other, [...people, other])).toBe('f0f0')
})

test('UI78 what is typed after an @ finds members by name, role and id', () => {
  const found = (typed: string) => candidates(typed, people).map(({ id }) => id.slice(-1))
  expect(found('')).toEqual(['1', '2', '3', '4'])
  expect(found('dev')).toEqual(['1', '2'])
  expect(found('doral')).toEqual(['3'])
  expect(found('rev')).toEqual(['3'])
  expect(found('a1b2f')).toEqual(['2'])
  expect(found('nobody')).toEqual([])
})

test('UI78, MN23 whatever may become a name of everybody offers to call them', () => {
  for (const typed of ['', 'h', 'he', 'here', 'al', 'all', 'every', 'everyone', 'chan']) {
    expect.soft(callsEverybody(typed), typed).toBe(true)
  }
  for (const typed of ['x', 'hero', 'alla', 'everybody']) {
    expect.soft(callsEverybody(typed), typed).toBe(false)
  }
})

test('UI78 only an @ that could call somebody opens the list', () => {
  const at = (text: string) => callAt(text, text.length)
  expect(at('hi @')).toEqual({ at: 3, typed: '' })
  expect(at('hi @Qa-t')).toEqual({ at: 3, typed: 'qa-t' })
  expect(at('hi @qa-')).toEqual({ at: 3, typed: 'qa-' })
  expect(at('me@')).toBe(null)
  expect(at('me@x')).toBe(null)
  expect(at('@dev ok')).toBe(null)
  expect(at('@dev,')).toBe(null)
  expect(callAt('@dev more', 4)).toEqual({ at: 0, typed: 'dev' })
})
