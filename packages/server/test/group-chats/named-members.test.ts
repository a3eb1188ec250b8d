import { expect, test } from 'vitest'
import type { MemberAsked } from '@crewroom/shared/protocol/routes/group-chats'
import { addChatMember, removeChatMember } from '../../src/group-chats/change-chat'
import { createChat } from '../../src/group-chats/create-chat'
import { removeMembers } from '../../src/groups/change-members'
import { createGroup } from '../../src/groups/create-group'
import { BY_PERSON, testCrew, type TestCrew } from '../harness/test-crew'

const REMOTE = { configured: {}, installed: () => [] }

const agent = (id: string, name?: string): MemberAsked => ({
  type: 'agent',
  id,
  ...(name === undefined ? {} : { display_name: name }),
})
const person = (id: string): MemberAsked => ({ type: 'human', id })

/** Creates a group chat of these members; the names of its agents by their handles. */
function chat(crew: TestCrew, workspace: string, members: readonly MemberAsked[], name = 'Plan') {
  const made = crew.act(() =>
    createChat(crew.shard, BY_PERSON, workspace, { name, members }, REMOTE),
  )
  const { agents } = made.crew.state
  const names = made.group.memberIds.flatMap((id) => {
    const { handle, name: called } = agents[id] ?? {}
    return handle === undefined ? [] : [[handle, called]]
  })
  return { ...made, names: Object.fromEntries(names) as Record<string, string> }
}

/** Everything that there is: what is refused changes none of it. */
const whole = ({ shard }: TestCrew) =>
  structuredClone([...shard.crews()].map(({ state, durableSeq }) => ({ state, durableSeq })))

test('VB61 agents of one request are told apart by their ids, whatever their names, role and workspace are', async () => {
  await using crew = testCrew()
  const { names } = chat(crew, 'cursor', [
    agent('a', 'b'),
    agent('c', 'b'),
    agent('b'),
    agent('developer'),
    agent('cursor', 'Cursor AI'),
    agent('A', 'Again'),
  ])
  expect(names).toEqual({ a: 'b', c: 'b', b: 'b', developer: 'developer', cursor: 'Cursor AI' })
  const again = chat(crew, 'cursor', [agent('developer'), agent('b'), agent('CURSOR')], 'Second')
  expect(again.names).toEqual({ developer: 'developer', b: 'b', cursor: 'Cursor AI' })
  expect(again.tokens.size).toBe(0)
})

test('VB62 an agent has no handle of the person, the server or a lead, and a group chat has none twice', async () => {
  await using crew = testCrew()
  const before = whole(crew)
  const refused = (members: readonly MemberAsked[]) => {
    expect(() => chat(crew, 'ws-1', members)).toThrow(
      expect.objectContaining({ code: 'validation' }),
    )
    expect(whole(crew)).toEqual(before)
  }
  for (const handle of ['human', 'Human', 'you', 'system', 'lead']) {
    refused([agent('a'), agent(handle, 'Helper')])
  }
  refused([person('user-1'), agent('a'), agent('user-1', 'Helper')])
  const { crew: house, group } = chat(crew, 'ws-1', [agent('ana')])
  const add = (member: MemberAsked) => {
    const at = { crew: house, group: house.state.groups[group.name] ?? group }
    return crew.act(() => addChatMember(crew.shard, at, BY_PERSON, member, REMOTE))
  }
  const leave = { group: group.name, members: ['human'] }
  crew.act(() => removeMembers(crew.shard, house, BY_PERSON, leave))
  const had = whole(crew)
  const code = expect.objectContaining({ code: 'validation' })
  expect(() => add(person('ana'))).toThrow(code)
  expect(() => add(agent('human'))).toThrow(code)
  expect(whole(crew)).toEqual(had)
  add(person('user-1'))
  expect(() => add(agent('User-1', 'Helper'))).toThrow(code)
})

test('VB63 a member that is refused changes nothing', async () => {
  await using crew = testCrew({ agents: { ana: 'developer', ben: 'architect' } })
  const { shard } = crew
  const group = createGroup(shard, crew.crew, crew.by('lead'), {
    name: 'plan',
    members: [crew.id('ana'), crew.id('ben')],
  })
  const before = whole(crew)
  const add = (member: MemberAsked) =>
    addChatMember(shard, { crew: crew.crew, group }, crew.by('ana'), member, REMOTE)
  const code = expect.objectContaining({ code: 'forbidden' })
  expect(() => add(person('user-1'))).toThrow(code)
  expect(() => add(agent('new-one'))).toThrow(code)
  expect(whole(crew)).toEqual(before)
})

test('VB67 a refusal names the workspace that was asked for, and agents by their handles without the placeholder', async () => {
  await using crew = testCrew()
  expect(() => chat(crew, 'system', [])).toThrow(
    expect.objectContaining({
      details: { fields: { workspace_id: expect.any(String) as string } },
    }),
  )
  const { crew: house, group } = chat(crew, 'ws-1', [person('user-1'), agent('ana', 'Ana')])
  const remove = (id: string) =>
    crew.act(() => removeChatMember(crew.shard, { crew: house, group }, BY_PERSON, id))
  expect(() => remove('nobody')).toThrow('there is no agent "nobody" in this crew. It has: ana.')
})

test('VB4 the person who is added again without a name keeps the earlier one', async () => {
  await using crew = testCrew()
  const john: MemberAsked = { type: 'human', id: 'user-1', display_name: 'John' }
  const { crew: house, group } = chat(crew, 'ws-1', [john])
  const at = () => ({ crew: house, group: house.state.groups[group.name] ?? group })
  crew.act(() => removeChatMember(crew.shard, at(), BY_PERSON, 'user-1'))
  crew.act(() => addChatMember(crew.shard, at(), BY_PERSON, person('user-1'), REMOTE))
  expect(at().group.chat?.person).toEqual({ id: 'user-1', displayName: 'John' })
})

test('VB2, GR101 a group chat holds as many members as a group, and says so to whoever adds another one', async () => {
  await using crew = testCrew()
  const many = Array.from({ length: 99 }, (_unused, n) => agent(`a${n + 1}`))
  const { crew: house, group } = chat(crew, 'ws-1', [person('user-1'), ...many])
  expect(group.memberCount).toBe(100)
  const before = whole(crew)
  const full =
    'A group has at most 100 members; this would be 101, so nothing was changed. Name 1 fewer, remove members that are done, or create a second group for the others.'
  expect(() => chat(crew, 'ws-2', [...many, agent('a100')])).toThrow(full)
  const at = { crew: house, group: house.state.groups[group.name] ?? group }
  expect(() => addChatMember(crew.shard, at, BY_PERSON, agent('a100'), REMOTE)).toThrow(full)
  expect(whole(crew)).toEqual(before)
})
