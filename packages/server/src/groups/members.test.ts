import { expect, test } from 'vitest'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { sendDirect } from '../agents/direct-messages'
import { CountingIds } from '../../test/harness/counting-ids'
import { crewText, groupText, takeIn } from '../../test/harness/export-text'
import { BY_PERSON, testCrew, type TestCrew } from '../../test/harness/test-crew'
import { addMembers, leaveGroup, removeMembers } from './change-members'
import { createGroup } from './create-group'
import { react } from './react'
import { sendMessage } from './send-message'
import { updateGroup } from './update-group'

const people = (count: number, role = 'developer') =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${role}${n}`, role]))

const idsOf = (crew: TestCrew, names: readonly string[]) => names.map((name) => crew.id(name))

/** What a verb refuses, and that it changed nothing. */
function refused(crew: TestCrew, run: () => unknown): string | null {
  const before = crew.crew.state
  try {
    crew.act(run)
    return null
  } catch (error) {
    if (!(error instanceof CrewError)) throw error
    expect(crew.crew.state).toBe(before)
    return error.code
  }
}

test('GR1 three characters of an id name nobody, whatever is done with them; four do', async () => {
  // Of the lead and fifteen agents, the last alone has an id that begins with 001.
  await using crew = testCrew({ agents: people(15) })
  const by = crew.by('human')
  const last = crew.id('developer14')
  const [three, four] = [last.slice(0, 3), last.slice(0, 4)]
  const alike = Object.keys(crew.crew.state.agents).filter((id) => id.startsWith(three))
  expect(alike).toEqual([last])
  const group = 'team'
  const acts: Record<string, (member: string) => unknown> = {
    create: (member) => createGroup(crew.shard, crew.crew, by, { name: group, members: [member] }),
    remove: (member) => removeMembers(crew.shard, crew.crew, by, { group, members: [member] }),
    add: (member) => addMembers(crew.shard, crew.crew, by, { group, members: [member] }),
    write: (to) => sendDirect(crew.shard, crew.crew, by, { to, content: 'hello' }),
  }
  for (const [what, act] of Object.entries(acts)) {
    expect(
      refused(crew, () => act(three)),
      what,
    ).toBe('agent_not_found')
    expect(
      refused(crew, () => act(four)),
      what,
    ).toBeNull()
  }
})

test('GR7 who takes itself out with others is told nothing, the others are', async () => {
  await using crew = testCrew({ agents: { ada: 'architect', ben: 'developer' } })
  const members = idsOf(crew, ['ada', 'ben'])
  createGroup(crew.shard, crew.crew, crew.by('ada'), { name: 'team', members })
  for (const name of ['ada', 'ben']) await crew.reads(name)
  await crew.says('ada', '⟦⟦ REMOVE_FROM_GROUP {"group":"team","members":["ada","ben"]} ⟧⟧\n')
  expect(crew.crew.state.groups['team']?.memberIds).toEqual([crew.leadId])
  expect((await crew.reads('ada')).map(({ kind }) => kind)).toEqual(['reply'])
  expect(await crew.texts('ben')).toEqual([
    expect.stringContaining(`You've been removed from group "team" by Architect`),
  ])
})

test('GR12, GR20 who joins as the ninth agent is woken by mentions only, however it joins; who was there keeps its level', async () => {
  const add = (crew: TestCrew, input: { members?: string[]; roles?: string[] }) =>
    addMembers(crew.shard, crew.crew, BY_PERSON, { group: 'team', ...input })
  const ways: Record<string, (crew: TestCrew, name: string, role: string) => unknown> = {
    'by its id': (crew, name) => add(crew, { members: [crew.id(name)] }),
    'by its role': (crew, _, role) => add(crew, { roles: [role] }),
    'as a new agent of a role': (crew, name) => crew.hire(`new ${name}`, 'developer'),
  }
  for (const [how, join] of Object.entries(ways)) {
    const six = people(6)
    await using crew = testCrew({ agents: { ...six, qa: 'qa-tester', ux: 'designer' } })
    // Seven agents with the lead.
    createGroup(crew.shard, crew.crew, crew.by('lead'), { name: 'team', roles: ['developer'] })
    crew.act(() => join(crew, 'qa', 'qa-tester'))
    crew.act(() => join(crew, 'ux', 'designer'))
    const levels = crew.crew.state.groups['team']?.members.map(({ wake }) => wake)
    const all = Array.from({ length: 7 }, () => 'all')
    expect(levels, how).toEqual(['mentions', ...all, 'mentions'])
    const said = { group: 'team', content: 'hello' }
    const { wakes } = sendMessage(crew.shard, crew.crew, crew.by('lead'), said)
    expect(wakes, how).toEqual(crew.crew.state.groups['team']?.memberIds.slice(1, 8))
  }
})

test('GR21 a group has at most 100 members: the 101st is refused with everybody who came with it, and is left out where nobody asked for it', async () => {
  await using crew = testCrew({ agents: { ...people(100), qa: 'qa-tester', ux: 'designer' } })
  const devs = Object.keys(people(100))
  const by = crew.by('human')
  const create = (name: string, members: number) =>
    createGroup(crew.shard, crew.crew, by, { name, members: idsOf(crew, devs.slice(0, members)) })
  // The lead is a member too, and a person who makes a group is.
  expect(refused(crew, () => create('team', 99))).toBe('limit_reached')
  expect(refused(crew, () => create('team', 97))).toBeNull()
  const add = (members: readonly string[], roles: readonly string[] = []) =>
    refused(crew, () =>
      addMembers(crew.shard, crew.crew, by, {
        group: 'team',
        members: idsOf(crew, members),
        roles,
      }),
    )
  const count = () => crew.crew.state.groups['team']?.memberCount
  expect([count(), LIMITS.members]).toEqual([99, 100])
  expect(add(['qa', 'ux'])).toBe('limit_reached')
  expect(add(['qa'], ['designer'])).toBe('limit_reached')
  expect(add([], ['qa-tester'])).toBeNull()
  expect(add(['ux'])).toBe('limit_reached')
  const [answer] = await crew.says(
    'lead',
    `⟦⟦ ADD_TO_GROUP ${JSON.stringify({ group: 'team', members: [crew.id('ux')] })} ⟧⟧\n`,
  )
  expect(answer).toMatchObject({
    ok: false,
    reply:
      '[System] ADD_TO_GROUP refused: A group has at most 100 members; this would be 101, so nothing was changed. Name 1 fewer, remove members that are done, or create a second group for the others.',
  })
  const many = Array.from({ length: 101 }, (_, n) => `a${n}`)
  const named =
    'members: names more than 100, and a group has at most so many members. Name fewer, or create a second group for the others.'
  for (const [command, payload] of [
    ['CREATE_GROUP', { name: 'x', members: many }],
    ['ADD_TO_GROUP', { group: 'team', members: many }],
  ] as const) {
    const [refusal] = await crew.says('lead', `⟦⟦ ${command} ${JSON.stringify(payload)} ⟧⟧\n`)
    expect(refusal?.reply).toContain(`refused: ${named} Example: `)
  }
  expect(add(['qa']), 'who is in it already is not counted again').toBeNull()
  expect(count()).toBe(100)
  const late = crew.hire('late', 'qa-tester')
  expect(crew.crew.memberships.of(late.id, 'team')).toEqual([])
})

test('GR21 a person finds room in a full group by writing or reacting, and what is exported of it then can be imported', async () => {
  for (const how of ['write', 'react'] as const) {
    await using crew = testCrew({ agents: people(99) })
    createGroup(crew.shard, crew.crew, crew.by('lead'), { name: 'team', roles: ['developer'] })
    const { message } = sendMessage(crew.shard, crew.crew, crew.by('lead'), {
      group: 'team',
      content: 'full',
    })
    crew.act(() =>
      how === 'write'
        ? sendMessage(crew.shard, crew.crew, BY_PERSON, { group: 'team', content: '@here' })
        : react(crew.shard, crew.crew, BY_PERSON, {
            group: 'team',
            messageId: message.id,
            emoji: '👍',
            action: 'add',
          }),
    )
    expect(crew.crew.state.groups['team']?.memberCount).toBe(101)
    await using elsewhere = testCrew({ ids: new CountingIds('e15e', 'e-') })
    const taken = await takeIn(elsewhere, await crewText(crew))
    expect(taken.crew.state.groups['team']?.memberCount).toBe(101)
    const group = await takeIn(elsewhere, await groupText(crew, 'team'), elsewhere.leadId)
    expect(group.crew.state.groups['team']?.memberIds).toEqual([elsewhere.leadId])
    leaveGroup(crew.shard, crew.crew, crew.by('developer0'), 'team')
    expect(
      refused(crew, () =>
        addMembers(crew.shard, crew.crew, BY_PERSON, {
          group: 'team',
          members: [crew.id('developer0')],
        }),
      ),
    ).toBe('limit_reached')
  }
})

test('GR16 a creator that left and was added again is its owner, and a person that joined by writing is not', async () => {
  await using crew = testCrew({ agents: { ada: 'architect', ben: 'developer' } })
  const [ada = '', ben = ''] = idsOf(crew, ['ada', 'ben'])
  const group = 'team'
  crew.act(() =>
    createGroup(crew.shard, crew.crew, crew.by('ada'), { name: group, members: [ben] }),
  )
  crew.act(() => leaveGroup(crew.shard, crew.crew, crew.by('ada'), group))
  crew.act(() => addMembers(crew.shard, crew.crew, crew.by('ben'), { group, members: [ada] }))
  const wrote = { group, content: 'hello' }
  crew.act(() => sendMessage(crew.shard, crew.crew, BY_PERSON, wrote))
  const members = crew.crew.state.groups[group]?.members ?? []
  expect(Object.fromEntries(members.map(({ id, memberRole }) => [id, memberRole]))).toEqual({
    [crew.id('lead')]: 'lead',
    [ben]: 'member',
    [ada]: 'owner',
    human: 'member',
  })
  const rename = (who: string) => () =>
    updateGroup(crew.shard, crew.crew, crew.by(who), { group, displayName: `The team of ${who}` })
  expect(refused(crew, rename('ben'))).toBe('forbidden')
  expect(refused(crew, rename('ada'))).toBeNull()
})
