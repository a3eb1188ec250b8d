import { expect, test } from 'vitest'
import { participantLabel, shortId } from './participant'
import { roleOf, ROLES } from './role'

test.each<[id: string, name: string]>([
  ['lead', 'Project Lead'],
  ['architect', 'Architect'],
  ['developer', 'Developer'],
  ['code-reviewer', 'Code Reviewer'],
  ['critical-reviewer', 'Critical Reviewer'],
  ['qa-tester', 'QA Tester'],
  ['technical-writer', 'Technical Writer'],
  ['designer', 'Designer'],
  ['product-manager', 'Product Manager'],
])('RE3 the role %s is called %s', (id, name) => {
  expect(roleOf(id)).toBe(ROLES.find((role) => role.id === id))
  expect(roleOf(id)).toMatchObject({ id, name })
})

test.each<[id: string, name: string, why: string]>([
  ['data-engineer', 'Data Engineer', 'each word begins with a capital'],
  ['qa', 'Qa', 'one word'],
  ['x-2', 'X 2', 'a digit has none'],
  ['constructor', 'Constructor', 'a name that every object has'],
])('TX33 the unknown role %s is called %s: %s', (id, name) => {
  const role = roleOf(id)
  expect(role).toMatchObject({ id, name })
  expect(role.color).toMatch(/^#[0-9A-F]{6}$/)
  expect(roleOf(id), 'always the same').toEqual(role)
})

test('TX33 the colours of unknown roles are stored and shown: none may ever change', () => {
  // FNV-1a over the UTF-16 units of the id, modulo the twelve spare colours; computed apart from this code.
  expect(['data-engineer', 'sre', 'qa'].map((id) => roleOf(id).color)).toEqual([
    '#8D4DA8',
    '#B04907',
    '#8F5F02',
  ])
  const hundred = Array.from({ length: 100 }, (_, n) => roleOf(`role-${n}`).color)
  expect(new Set(hundred).size, 'they differ').toBe(12)
})

test.each<[id: string, short: string, label: string, why: string]>([
  ['abc12345-0000', 'abc12345', 'Developer (abc12345)', 'the first 8 characters'],
  ['human', 'human', 'Developer (human)', 'a short one is whole'],
  ['system', 'system', 'System', 'the server has no id to be written to'],
])('TX4 %s is %s in short and %s in a sentence: %s', (id, short, label) => {
  expect([shortId(id), participantLabel('Developer', id)]).toEqual([short, label])
})
