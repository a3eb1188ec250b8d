import { expect, test } from 'vitest'
import { resumeAgent } from '../../src/agents/revive'
import { completeTask } from '../../src/agents/tasks'
import { addMembers } from '../../src/groups/change-members'
import { archiveGroup, unarchiveGroup } from '../../src/groups/archive-group'
import { createGroup } from '../../src/groups/create-group'
import { markRead } from '../../src/groups/mark-read'
import { react } from '../../src/groups/react'
import { readMessages, readTimeline } from '../../src/groups/read-history'
import { sendMessage } from '../../src/groups/send-message'
import { updateGroup } from '../../src/groups/update-group'
import { type TestCrew, testCrew } from '../harness/test-crew'
import { TestServer } from '../harness/test-server'

const AGENTS = { ada: 'architect', dora: 'developer', gus: 'qa-tester' } as const

/** A group of Ada, with Dora in it and one message; Gus is in another. */
function plan(crew: TestCrew): { seq: number; id: string } {
  const members = [crew.id('dora')]
  createGroup(crew.shard, crew.crew, crew.by('ada'), { name: 'plan', members })
  return sendMessage(crew.shard, crew.crew, crew.by('ada'), { group: 'plan', content: 'one' })
    .message
}

const archive = (crew: TestCrew, who: string) =>
  crew.act(() => archiveGroup(crew.shard, crew.crew, crew.by(who), 'plan'))
const unarchive = (crew: TestCrew, who: string) =>
  crew.act(() => unarchiveGroup(crew.shard, crew.crew, crew.by(who), 'plan'))
const told = (crew: TestCrew) =>
  crew.published.map(({ type }) => type).filter((type) => type.endsWith('archived'))

test('AR1 an archived group takes no message, reaction, member or change until it is unarchived', async () => {
  await using crew = testCrew({ agents: AGENTS })
  const { id: messageId } = plan(crew)
  archive(crew, 'ada')
  const by = crew.by('dora')
  const { shard, crew: memory } = crew
  const writes = [
    () => sendMessage(shard, memory, by, { group: 'plan', content: 'two' }),
    () => react(shard, memory, by, { group: 'plan', messageId, emoji: '👍', action: 'add' }),
    () => addMembers(shard, memory, by, { group: 'plan', members: ['human'] }),
    () => updateGroup(shard, memory, crew.by('ada'), { group: 'plan', purpose: 'more' }),
  ]
  const before = crew.crew.state.seq
  for (const write of writes) {
    expect(() => crew.act<unknown>(write)).toThrow(
      expect.objectContaining({ code: 'group_archived' }),
    )
  }
  expect(crew.crew.state.seq).toBe(before)
  crew.restart()
  expect(crew.crew.state.groups['plan']?.archived).toBe(true)
  unarchive(crew, 'lead')
  expect(crew.crew.state.groups['plan']?.memberIds).toEqual([
    crew.leadId,
    crew.id('ada'),
    crew.id('dora'),
  ])
  const sent = sendMessage(crew.shard, crew.crew, by, { group: 'plan', content: 'two' })
  expect(sent.recipientIds).toEqual([crew.leadId, crew.id('ada')])
})

test('AR2 the history of an archived group is read, and what it owes is handed over', async () => {
  await using crew = testCrew({ agents: AGENTS })
  const { seq } = plan(crew)
  archive(crew, 'human')
  const input = { group: 'plan', limit: 9 }
  const page = await readMessages(crew.shard, crew.crew, crew.by('dora'), input)
  expect(page.messages).toHaveLength(1)
  const { rows } = await readTimeline(crew.shard, crew.crew, crew.by('dora'), input)
  expect(rows.at(-1)).toMatchObject({ event: 'archived', by: 'human' })
  markRead(crew.shard, crew.crew, crew.by('dora'), { group: 'plan', seq })
  expect((await crew.texts('dora')).some((text) => text.endsWith('one'))).toBe(true)
})

test('AR3 the lead, the creator and people archive and unarchive; other members and outsiders do not', async () => {
  await using crew = testCrew({ agents: AGENTS })
  plan(crew)
  for (const verb of [archive, unarchive]) {
    expect(() => verb(crew, 'dora')).toThrow(expect.objectContaining({ code: 'forbidden' }))
    expect(() => verb(crew, 'gus')).toThrow(expect.objectContaining({ code: 'not_a_member' }))
  }
  for (const who of ['ada', 'lead', 'human']) {
    expect(archive(crew, who).archived).toBe(true)
    expect(unarchive(crew, who).archived).toBe(false)
  }
})

test('AR4 what is so already stays so, and is told once', async () => {
  await using crew = testCrew({ agents: AGENTS })
  plan(crew)
  expect(unarchive(crew, 'ada').archived).toBe(false)
  expect(told(crew)).toEqual([])
  archive(crew, 'ada')
  archive(crew, 'lead')
  expect(told(crew)).toEqual(['group:archived'])
  unarchive(crew, 'lead')
  unarchive(crew, 'ada')
  expect(told(crew)).toEqual(['group:archived', 'group:unarchived'])
})

test('AR5 POST …/archive and /unarchive answer with the group, and move it between the lists', async () => {
  await using server = await TestServer.start()
  const crew = await server.crew('atlas', { ada: 'architect' })
  const groups = `/api/lead/${crew.leadId}/groups`
  const ada = { token: crew.tokens['ada'] ?? '' }
  await server.call('POST', groups, { name: 'plan', memberIds: [crew.ids['ada']] })
  const names = async (query: string) =>
    (await server.call('GET', `${groups}${query}`)).body['groups'].map(
      (group: { name: string }) => group.name,
    )
  const { status, body } = await server.call('POST', `${groups}/plan/archive`)
  expect([status, body['group'].archived]).toEqual([200, true])
  expect([await names(''), await names('?archived=true')]).toEqual([[], ['plan']])
  const refused = await server.call('POST', `${groups}/plan/messages`, { content: 'x' }, ada)
  expect([refused.status, refused.body['error'].code]).toEqual([409, 'group_archived'])
  expect((await server.call('POST', `${groups}/plan/unarchive`, undefined, ada)).status).toBe(403)
  const observer = { token: server.observer }
  expect((await server.call('POST', `${groups}/plan/unarchive`, {}, observer)).status).toBe(403)
  expect((await server.call('POST', `${groups}/plan/unarchive`, { x: 1 })).status).toBe(422)
  expect((await server.call('POST', `${groups}/none/archive`)).status).toBe(404)
  expect((await server.call('POST', `${groups}/plan/unarchive`)).body['group'].archived).toBe(false)
  expect([await names(''), await names('?archived=true')]).toEqual([['plan'], []])
  const events = await server.call('GET', `/api/events?lead=${crew.leadId}`)
  const told = events.body['events'].filter(({ type }: { type: string }) =>
    type.endsWith('archived'),
  )
  expect(told).toMatchObject([
    { type: 'group:archived', group: { name: 'plan', archived: true } },
    { type: 'group:unarchived', group: { name: 'plan', archived: false } },
  ])
})

test('AR6 a group that was archived by hand does not come back with its agents, also after a restart', async () => {
  await using crew = testCrew({ agents: AGENTS })
  plan(crew)
  const state = () => crew.crew.state.groups['plan']
  const complete = (who: string) =>
    crew.act(() => completeTask(crew.shard, crew.crew, crew.by('human'), crew.id(who), {}))
  const comeBack = () => {
    crew.restart()
    crew.act(() => resumeAgent(crew.shard, crew.crew, crew.by('human'), crew.id('dora')))
  }
  await crew.reads('lead')
  archive(crew, 'human')
  complete('ada')
  complete('dora')
  comeBack()
  expect(state()).toMatchObject({ archived: true, archivedBy: 'human' })
  expect(unarchive(crew, 'lead')).toMatchObject({ archived: false, archivedBy: null })
  complete('dora')
  expect(state()).toMatchObject({ archived: true, archivedBy: 'system' })
  comeBack()
  expect(state()).toMatchObject({ archived: false, archivedBy: null })
})

test('TI6 a group that was archived because its agents had ended was archived by nobody of them', async () => {
  await using crew = testCrew({ agents: AGENTS })
  plan(crew)
  await crew.reads('lead')
  for (const who of ['ada', 'dora']) {
    crew.act(() => completeTask(crew.shard, crew.crew, crew.by('human'), crew.id(who), {}))
  }
  const input = { group: 'plan', limit: 9 }
  const last = async () =>
    (await readTimeline(crew.shard, crew.crew, crew.by('human'), input)).rows.at(-1)
  expect(await last()).toMatchObject({ event: 'archived', by: 'system' })
  crew.restart()
  expect(await last()).toMatchObject({ event: 'archived', by: 'system' })
})
