import { expect, test } from 'vitest'
import { callsEveryone, firstCall, mentionsIn, type Mentionable } from './mentions'

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
const PERSON = (name: string): Mentionable => member('human', name, 'human', 'Human')

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
    '@ben_': ['def67890-0'],
    '@abc1': ['abc12345-0'],
    '@lead': ['lead1234-0'],
    '@qa-tester': [],
    'core/@ben x.@ben _@ben @@ben': [],
    '~~~\n@ben\n~~~\n@lead': ['lead1234-0'],
    'open:\n```\n@ben': [],
    'a ` alone\n@ben ` too': ['def67890-0'],
    '@ｂｅｎ': ['def67890-0'],
    'no mention': [],
  }
  for (const [text, ids] of Object.entries(cases)) {
    expect.soft(mentionsIn(text, MEMBERS), text).toEqual(ids)
  }
})

test('MN23 @all, @everyone and @channel mean what @here means, unless an agent is called so', () => {
  const outside = { ...PERSON('Mira'), isOutside: true } as const
  const agents = MEMBERS.slice(0, 3)
  for (const word of ['all', 'everyone', 'channel', 'here']) {
    for (const text of [
      `@${word}`,
      `@${word.toUpperCase()}, come`,
      `see (@${word})`,
      `@${word}- @ben`,
    ]) {
      expect.soft(mentionsIn(text, MEMBERS), text).toEqual(ALL)
      expect.soft(mentionsIn(text, [...agents, outside]), text).toEqual(ALL.slice(0, 3))
      expect.soft(callsEveryone(text, MEMBERS), text).toBe(true)
    }
    for (const text of [
      `\`@${word}\``,
      `\`\`\`\n@${word}\n\`\`\``,
      `me@${word}`,
      `@${word}s`,
      `@${word}-hands`,
      word,
    ]) {
      expect.soft(mentionsIn(text, MEMBERS), text).toEqual([])
      expect.soft(callsEveryone(text, MEMBERS), text).toBe(false)
    }
    expect(firstCall(`@${word} of you`, MEMBERS)).toEqual({ ids: ALL, length: word.length + 1 })
    const isOwn = word !== 'here'
    for (const own of [
      member('bbbb2222-0', word, 'x', 'X'),
      member('bbbb2222-0', 'x', word, 'X'),
      member('bbbb2222-0', 'x', 'y', word),
      { ...member('bbbb2222-0', 'x', 'y', 'Y'), handle: word },
    ]) {
      const all = [...agents, own]
      const called = isOwn ? [own.id] : all.map(({ id }) => id)
      expect.soft(mentionsIn(`@${word}`, all), `an agent is called ${word}`).toEqual(called)
      expect.soft(callsEveryone(`@${word}`, all)).toBe(!isOwn)
    }
  }
})

test('MN2 hostile text is read in linear time and names nobody by accident', () => {
  expect(mentionsIn('@'.repeat(50_000), MEMBERS)).toEqual([])
  expect(mentionsIn('`'.repeat(50_000), MEMBERS)).toEqual([])
  expect(mentionsIn('@constructor @__proto__ @toString', MEMBERS)).toEqual([])
})

const calls = (text: string, name: string, ...others: Mentionable[]) =>
  mentionsIn(text, [...MEMBERS.slice(0, 3), ...others, PERSON(name)])

test('MN20 @you and the person’s name call the person, in every spelling of it', () => {
  for (const text of ['@You which?', '@you', '@YOU!', '@human']) {
    expect.soft(calls(text, 'You'), text).toEqual(['human'])
    expect.soft(calls(text, 'Mira Voss'), text).toEqual(['human'])
  }
  const spelled = [
    '@Mira Voss, A or B?',
    '@mira voss',
    '@MIRA\u00A0VOSS',
    '@mira-voss',
    '@MiraVoss:',
  ]
  for (const text of spelled) expect.soft(calls(text, 'Mira Voss'), text).toEqual(['human'])
  for (const text of ['@Mira', '@Mira Vossberg', '@Voss', '@your', 'mira voss', 'x@you']) {
    expect.soft(calls(text, 'Mira Voss'), text).toEqual([])
  }
  // The same letters with their marks apart, signs that nobody types, and scripts whose words have marks.
  expect(calls('@Zoe\u0308', 'Zo\u00EB')).toEqual(['human'])
  expect(calls('@Zo\u00EB B\u00F6ll', 'Zoe\u0308 Bo\u0308ll')).toEqual(['human'])
  expect(calls('@mira', 'Mira ☕')).toEqual(['human'])
  expect(calls('@मीरा क्या?', 'मीरा')).toEqual(['human'])
  expect(calls('@ليلى', 'ليلى')).toEqual(['human'])
  expect(calls('@設計', '設計')).toEqual(['human'])
  expect(calls('`@you` and ```\n@Mira Voss\n```', 'Mira Voss')).toEqual([])
})

test('MN21 an agent that is called as the person is meant by that name, and the person by @human', () => {
  const mira = member('aaaa1111-0', 'Mira', 'developer', 'Developer')
  const you = member('bbbb2222-0', 'You', 'developer', 'Developer')
  expect(calls('@mira', 'Mira', mira)).toEqual(['aaaa1111-0'])
  expect(calls('@you', 'Mira', you)).toEqual(['bbbb2222-0'])
  expect(calls('@human @mira', 'Mira', mira)).toEqual(['aaaa1111-0', 'human'])
  expect(calls('@developer', 'Developer')).toEqual(['abc12345-0', 'def67890-0'])
  expect(calls('@Mira Voss', 'Mira Voss', mira), 'the longest name counts').toEqual(['human'])
})

test('MN22 a name of several words is called as it is written, the longest that stands there', () => {
  const ann = member('aaaa1111-0', 'Ann', 'qa-tester', 'QA Tester')
  const second = member('bbbb2222-0', 'Ann 2', 'qa-tester', 'QA Tester')
  expect(calls('@Ann 2 take it', 'You', ann, second)).toEqual(['bbbb2222-0'])
  expect(calls('@Ann 20 files', 'You', ann, second)).toEqual(['aaaa1111-0'])
  expect(calls('@QA Tester: run it', 'You', ann, second)).toEqual(['aaaa1111-0', 'bbbb2222-0'])
  expect(calls('@Dora  Smith and @Project Lead', 'You')).toEqual(['lead1234-0', 'abc12345-0'])
  expect(calls('@Dora\nSmith', 'You'), 'not over the end of a line').toEqual([])
  expect(calls('@a.b (x) yes', 'You', member('cccc3333-0', 'a.b (x)', 'x', 'X'))).toEqual([])
  expect(firstCall('@Dora Smith is here', MEMBERS)).toEqual({ ids: ['abc12345-0'], length: 11 })
  expect(firstCall('@ben is here', MEMBERS)).toEqual({ ids: ['def67890-0'], length: 4 })
  expect(firstCall('nobody', MEMBERS)).toEqual({ ids: [], length: 0 })
})

test('MN22 names of several words cost no more than others, however many there are', () => {
  const many = Array.from({ length: 100 }, (_, n) =>
    member(`${n}xxxx`, `a ${'b '.repeat(40)}${n}`, 'r', 'R'),
  )
  expect(mentionsIn('@a b b b '.repeat(500), many)).toEqual([])
})

const JUNIOR = member('aaaa1111-0', 'Mira Voss Junior', 'x', 'X')
const NAMED = member('bbbb2222-0', 'n'.repeat(100), 'x', 'X')
const SIGNS = member('cccc3333-0', 'Ann (x)', 'x', 'X')
const SRE = member('eeee5555-0', 'kay', 'sre', 'Site Reliability')
const OLD = member('dddd4444-0', 'Human', 'x', 'X')

test.each<
  [rule: string, text: string, more: readonly Mentionable[], called: string[], why: string]
>([
  ['MN22', '@Mira Voss Junior?', [JUNIOR], ['aaaa1111-0'], 'the longest name, not the person’s'],
  ['MN22', '@Ann (x), go', [SIGNS], ['cccc3333-0'], 'signs in a name as they are written'],
  ['MN22', '@Ann x, go', [SIGNS], [], 'and in no other way'],
  ['MN1', '@sre', [SRE], ['eeee5555-0'], 'by the id of a role'],
  ['MN1', `@${'n'.repeat(100)}`, [NAMED], ['bbbb2222-0'], 'the longest name that an agent has'],
])('MN1, MN20, MN22 %s: %j, %#', (_, text, more, called, why) => {
  expect(calls(text, 'Mira Voss', ...more), why).toEqual(called)
})

test('MN20, MN21, MN3 the person, however they are written, and where they have not joined', () => {
  expect(calls('@Zoe\u0308 Bo\u0308ll', 'Zo\u00EB B\u00F6ll'), 'marks apart').toEqual(['human'])
  expect(calls('@human', 'Mira', OLD), '@human is the person always').toContain('human')
  const outside = { ...PERSON('Mira'), isOutside: true } as const
  expect(mentionsIn('@here', [...MEMBERS.slice(0, 3), outside])).toEqual(ALL.slice(0, 3))
  expect(mentionsIn('@here and @mira', [...MEMBERS.slice(0, 1), outside])).toEqual([
    'lead1234-0',
    'human',
  ])
})

test('MN22 a call counts as the first only where the text begins with it', () => {
  expect(firstCall(' @ben', MEMBERS)).toEqual({ ids: [], length: 0 })
})

test('VB64 a handle is called as it is written, with its dots and hyphens', () => {
  const agents = ['gpt-4', 'gpt-4.1', 'gpt-4.1-mini', 'ends-', 'v..2'].map((handle, n) => ({
    ...member(`ffff${n}`, `Agent ${n}`, 'x', 'X'),
    handle,
  }))
  const called = (text: string) =>
    mentionsIn(text, agents).map((id) => agents.find((one) => one.id === id)?.handle)
  expect(called('@gpt-4.1, you?')).toEqual(['gpt-4.1'])
  expect(called('Ask @GPT-4.1.')).toEqual(['gpt-4.1'])
  expect(called('@gpt-4.1-mini and @gpt-4.')).toEqual(['gpt-4', 'gpt-4.1-mini'])
  expect(called('@ends- or @v..2!')).toEqual(['ends-', 'v..2'])
  expect(called('@gpt-4.12')).toEqual(['gpt-4'])
})
