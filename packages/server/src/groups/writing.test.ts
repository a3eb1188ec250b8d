import { expect, test } from 'vitest'
import { command, say, team } from '../../test/harness/talk'
import { testCrew } from '../../test/harness/test-crew'
import { terminateAgent } from '../agents/end-agent'
import { archiveGroup } from './archive-group'
import { removeMember, removeMembers } from './change-members'
import { createGroup } from './create-group'
import { listGroups } from './list-groups'
import { searchMessages } from './search-messages'
import { sendMessage } from './send-message'

const AGENTS = { ada: 'architect', ben: 'developer', gus: 'qa-tester' } as const

test('GR7 a member that is named in two ways is removed once, and told so once', async () => {
  await using crew = testCrew({ agents: AGENTS })
  team(crew, 'team', ['ada', 'ben'])
  await crew.reads('ben')
  const members = [crew.id('ben'), 'ben', crew.id('ben').slice(0, 8)]
  const { removed, group } = crew.act(() =>
    removeMembers(crew.shard, crew.crew, crew.by('lead'), { group: 'team', members }),
  )
  expect([removed, group.memberIds]).toEqual([
    [crew.id('ben')],
    [crew.leadId, 'human', crew.id('ada')],
  ])
  const left = crew.published.filter(({ type }) => type === 'group:member_removed')
  expect(left).toHaveLength(1)
  expect(await crew.texts('ben')).toHaveLength(1)
})

test('AG9 a former member that creates an archived group again is in it and is not told so; whom it names is', async () => {
  await using crew = testCrew({ agents: AGENTS })
  team(crew, 'team', ['ada', 'ben'])
  crew.act(() =>
    removeMembers(crew.shard, crew.crew, crew.by('human'), { group: 'team', members: ['ada'] }),
  )
  crew.act(() => archiveGroup(crew.shard, crew.crew, crew.by('human'), 'team'))
  for (const name of ['ada', 'ben', 'gus']) await crew.reads(name)
  const again = { name: 'team', members: ['gus', 'ben'] }
  const create = (who: string) => crew.act(() => createGroup(crew.shard, crew.crew, crew.by(who), again)) // prettier-ignore
  expect(() => create('gus'), 'it never was in it').toThrow(
    expect.objectContaining({ code: 'group_exists' }),
  )
  expect(new Set(create('ada').memberIds)).toEqual(
    new Set([crew.leadId, 'human', ...['ada', 'ben', 'gus'].map((name) => crew.id(name))]),
  )
  const told = []
  for (const name of ['ada', 'ben', 'gus']) told.push((await crew.texts(name)).length)
  expect(told).toEqual([0, 0, 1])
})

test('RE13 who names itself by its id or the beginning of it leaves, and by nothing shorter', async () => {
  await using crew = testCrew({ agents: AGENTS })
  team(crew, 'team', ['ada', 'ben', 'gus'])
  const leave = (who: string, length: number) =>
    crew.act(
      () =>
      removeMember(crew.shard, crew.crew, crew.by(who), { group: 'team', member: crew.id(who).slice(0, length) }), // prettier-ignore
    )
  expect(() => leave('ada', 3)).toThrow(expect.objectContaining({ code: 'forbidden' }))
  expect([leave('ada', 4), leave('ben', 36)]).toEqual([[crew.id('ada')], [crew.id('ben')]])
  const reasons = crew.published.flatMap((entry) =>
    entry.type === 'group:member_removed' ? [entry.data.reason] : [],
  )
  expect(reasons).toEqual(['left', 'left'])
  expect(() => leave('ada', 36)).toThrow(expect.objectContaining({ code: 'not_a_member' }))
})

test('GR21 a group that is created again takes no more than 100 members either', async () => {
  const names = Array.from({ length: 100 }, (_, n) => `a${n}`)
  await using crew = testCrew({ agents: Object.fromEntries(names.map((name) => [name, 'developer'])) }) // prettier-ignore
  const create = (members: readonly string[]) => {
    const ids = members.map((name) => crew.id(name))
    return createGroup(crew.shard, crew.crew, crew.by('lead'), { name: 'team', members: ids })
  }
  create(names.slice(0, 50))
  archiveGroup(crew.shard, crew.crew, crew.by('lead'), 'team')
  expect(() => create(names)).toThrow(expect.objectContaining({ code: 'limit_reached' }))
  expect(crew.crew.state.groups['team']).toMatchObject({ archived: true, memberCount: 51 })
  expect(create(names.slice(50, 99)).memberCount).toBe(100)
})

test('AG2, AG3 an automatic group that somebody archived is in use again with the next who has its work', async () => {
  await using crew = testCrew({ agents: { a: 'developer', b: 'developer', c: 'developer', d: 'developer' } }) // prettier-ignore
  const give = (to: string) =>
    crew.says('lead', command('DELEGATE', { to, task: 'brush the timeline' }))
  for (const to of ['a', 'b', 'c']) await give(to)
  const made = () => Object.values(crew.crew.state.groups).find(({ auto }) => auto)
  expect(made()?.memberIds).toHaveLength(4)
  const name = made()?.name ?? ''
  crew.act(() => archiveGroup(crew.shard, crew.crew, crew.by('human'), name))
  // The same work, so the purpose stays as it was.
  await give('d')
  expect(made()).toMatchObject({ archived: false, archivedBy: null })
  expect(made()?.memberIds).toContain(crew.id('d'))
  expect(Object.values(crew.crew.state.groups)).toHaveLength(1)
})

test('RE14 a message goes to all members but its writer and those who have ended, with the person who joins by it', async () => {
  await using crew = testCrew({ agents: AGENTS })
  team(crew, 'team', ['ada', 'ben', 'gus'])
  crew.act(() => terminateAgent(crew.shard, crew.crew, crew.by('human'), crew.id('gus'), null))
  const post = (who: string) =>
    crew.act(() =>
      sendMessage(crew.shard, crew.crew, crew.by(who), { group: 'team', content: 'x' }),
    )
  const agents = [crew.leadId, crew.id('ada'), crew.id('ben')]
  expect(new Set(post('human').recipientIds)).toEqual(new Set(agents))
  expect(new Set(post('ada').recipientIds)).toEqual(new Set(['human', crew.leadId, crew.id('ben')]))
})

test('RE11 an agent lists its own groups, in use and archived, and those of nobody else', async () => {
  await using crew = testCrew({ agents: AGENTS })
  team(crew, 'now', ['ada'])
  team(crew, 'then', ['ada'])
  team(crew, 'others', ['ben'])
  crew.act(() => archiveGroup(crew.shard, crew.crew, crew.by('human'), 'then'))
  const list = (who: string) =>
    ([undefined, 'inUse', 'archived', 'all'] as const).map((which) =>
      listGroups(crew.crew, crew.by(who), which).map(({ name }) => name),
    )
  expect(list('ada')).toEqual([['now'], ['now'], ['then'], ['now', 'then']])
  expect(list('human')).toEqual([
    ['now', 'others'],
    ['now', 'others'],
    ['then'],
    ['now', 'then', 'others'],
  ])
})

test('SR3, SR4 writers and groups are named as people write them, and signs alone ask for nothing', async () => {
  await using crew = testCrew({ agents: AGENTS })
  team(crew, 'team', ['ada', 'ben'])
  team(crew, 'other', ['ada', 'ben'])
  say(crew, 'ada', 'parser one')
  crew.act(() => crew.clock.advance(60_000))
  say(crew, 'ben', 'parser two', 'other')
  await crew.core.journal.flush()
  const found = async (q: string) => {
    const { hits } = await searchMessages(crew.shard, crew.crew, crew.by('human'), { q, limit: 9 })
    return hits.map(({ message }) => message.content)
  }
  const both = ['parser two', 'parser one']
  for (const [q, expected] of [
    ['from:@ada', ['parser one']],
    ['from:@Architect', ['parser one']],
    [`from:${crew.id('ada').slice(0, 4)}`, ['parser one']],
    [`from:${crew.id('ada').slice(0, 3)}`, []],
    ['in:#other', ['parser two']],
    ['in:other in:#team', both],
    ['in:nowhere', []],
    ['in:nowhere in:team', ['parser one']],
    [`before:2100`, both],
    [`before:2100 before:2000`, []],
    [`before:2000 before:2100`, []],
    ['?!', []],
    ['"', []],
  ] as const) {
    expect.soft(await found(q), q).toEqual(expected)
  }
})
