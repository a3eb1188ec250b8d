import { expect, test } from 'vitest'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { CrewError, type ErrorCode } from '@crewroom/shared/protocol/errors'
import { BY_PERSON, byAgent, testCrew, type TestCrew } from '../../test/harness/test-crew'
import { createLead } from '../agents/create-agent'
import { addMembers, leaveGroup, removeMembers } from './change-members'
import { createGroup, decideGroup } from './create-group'
import { markRead } from './mark-read'
import { react } from './react'
import { readMessages } from './read-history'
import { receiptsOf } from './receipts'
import { sendMessage } from './send-message'
import { updateGroup } from './update-group'

const CREW = {
  agents: { ada: 'architect', dora: 'developer', dan: 'developer', quinn: 'qa-tester' },
}

function code(run: () => unknown): ErrorCode | null {
  try {
    run()
    return null
  } catch (error) {
    if (error instanceof CrewError) return error.code
    throw error
  }
}

const create = (crew: TestCrew, who: string, input: Parameters<typeof createGroup>[3]) =>
  crew.act(() => createGroup(crew.shard, crew.crew, crew.by(who), input))
const send = (crew: TestCrew, who: string, content: string, clientId?: string) =>
  crew.act(() =>
    sendMessage(crew.shard, crew.crew, crew.by(who), { group: 'team', content, clientId }),
  )

test('GR1 a group has its creator, the lead and everyone named by id, prefix, name or role', async () => {
  await using crew = testCrew(CREW)
  const group = create(crew, 'ada', {
    name: 'Config Team',
    members: [crew.id('dora'), crew.id('dan').slice(0, 4), 'QA Tester'],
  })
  expect(group.memberIds).toEqual(
    ['lead', 'ada', 'dora', 'dan', 'quinn'].map((name) => crew.id(name)),
  )
  expect(group.members.map((member) => member.memberRole)).toEqual([
    'lead',
    'owner',
    'member',
    'member',
    'member',
  ])
})

test.each([
  ['Config Team', 'config-team'],
  ['  Überprüfung & Tests!! ', 'uberprufung-tests'],
  ['--a--b--', 'a-b'],
  ['组', 'group-1'],
  ['x'.repeat(64), 'x'.repeat(64)],
])('GR2 the name of "%s" is %s, and the given text is its display name', async (given, name) => {
  await using crew = testCrew()
  const group = create(crew, 'lead', { name: given })
  expect([group.name, group.displayName]).toEqual([name, given.trim()])
})

test('GR3 roles add every active agent of the role and are kept', async () => {
  await using crew = testCrew(CREW)
  const group = create(crew, 'lead', { name: 'team', roles: ['Developer', 'designer'] })
  expect(group.memberIds).toEqual(['lead', 'dora', 'dan'].map((name) => crew.id(name)))
  expect(group.roles).toEqual(['developer', 'designer'])
})

test('GR2, GR4 a group of the same decision is as good as one that is there', async () => {
  await using crew = testCrew(CREW)
  const by = crew.by('lead')
  const decision = crew.shard.decide(crew.crew)
  const decide = (name: string) => decideGroup(crew.shard, decision, crew.crew, by, { name })
  const names = ['Team', '组', '会'].map((name) => decide(name).name)
  expect(names).toEqual(['team', 'group-1', 'group-2'])
  expect(code(() => decide('team'))).toBe('group_exists')
  expect(crew.crew.state.groups).toEqual({})
  crew.act(() => crew.shard.commit(crew.crew, by, decision))
  expect(Object.keys(crew.crew.state.groups)).toEqual(names)
})

test('GR4 an existing name is refused and joins nobody', async () => {
  await using crew = testCrew(CREW)
  create(crew, 'lead', { name: 'team' })
  expect(code(() => create(crew, 'dora', { name: 'Team' }))).toBe('group_exists')
  expect(crew.crew.state.groups['team']?.memberIds).toEqual([crew.leadId])
})

test('GR5 who is added gets the last 20 messages and is owed only what comes after', async () => {
  await using crew = testCrew(CREW)
  create(crew, 'lead', { name: 'team', members: ['ada'] })
  for (let n = 1; n <= 25; n++) send(crew, 'lead', `message ${n}`)
  crew.act(() =>
    addMembers(crew.shard, crew.crew, crew.by('ada'), { group: 'team', members: ['dora'] }),
  )
  send(crew, 'ada', 'after')
  const [joined, after, ...rest] = await crew.texts('dora')
  const lines = joined?.split('\n') ?? []
  expect(lines.slice(0, 3)).toEqual([
    `[System] You've been added to group "team". Members: Project Lead (0001a9e7), Architect "ada" (0002a9e7), Developer "dora" (0003a9e7).`,
    'Recent messages:',
    '#6 [Group "team" — Project Lead (0001a9e7)]: message 6',
  ])
  expect(lines).toHaveLength(22)
  expect([after, rest]).toEqual(['[Group "team" — Architect (0002a9e7)]: after', []])
})

test('GR6 who rejoins is handed nothing of the time between, and keeps what it was owed before', async () => {
  await using crew = testCrew(CREW)
  create(crew, 'lead', { name: 'team', members: ['dora'] })
  send(crew, 'lead', 'before')
  crew.act(() => leaveGroup(crew.shard, crew.crew, crew.by('dora'), 'team'))
  send(crew, 'lead', 'between')
  crew.act(() =>
    addMembers(crew.shard, crew.crew, crew.by('lead'), { group: 'team', members: ['dora'] }),
  )
  send(crew, 'lead', 'after')
  const contents = (await crew.reads('dora'))
    .filter((item) => item.kind === 'group')
    .map((item) => item.n)
  expect(contents).toEqual([1, 3])
})

test('GR7 who is removed by another is told; who leaves is not', async () => {
  await using crew = testCrew(CREW)
  create(crew, 'lead', { name: 'team', members: ['ada', 'dora'] })
  await crew.reads('ada')
  await crew.reads('dora')
  crew.act(() =>
    removeMembers(crew.shard, crew.crew, crew.by('lead'), { group: 'team', members: ['dora'] }),
  )
  crew.act(() => leaveGroup(crew.shard, crew.crew, crew.by('ada'), 'team'))
  expect(await crew.texts('dora')).toEqual([
    `[System] You've been removed from group "team" by Project Lead (0001a9e7).`,
  ])
  expect(await crew.texts('ada')).toEqual([])
})

test('GR8 the lead neither leaves nor is removed', async () => {
  await using crew = testCrew(CREW)
  create(crew, 'ada', { name: 'team' })
  expect(
    code(() => crew.act(() => leaveGroup(crew.shard, crew.crew, crew.by('lead'), 'team'))),
  ).toBe('lead_cannot_leave')
  expect(
    code(() =>
      crew.act(() =>
        removeMembers(crew.shard, crew.crew, crew.by('human'), {
          group: 'team',
          members: ['lead'],
        }),
      ),
    ),
  ).toBe('lead_cannot_leave')
})

test('GR9 messages are numbered 1, 2, 3 in their group and their timestamps never go back', async () => {
  await using crew = testCrew(CREW)
  create(crew, 'lead', { name: 'team' })
  const sent = [1, 2, 3].map((n) => send(crew, 'lead', `m${n}`).message)
  expect(sent.map((message) => message.n)).toEqual([1, 2, 3])
  expect(new Set(sent.map((message) => message.timestamp)).size).toBe(3)
  expect(sent.map((message) => message.timestamp)).toEqual(
    sent.map((message) => message.timestamp).sort(),
  )
})

test('GR10 the same clientId is the same message; with other words it is refused', async () => {
  await using crew = testCrew(CREW)
  create(crew, 'lead', { name: 'team' })
  const first = send(crew, 'lead', 'once', 'c1')
  for (let n = 0; n < 200; n++) send(crew, 'lead', `filler ${n}`)
  const again = send(crew, 'lead', 'once', 'c1')
  expect([again.message.id, again.repeated]).toEqual([first.message.id, true])
  expect(code(() => send(crew, 'lead', 'other', 'c1'))).toBe('idempotency_conflict')
  expect(crew.crew.state.groups['team']?.messageCount).toBe(201)
})

test('GR11 a person joins by writing, is in no inbox, and wakes everyone', async () => {
  await using crew = testCrew(CREW)
  create(crew, 'lead', { name: 'team', members: ['ada'] })
  const { wakes, recipientIds } = send(crew, 'human', 'hello')
  expect(crew.crew.state.groups['team']?.memberIds).toContain('human')
  expect([wakes, recipientIds]).toEqual([
    [crew.leadId, crew.id('ada')],
    [crew.leadId, crew.id('ada')],
  ])
  expect(send(crew, 'ada', 'hi').wakes).toEqual([])
})

test('GR12 in a group above 8 agents a message wakes nobody who joined with the default level', async () => {
  await using crew = testCrew({
    agents: Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`dev${n}`, 'developer'])),
  })
  create(crew, 'lead', { name: 'team', roles: ['developer'] })
  expect(send(crew, 'dev0', 'hello').wakes).toEqual([])
})

test('GR13 purpose and display name change, the name stays', async () => {
  await using crew = testCrew(CREW)
  create(crew, 'ada', { name: 'team' })
  const group = crew.act(() =>
    updateGroup(crew.shard, crew.crew, crew.by('ada'), {
      group: 'team',
      displayName: 'The Team',
      purpose: 'talk',
    }),
  )
  expect([group.name, group.displayName, group.purpose]).toEqual(['team', 'The Team', 'talk'])
})

test('GR14 a read mark goes only forward unless forced, and never beyond the newest message', async () => {
  await using crew = testCrew(CREW)
  create(crew, 'lead', { name: 'team', members: ['ada'] })
  const [one, two] = [send(crew, 'lead', 'one').message, send(crew, 'lead', 'two').message]
  const mark = (seq: number, force = false) =>
    crew.act(() => markRead(crew.shard, crew.crew, crew.by('ada'), { group: 'team', seq, force }))
      .lastSeq
  expect([mark(two.seq), mark(one.seq), mark(one.seq, true), mark(1e9)]).toEqual([
    two.seq,
    two.seq,
    one.seq,
    two.seq,
  ])
})

test('RX1 adding and removing are idempotent, and order is that of the first reaction', async () => {
  await using crew = testCrew(CREW)
  create(crew, 'lead', { name: 'team', members: ['ada'] })
  const { message } = send(crew, 'lead', 'hello')
  const change = (who: string, emoji: string, action: 'add' | 'remove' | 'toggle') =>
    crew.act(() =>
      react(crew.shard, crew.crew, crew.by(who), {
        group: 'team',
        messageId: message.id,
        emoji,
        action,
      }),
    ).reactions
  change('ada', '👍', 'add')
  change('ada', '👍', 'add')
  expect({ ...change('lead', '👍', 'add') }).toEqual({ '👍': [crew.id('ada'), crew.leadId] })
  change('ada', '👍', 'remove')
  expect({ ...change('ada', '👍', 'remove') }).toEqual({ '👍': [crew.leadId] })
  expect({ ...change('lead', '👍', 'toggle') }).toEqual({})
})

test.each([
  ['❤', '❤️'],
  ['❤️', '❤️'],
  ['👩‍💻', '👩‍💻'],
  ['👍🏽', '👍🏽'],
  ['🇨🇭', '🇨🇭'],
  ['ok', null],
  ['👍👍', null],
  ['toString', null],
  ['1', null],
])('RX2 exactly one emoji is a reaction: %s is %s', async (given, kept) => {
  await using crew = testCrew(CREW)
  create(crew, 'lead', { name: 'team' })
  const { message } = send(crew, 'lead', 'hello')
  const run = () =>
    crew.act(() =>
      react(crew.shard, crew.crew, crew.by('lead'), {
        group: 'team',
        messageId: message.id,
        emoji: given,
        action: 'add',
      }),
    )
  if (kept === null) expect(code(run)).toBe('validation')
  else expect(Object.keys(run().reactions)).toEqual([kept])
})

test('RX3 a reaction to a message that is long out of memory survives a restart', async () => {
  await using crew = testCrew(CREW)
  create(crew, 'lead', { name: 'team' })
  send(crew, 'lead', 'old')
  for (let n = 0; n < 300; n++) {
    sendMessage(crew.shard, crew.crew, crew.by('lead'), { group: 'team', content: `filler ${n}` })
  }
  const toggle = () =>
    crew.act(() =>
      react(crew.shard, crew.crew, crew.by('lead'), {
        group: 'team',
        messageId: '#1',
        emoji: '👍',
        action: 'toggle',
      }),
    ).action
  expect(toggle()).toBe('add')
  crew.restart()
  expect([toggle(), toggle()]).toEqual(['remove', 'add'])
})

test('DL1 a receipt goes from waiting, with its reason, to sent and then to seen', async () => {
  await using crew = testCrew(CREW)
  create(crew, 'lead', { name: 'team', members: ['ada'] })
  await crew.reads('ada')
  crew.core.inbox.lost(crew.id('ada'))
  const { message } = send(crew, 'lead', 'hello')
  const state = () =>
    receiptsOf(crew.shard, crew.crew, crew.core.presence, message).map(
      ({ state: is, reason }) => reason ?? is,
    )
  expect(state()).toEqual(['disconnected'])
  const page = await crew.core.inbox.fetch(crew.id('ada'), {})
  expect(state()).toEqual(['sent'])
  await crew.core.inbox.ack(crew.id('ada'), page.cursor)
  expect(state()).toEqual(['seen'])
})

test('DL1 what was seen stays seen while the next message is on its way', async () => {
  await using crew = testCrew(CREW)
  create(crew, 'lead', { name: 'team', members: ['ada'] })
  await crew.reads('ada')
  const first = send(crew, 'lead', 'one').message
  await crew.reads('ada')
  const second = send(crew, 'lead', 'two').message
  const page = await crew.core.inbox.fetch(crew.id('ada'), {})
  const states = () =>
    [first, second].map((message) =>
      receiptsOf(crew.shard, crew.crew, crew.core.presence, message).map(({ state }) => state),
    )
  expect(states()).toEqual([['seen'], ['sent']])
  await crew.core.inbox.ack(crew.id('ada'), page.cursor)
  expect(states()).toEqual([['seen'], ['seen']])
})

test('GR15 a member sees the history it was given, nothing of the group from before that, and nothing after it left', async () => {
  await using crew = testCrew(CREW)
  create(crew, 'lead', { name: 'team' })
  const older = LIMITS.historyOnJoin + 2
  for (let n = 1; n <= older; n++) send(crew, 'lead', `before ${n}`)
  crew.act(() =>
    addMembers(crew.shard, crew.crew, crew.by('lead'), { group: 'team', members: ['ada'] }),
  )
  send(crew, 'lead', 'during')
  const seen = async () =>
    (
      await readMessages(crew.shard, crew.crew, crew.by('ada'), { group: 'team', limit: 50 })
    ).messages.map((message) => message.content)
  const given = Array.from({ length: LIMITS.historyOnJoin }, (_, at) => `before ${at + 3}`)
  expect(await seen()).toEqual([...given, 'during'])
  const reactTo = (messageId: string) =>
    code(() =>
      crew.act(() =>
        react(crew.shard, crew.crew, crew.by('ada'), {
          group: 'team',
          messageId,
          emoji: '👍',
          action: 'add',
        }),
      ),
    )
  const refused = ['message_not_found', 'message_not_found']
  expect(['#1', '#2', '#3', `#${older}`, `#${older + 1}`].map(reactTo)).toEqual([
    ...refused,
    null,
    null,
    null,
  ])
  crew.act(() => leaveGroup(crew.shard, crew.crew, crew.by('ada'), 'team'))
  expect(reactTo(`#${older}`)).toBe('not_a_member')
})

test('GR17 the same name in another crew is another group', async () => {
  await using crew = testCrew(CREW)
  create(crew, 'lead', { name: 'team', members: ['ada'] })
  const other = crew.act(() => createLead(crew.shard, BY_PERSON, { name: 'borealis' }).crew)
  const by = byAgent(other.state.lead.id)
  crew.act(() => createGroup(crew.shard, other, by, { name: 'Team' }))
  send(crew, 'ada', 'only here')
  crew.act(() => sendMessage(crew.shard, other, by, { group: 'team', content: 'only there' }))
  const texts = (of: typeof other) => of.window('team').messages.map(({ content }) => content)
  expect([texts(crew.crew), texts(other)]).toEqual([['only here'], ['only there']])
  expect(await crew.texts('ada')).not.toContainEqual(expect.stringContaining('only there'))
})
