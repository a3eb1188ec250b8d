import { expect, test } from 'vitest'
import { mentionsIn, type Mentionable } from './mentions'

const member = (id: string, name: string, role: string, roleName: string): Mentionable => ({
  id,
  name,
  role,
  roleName,
})
const MEMBERS = [
  member('lead1234-0', 'atlas', 'lead', 'Project Lead'),
  member('abc12345-0', 'Dora Smith', 'developer', 'Developer'),
  member('def67890-0', 'ben', 'developer', 'Developer'),
  member('human', 'You', 'human', 'Human'),
]
const ALL = MEMBERS.map(({ id }) => id)

test('MN1 a mention is @ with a short id, a name, a role, human or here; what names nobody is text', () => {
  const cases: Readonly<Record<string, readonly string[]>> = {
    'ask @abc12345, please': ['abc12345-0'],
    '@ben: and @Dora-Smith!': ['abc12345-0', 'def67890-0'],
    '@dorasmith': ['abc12345-0'],
    '(@developer)': ['abc12345-0', 'def67890-0'],
    '@Project-Lead @human': ['lead1234-0', 'human'],
    '@here': ALL,
    '@nobody @abc @': [],
    'ben@developer.com and a@ben': [],
    '`@ben` and\n```\n@here\n```': [],
    '@ben-': ['def67890-0'],
    'no mention': [],
  }
  for (const [text, ids] of Object.entries(cases)) {
    expect.soft(mentionsIn(text, MEMBERS), text).toEqual(ids)
  }
})

test('MN2 hostile text is read in linear time and names nobody by accident', () => {
  expect(mentionsIn('@'.repeat(50_000), MEMBERS)).toEqual([])
  expect(mentionsIn('`'.repeat(50_000), MEMBERS)).toEqual([])
  expect(mentionsIn('@constructor @__proto__ @toString', MEMBERS)).toEqual([])
})
