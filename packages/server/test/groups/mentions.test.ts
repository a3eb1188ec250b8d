import { expect, test } from 'vitest'
import { markRead } from '../../src/groups/mark-read'
import { createGroup } from '../../src/groups/create-group'
import { readMentions } from '../../src/groups/read-mentions'
import { sendMessage } from '../../src/groups/send-message'
import { mustWake } from '../../src/crew/wake'
import { pauseCrew } from '../../src/agents/pause'
import { ends, reply } from '../harness/connected-crew'
import { TestServer } from '../harness/test-server'
import { BY_PERSON, type TestCrew, testCrew } from '../harness/test-crew'

const AGENTS = { ada: 'architect', ben: 'developer', cleo: 'developer' } as const

function withGroup(crew: TestCrew): void {
  crew.act(() =>
    createGroup(crew.shard, crew.crew, crew.by('lead'), {
      name: 'x',
      members: ['ada', 'ben', 'cleo', 'human'],
    }),
  )
}

const post = (crew: TestCrew, by: string, content: string) =>
  crew.act(() => sendMessage(crew.shard, crew.crew, crew.by(by), { group: 'x', content }))

test('MN3 mentions are resolved by the server among the members, without the writer', async () => {
  await using crew = testCrew({ agents: AGENTS })
  withGroup(crew)
  const { message } = post(crew, 'ben', 'dear @developer and @human, cc @ben @ada')
  expect(message.mentions).toEqual([crew.id('ada'), crew.id('cleo'), 'human'])
  expect(post(crew, 'ada', '@here').message.mentions).toEqual([
    crew.leadId,
    crew.id('ben'),
    crew.id('cleo'),
    'human',
  ])
})

test('MN3 a person is called by name also where they have not joined, and not by @here', async () => {
  await using crew = testCrew({ agents: AGENTS })
  crew.act(() =>
    createGroup(crew.shard, crew.crew, crew.by('lead'), { name: 'x', members: ['ada', 'ben'] }),
  )
  const { message, wakes } = post(crew, 'ben', 'one decision for you, @human')
  expect(message.mentions).toEqual(['human'])
  expect(wakes).not.toContain('human')
  expect(post(crew, 'ada', '@here').message.mentions).toEqual([crew.leadId, crew.id('ben')])
  crew.restart()
  expect(crew.crew.state.mentions['human']?.['x']).toEqual([1])
  expect(crew.crew.state.groups['x']?.memberIds).not.toContain('human')
})

test('MN23 the reply to a message for everybody says how many agents it wakes, by every name of them', async () => {
  await using crew = testCrew({ agents: AGENTS })
  withGroup(crew)
  for (const name of ['lead', 'ada', 'ben', 'cleo']) {
    crew.core.presence.set(crew.id(name), { connection: 'connected' })
  }
  const sent = '[System] Message delivered to 4 group members.'
  const says = (content: string) => reply(crew, 'ada', 'GROUP_MESSAGE', { group: 'x', content })
  for (const word of ['here', 'all', 'everyone', 'channel']) {
    expect(await says(`@${word}: lunch`)).toBe(`${sent} It wakes 3 agents.`)
  }
  for (const content of ['lunch', '@ben, lunch', '`@all` is code']) {
    expect(await says(content), content).toBe(sent)
  }
  ends(crew, 'cleo')
  const fewer = '[System] Message delivered to 3 group members.'
  expect(await says('@all: lunch'), 'one has ended').toBe(`${fewer} It wakes 2 agents.`)
  crew.act(() => pauseCrew(crew.shard, crew.crew, BY_PERSON, true))
  expect(await says('@all: lunch')).toMatch(/members\. It wakes 0 agents\. .* is paused/)
})

test('MN4 a mention wakes a member whose level is mentions, as the lead’s; other words of agents do not', async () => {
  await using crew = testCrew({ agents: AGENTS })
  withGroup(crew)
  await crew.reads('lead')
  expect(post(crew, 'ben', 'just saying').wakes).not.toContain(crew.leadId)
  expect(mustWake(crew.shard, crew.crew, crew.leadId)).toBe(false)
  expect(post(crew, 'ben', 'what do you think, @lead?').wakes).toContain(crew.leadId)
  expect(mustWake(crew.shard, crew.crew, crew.leadId)).toBe(true)
  crew.restart()
  expect(mustWake(crew.shard, crew.crew, crew.leadId), 'also after a restart').toBe(true)
  const items = (await crew.reads('lead')).filter(({ kind }) => kind === 'group')
  expect(items.map(({ wake }) => wake)).toEqual([false, true])
  expect(mustWake(crew.shard, crew.crew, crew.leadId)).toBe(false)
})

test('MN5 unread mentions are counted per reader and end with its read mark, also after a restart', async () => {
  await using crew = testCrew({ agents: AGENTS })
  withGroup(crew)
  for (let n = 1; n <= 3; n++) post(crew, 'ben', `@human ${n}`)
  const { message } = post(crew, 'ben', 'nobody')
  post(crew, 'ben', '@human 5')
  expect(crew.crew.state.mentions['human']?.['x']).toEqual([1, 2, 3, 5])
  crew.restart()
  expect(crew.crew.state.mentions['human']?.['x']).toEqual([1, 2, 3, 5])
  crew.act(() =>
    markRead(crew.shard, crew.crew, crew.by('human'), { group: 'x', seq: message.seq }),
  )
  expect(crew.crew.state.mentions['human']?.['x']).toEqual([5])
  crew.restart()
  expect(crew.crew.state.mentions['human']?.['x']).toEqual([5])
  for (let n = 0; n < 120; n++) post(crew, 'ada', `@human ${n}`)
  expect(crew.crew.state.mentions['human']?.['x']).toHaveLength(100)
  crew.restart()
  expect(crew.crew.state.mentions['human']?.['x']).toHaveLength(100)
})

test('MN6 lists and messages show mentions, to each reader its own', async () => {
  await using server = await TestServer.start()
  const { leadId, tokens, ids } = await server.crew('atlas', { ben: 'developer' })
  const groups = `/api/lead/${leadId}/groups`
  await server.call('POST', groups, { name: 'x', memberIds: ['ben'] })
  const sent = await server.call('POST', `${groups}/x/messages`, { content: 'hello @ben' })
  expect(sent.body['message'].mentions).toEqual([ids['ben']])
  await server.call(
    'POST',
    `${groups}/x/messages`,
    { content: '@human @human hi' },
    { token: tokens['ben'] ?? '' },
  )
  const counted = async (token?: string) =>
    (await server.call('GET', groups, undefined, token === undefined ? {} : { token })).body[
      'groups'
    ][0].mentions as number
  expect(await counted()).toBe(1)
  expect(await counted(tokens['ben'])).toBe(1)
  expect(await counted(tokens['lead'])).toBe(0)
})

test('MN8 GET mentions gives each reader its unread mentions of groups in use, in order', async () => {
  await using server = await TestServer.start()
  const { leadId, tokens, ids } = await server.crew('atlas', { ben: 'developer', ada: 'architect' })
  const groups = `/api/lead/${leadId}/groups`
  const post = async (group: string, content: string, who: string | null = 'ben') => {
    const token = who === null ? server.owner : (tokens[who] ?? '')
    const sent = await server.call('POST', `${groups}/${group}/messages`, { content }, { token })
    return sent.body['message'] as { seq: number; id: string }
  }
  const listed = async (token = server.owner) => {
    const path = `/api/lead/${leadId}/mentions`
    const { body } = await server.call('GET', path, undefined, { token })
    return (body['messages'] as { group: string; content: string }[]).map(
      ({ group, content }) => `${group}: ${content}`,
    )
  }
  for (const name of ['x', 'y', 'z']) {
    await server.call('POST', groups, { name, memberIds: ['ben', 'ada', 'human'] })
  }
  expect(await listed()).toEqual([])
  const { seq, id } = await post('y', '@human one')
  await post('x', 'nobody')
  await post('x', '@human two and @ada')
  await post('z', '@human three')
  await post('y', '@human four')
  await server.call('POST', `${groups}/y/messages/${id}/reactions`, { emoji: '👍' })
  const all = ['y: @human one', 'x: @human two and @ada', 'z: @human three', 'y: @human four']
  expect(await listed()).toEqual(all)
  expect(await listed(server.observer), 'as the person').toEqual(all)
  expect(await listed(tokens['ada'])).toEqual(['x: @human two and @ada'])
  expect(await listed(tokens['ben'])).toEqual([])
  const { body } = await server.call('GET', `/api/lead/${leadId}/mentions`)
  expect(body['messages'][0]).toMatchObject({ id, seq, reactions: { '👍': ['human'] } })
  const snapshot = await server.call('GET', `/api/lead/${leadId}/snapshot`)
  expect(body['asOf']).toBe(snapshot.body['seq'])

  await server.call('PUT', `${groups}/y/read`, { seq })
  await server.call('POST', `${groups}/z/archive`)
  await server.call('DELETE', `${groups}/x/members/${ids['ada']}`)
  expect(await listed()).toEqual(['x: @human two and @ada', 'y: @human four'])
  expect(await listed(tokens['ada']), 'of a group that it is out of').toEqual([])
  await server.restart()
  expect(await listed()).toEqual(['x: @human two and @ada', 'y: @human four'])
  const other = await server.crew('other')
  const asStranger = { token: other.tokens['lead'] ?? '' }
  const path = `/api/lead/${leadId}/mentions`
  expect((await server.call('GET', path, undefined, asStranger)).status).toBe(404)
  expect((await server.call('GET', `${path}?limit=1`)).status).toBe(422)
})

test('MN8 of many mentions the newest 200 are given, each by its place in the index', async () => {
  await using crew = testCrew({ agents: AGENTS })
  const { shard } = crew
  for (const name of ['x', 'y', 'z']) {
    createGroup(shard, crew.crew, crew.by('lead'), { name, members: ['ada', 'human'] })
  }
  for (let n = 0; n < 240; n++) {
    const group = ['x', 'y', 'z'][n % 3] ?? ''
    sendMessage(shard, crew.crew, crew.by('ada'), { group, content: `@human ${n}` })
  }
  const { messages } = await readMentions(shard, crew.crew, crew.by('human'))
  const last = Array.from({ length: 200 }, (_, index) => `@human ${index + 40}`)
  expect(messages.map(({ content }) => content)).toEqual(last)
})

test('MN20, MN21 what calls the person by name waits for them, also after a restart', async () => {
  await using server = await TestServer.start({ config: { personName: 'Mira Voss' } })
  const { leadId, tokens, ids } = await server.crew('atlas', { ben: 'developer' })
  const groups = `/api/lead/${leadId}/groups`
  await server.call('POST', groups, { name: 'x', memberIds: ['ben'] })
  const post = async (content: string, who = 'ben') => {
    const token = tokens[who] ?? ''
    const { body } = await server.call('POST', `${groups}/x/messages`, { content }, { token })
    return body['message'].mentions as string[]
  }
  const waiting = async () => {
    const { body } = await server.call('GET', `/api/lead/${leadId}/mentions`)
    return (body['messages'] as { content: string }[]).map(({ content }) => content)
  }
  const asked = ['@You which do you want?', '@Mira Voss, **A** or B?', '@mira-voss?', '@human']
  for (const content of asked) expect(await post(content)).toEqual(['human'])
  for (const content of ['@Mira alone', 'you, Mira Voss', '`@you`']) {
    expect(await post(content)).toEqual([])
  }
  expect(await post('@ben @you', 'lead')).toEqual(['human', ids['ben']])
  await server.restart()
  expect(await waiting()).toEqual([...asked, '@ben @you'])
})
