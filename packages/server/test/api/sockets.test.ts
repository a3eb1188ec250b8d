import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { sendMessage } from '../../src/groups/send-message'
import { FakeClock } from '../harness/fake-clock'
import { BY_PERSON } from '../harness/test-crew'
import { TestServer } from '../harness/test-server'
import { type Frame, TestSocket } from '../harness/test-socket'

let server: TestServer
let crew: Awaited<ReturnType<TestServer['crew']>>
let other: Awaited<ReturnType<TestServer['crew']>>

beforeAll(async () => {
  server = await TestServer.start()
  crew = await server.crew('atlas', { dev: 'developer', arch: 'architect', qa: 'qa-tester' })
  other = await server.crew('borealis', { stranger: 'developer' })
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

const id = (who: string) => crew.ids[who] ?? ''
const token = (who: string) => crew.tokens[who] ?? ''
const lead = (path: string) => `/api/lead/${crew.leadId}${path}`
const socket = (path = '/ws', headers: Record<string, string> = {}) =>
  new TestSocket(`${server.app.url}${path}`, { headers })
const own = (events: readonly Frame[]) => events.filter((event) => event.type.startsWith('group:'))

async function follow(hello: object = {}): Promise<TestSocket> {
  const client = socket()
  await client.opened()
  client.send({ type: 'hello', token: server.owner, leads: [crew.leadId], ...hello })
  await client.wait((frame) => frame.type === 'hello')
  return client
}

/** Everything sent so far has arrived when the answer to a ping has. */
async function settled(client: TestSocket): Promise<Frame> {
  const pongs = () => client.frames.filter((frame) => frame.type === 'pong')
  const before = pongs().length
  client.send({ type: 'ping' })
  await client.wait(() => pongs().length > before)
  return pongs()[before] as Frame
}

async function group(name: string, members = ['dev']): Promise<void> {
  const body = { name, memberIds: members.map(id) }
  await server.call('POST', lead('/groups'), body, { token: token('lead') })
}

async function post(name: string, content: string, who = 'lead'): Promise<number> {
  const sent = { token: token(who) }
  const { body } = await server.call('POST', lead(`/groups/${name}/messages`), { content }, sent)
  return body['message'].seq as number
}

const head = async () => (await server.call('GET', lead('/snapshot'))).body['seq'] as number

test('WS1 who says no hello within 5 s is closed with 4002, on /ws and /agent', async () => {
  const clock = new FakeClock()
  await using still = await TestServer.start({ clock })
  const sockets = [1, 2, 3].map(() => new TestSocket(`${still.app.url}/ws`))
  const [quiet, late, polite] = sockets as [TestSocket, TestSocket, TestSocket]
  const agent = new TestSocket(`${still.app.url}/agent`)
  const all = [...sockets, agent]
  try {
    await Promise.all(all.map((one) => one.opened()))
    const hello = { type: 'hello', token: still.owner, leads: [] }
    polite.send(hello)
    await polite.wait((frame) => frame.type === 'hello')
    clock.advance(4_999)
    late.send(hello)
    await late.wait((frame) => frame.type === 'hello')
    clock.advance(1)
    const closed = await Promise.all([quiet.closed, agent.closed])
    expect(closed.map(({ code }) => code)).toEqual([4002, 4002])
    for (const one of [polite, late])
      expect((await settled(one)).type, 'who said hello stays').toBe('pong')
  } finally {
    for (const one of all) one[Symbol.dispose]()
  }
})

test('WS2 a hello that does not fit is told why and closed', async () => {
  const table: [string, unknown, string, number][] = [
    ['/ws', { type: 'ping' }, 'malformed', 1008],
    ['/ws', 'not json', 'malformed', 1008],
    ['/ws', { type: 'hello', token: 'wrong' }, 'unauthorized', 4001],
    ['/ws', { type: 'hello' }, 'unauthorized', 4001],
    ['/ws', { type: 'hello', token: server.owner, leads: ['x'] }, 'lead_not_found', 1008],
    ['/ws', { type: 'hello', token: server.owner, lead: 'x' }, 'validation', 1008],
    ['/ws', { type: 'hello', token: token('dev'), leads: [other.leadId] }, 'lead_not_found', 1008],
    ['/agent', { type: 'ping' }, 'malformed', 1008],
    ['/agent', { type: 'hello', token: 'wrong', agentId: id('dev') }, 'unauthorized', 4001],
    ['/agent', { type: 'hello', token: token('arch'), agentId: id('dev') }, 'forbidden', 4003],
    ['/agent', { type: 'hello', token: server.observer, agentId: id('dev') }, 'forbidden', 4003],
    ['/agent', { type: 'hello', token: token('dev'), agentId: 'x' }, 'agent_not_found', 1008],
  ]
  for (const [path, hello, code, close] of table) {
    using client = socket(path)
    await client.opened()
    client.send(hello)
    const closed = await client.closed
    const name = `${path} ${JSON.stringify(hello).slice(0, 60)}`
    expect.soft(client.frames, name).toMatchObject([{ type: 'error', code }])
    expect.soft(closed.code, name).toBe(close)
  }
})

test('WS3 hello names the server, the principal, the epoch and where each crew stands', async () => {
  const seq = await head()
  using client = socket('/ws', { authorization: `Bearer ${token('dev')}` })
  await client.opened()
  client.send({ type: 'hello', leads: '*' })
  expect(await client.wait((frame) => frame.type === 'hello')).toEqual({
    type: 'hello',
    serverTime: expect.stringMatching(/Z$/),
    version: expect.any(String),
    principal: { kind: 'agent', agentId: id('dev') },
    epoch: expect.any(String),
    paused: false,
    at: { [crew.leadId]: seq },
  })
})

test('SE5 Host and Origin must be ours, on HTTP and before an upgrade', async () => {
  const { url } = server.app
  const { port } = new URL(url)
  const table: [Record<string, string>, boolean][] = [
    [{}, true],
    [{ host: `localhost:${port}` }, true],
    [{ origin: url }, true],
    [{ host: 'evil.test' }, false],
    [{ host: `evil.test:${port}`, origin: `http://evil.test:${port}` }, false],
    [{ host: `127.0.0.1:${Number(port) + 1}` }, false],
    [{ origin: 'http://evil.test' }, false],
    [{ origin: 'null' }, false],
    [{ origin: `https://127.0.0.1:${port}` }, false],
    [{ origin: `${url}.evil.test` }, false],
  ]
  for (const [headers, allowed] of table) {
    const name = JSON.stringify(headers)
    const status = await new Promise((resolve, reject) => {
      request(`${url}/api/health`, { headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .once('error', reject)
        .end()
    })
    expect.soft(status, name).toBe(allowed ? 200 : 403)
    for (const path of ['/ws', '/agent']) {
      using client = socket(path, headers)
      const opened = client.opened().then(
        () => 'open',
        (error: Error) => error.message,
      )
      const expected = allowed ? 'open' : 'Unexpected server response: 403'
      expect.soft(await opened, `${path} ${name}`).toBe(expected)
    }
  }
  using nowhere = socket('/elsewhere')
  expect((await nowhere.closed).reason).toContain('404')
})

test('WS4 a frame that does not fit is answered with an error; the connection goes on', async () => {
  using client = await follow()
  const table: [unknown, string][] = [
    ['{', 'malformed'],
    [{ type: 'dance' }, 'validation'],
    [{ type: 'ping', extra: 1 }, 'validation'],
    [{ type: 'subscribe' }, 'validation'],
    [{ type: 'subscribe', leadId: 'x' }, 'lead_not_found'],
    [{ type: 'subscribe', leadId: '__proto__' }, 'lead_not_found'],
    [{ type: 'hello', token: server.owner }, 'malformed'],
  ]
  for (const [frame] of table) client.send(frame)
  await settled(client)
  const codes = client.frames
    .filter((frame) => frame.type === 'error')
    .map((frame) => frame['code'])
  expect(codes).toEqual(table.map(([, code]) => code))
})

test('WS5 events arrive in order, with seq and the fields of the seed at top level', async () => {
  using client = await follow()
  await group('parade', ['arch'])
  const seq = await post('parade', 'hello')
  const { body: page } = await server.call('GET', lead('/groups/parade/messages'))
  const [message] = page['messages']
  const path = lead(`/groups/parade/messages/${message.id}/reactions`)
  await server.call('POST', path, { emoji: '👍' }, { token: token('arch') })
  await server.call('DELETE', `${path}/👍`, undefined, { token: token('arch') })
  await server.call('POST', lead('/groups/parade/members'), { memberIds: [id('qa')] })
  await server.call('DELETE', lead(`/groups/parade/members/${id('qa')}`))
  await server.call('PATCH', lead('/groups/parade'), { purpose: 'march' })
  const read = { token: token('arch') }
  await server.call('PUT', lead('/groups/parade/read'), { seq }, read)
  await settled(client)
  const { leadId } = crew
  const reaction = { leadId, groupName: 'parade', messageId: message.id, emoji: '👍' }
  const events = own(client.frames)
  expect(events).toMatchObject([
    { type: 'group:created', group: { name: 'parade', memberCount: 2 }, leadId },
    { type: 'group:message', seq, groupName: 'parade', leadId, message },
    { type: 'group:reaction', ...reaction, agentId: id('arch'), action: 'add' },
    { type: 'group:reaction', ...reaction, agentId: id('arch'), action: 'remove' },
    { type: 'group:member_added', group: 'parade', agentId: id('qa'), leadId },
    { type: 'group:member_removed', group: 'parade', agentId: id('qa'), leadId },
    { type: 'group:updated', group: { name: 'parade', purpose: 'march' }, leadId },
    { type: 'group:read', groupName: 'parade', readerId: id('arch'), leadId },
  ])
  expect(events[4], 'state is for the added agent alone').not.toHaveProperty('state')
  const seqs = events.map((event) => event['seq'] as number)
  expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b))
})

test('WS6 who comes back with since gets exactly what it missed, then what is new', async () => {
  await group('resumed')
  const since = await post('resumed', 'seen')
  const missed = [await post('resumed', '1'), await post('resumed', '2')]
  const late: Promise<number>[] = []
  using client = socket()
  await client.opened()
  for (let n = 0; n < 5; n++) late.push(post('resumed', `while away ${n}`))
  client.send({
    type: 'hello',
    token: server.owner,
    leads: [crew.leadId],
    since: { [crew.leadId]: since },
  })
  for (let n = 0; n < 5; n++) late.push(post('resumed', `while it replays ${n}`))
  const all = [...missed, ...(await Promise.all(late))].sort((a, b) => a - b)
  await settled(client)
  expect(own(client.frames).map((event) => event['seq'])).toEqual(all)
  const hello = await client.wait((frame) => frame.type === 'hello')
  expect(hello['at'][crew.leadId], 'nothing after since was sent yet').toBe(since)
})

test('WS7 a since that is ahead, or of another epoch, is a gap', async () => {
  await group('gaps')
  const seq = await head()
  for (const hello of [
    { since: { [crew.leadId]: seq + 1_000 } },
    { since: { [crew.leadId]: 1 }, epoch: 'another' },
  ]) {
    using client = await follow(hello)
    await settled(client)
    const name = JSON.stringify(hello)
    const gaps = client.frames.filter((frame) => frame.type === 'gap')
    expect.soft(gaps, name).toEqual([{ type: 'gap', leadId: crew.leadId }])
    expect.soft(own(client.frames), name).toEqual([])
    const next = await post('gaps', 'goes on live')
    await settled(client)
    expect.soft(own(client.frames), name).toMatchObject([{ seq: next }])
  }
})

test('WS8 at says that everything visible up to there was sent', async () => {
  using person = await follow()
  using outsider = await follow({ token: token('qa') })
  await group('positions')
  const seq = await post('positions', 'x')
  const [seen, unseen] = [await settled(person), await settled(outsider)]
  expect(seen['at'][crew.leadId]).toBeGreaterThanOrEqual(seq)
  expect(unseen['at'][crew.leadId], 'also past what it may not see').toBeGreaterThanOrEqual(seq)
  expect(own(outsider.frames)).toEqual([])
  using ahead = await follow({ leads: [] })
  const since = seen['at'][crew.leadId] + 1_000
  ahead.send({ type: 'subscribe', leadId: crew.leadId, since })
  const subscribed = await ahead.wait((frame) => frame.type === 'subscribed')
  expect(subscribed['at'], 'never more than there is').toBeLessThan(since)
})

test('WS9 an agent follows its own groups only; its own member_added carries the group', async () => {
  using qa = await follow({ token: token('qa') })
  await group('private')
  await post('private', 'not for qa')
  const members = lead('/groups/private/members')
  await server.call('POST', members, { memberIds: [id('qa')] })
  const seen = await post('private', 'for qa')
  await server.call('POST', members, { memberIds: [id('arch')] })
  await server.call('DELETE', `${members}/${id('qa')}`)
  await post('private', 'not any more')
  await settled(qa)
  const events = own(qa.frames)
  expect(events).toMatchObject([
    {
      type: 'group:member_added',
      agentId: id('qa'),
      state: { name: 'private', messageCount: 1, memberCount: 3 },
    },
    { type: 'group:message', seq: seen },
    { type: 'group:member_added', agentId: id('arch') },
    { type: 'group:member_removed', agentId: id('qa') },
  ])
  expect(events[2]).not.toHaveProperty('state')
  using replay = await follow({ token: token('qa'), since: { [crew.leadId]: 0 } })
  await settled(replay)
  const again = own(replay.frames).filter(
    (frame) => frame['group'] === 'private' || frame['groupName'] === 'private',
  )
  expect(again, 'replay shows the same').toEqual(events)
})

test('WS10 unsubscribe stops a crew’s events, subscribe with since continues them', async () => {
  using client = await follow()
  await group('paused-view')
  await settled(client)
  const before = client.frames.length
  client.send({ type: 'unsubscribe', leadId: crew.leadId })
  await settled(client)
  const missed = await post('paused-view', 'missed')
  await settled(client)
  expect(own(client.frames.slice(before))).toEqual([])
  client.send({ type: 'subscribe', leadId: crew.leadId, since: missed - 1 })
  await settled(client)
  expect(own(client.frames.slice(before))).toMatchObject([{ seq: missed }])
})

test('WS10, WS31 who subscribes to what it follows already is sent each event once, and none after it unsubscribes', async () => {
  using client = await follow()
  await group('twice')
  await settled(client)
  client.send({ type: 'subscribe', leadId: crew.leadId })
  client.send({ type: 'subscribe', leadId: crew.leadId, since: 1 })
  await settled(client)
  const before = client.frames.length
  const seq = await post('twice', 'once')
  await settled(client)
  const sent = () => own(client.frames.slice(before)).filter((frame) => frame['seq'] === seq)
  expect(sent()).toHaveLength(1)
  client.send({ type: 'unsubscribe', leadId: crew.leadId })
  await settled(client)
  const after = client.frames.length
  await post('twice', 'unheard')
  await settled(client)
  expect(own(client.frames.slice(after))).toEqual([])
})

test('WS11 who follows everything follows crews founded later', async () => {
  using client = await follow({ leads: '*' })
  const founded = await server.crew('later', { dev: 'developer' })
  await settled(client)
  const events = client.frames.filter((frame) => frame['leadId'] === founded.leadId)
  expect(events.map((event) => event.type).filter((type) => !type.startsWith('live:'))).toEqual([
    'lead:created',
    'agent:created',
    'agent:created',
  ])
})

/** Posts messages of nearly the largest size through the core, as fast as the disk allows. */
async function flood(name: string, count: number): Promise<number[]> {
  const { shard, journal } = server.app.core
  const seqs: number[] = []
  for (let n = 0; n < count; n++) {
    const input = { group: name, content: `${n} ${'x'.repeat(49_000)}` }
    const sent = sendMessage(shard, shard.crew(crew.leadId), BY_PERSON, input)
    seqs.push(sent.message.seq)
    if (n % 40 === 39) await journal.durable(crew.leadId)
  }
  await journal.durable(crew.leadId)
  return seqs
}

const seqsOf = (client: TestSocket) =>
  client.frames.flatMap((frame) => (frame.type === 'group:message' ? [frame['seq'] as number] : []))

test('WS12 who cannot keep up is closed with 4008, comes back and has lost nothing', async () => {
  await group('flooded')
  await post('flooded', 'the person joins', 'dev')
  const since = await post('flooded', 'the last one seen')
  const slow = new WebSocket(`${server.app.url.replace('http', 'ws')}/ws`)
  const got: number[] = []
  slow.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString('utf8')) as Frame
    if (frame.type === 'group:message') got.push(frame['seq'] as number)
  })
  await new Promise((resolve) => slow.once('open', resolve))
  slow.send(JSON.stringify({ type: 'hello', token: server.owner, leads: [crew.leadId] }))
  await new Promise((resolve) => slow.once('message', resolve))
  slow.pause()
  const posted = await flood('flooded', 600)
  const closed = new Promise((resolve) => slow.once('close', resolve))
  slow.resume()
  expect(await closed).toBe(4008)
  expect(got.length).toBeLessThan(posted.length)
  expect(got, 'up to the cut nothing is missing').toEqual(posted.slice(0, got.length))
  const last = posted.at(-1) ?? 0
  for (let tries = 0; tries < 20 && got.at(-1) !== last; tries++) {
    using back = await follow({ since: { [crew.leadId]: got.at(-1) ?? since } })
    const arrived = back.wait((frame) => frame['seq'] === last)
    await Promise.race([arrived.catch(() => {}), back.closed])
    got.push(...seqsOf(back))
  }
  expect(got).toEqual(posted)
})

test('WS13 who reads is not cut off while it catches up, however much it missed', async () => {
  await group('caught-up')
  const since = await post('caught-up', 'the last one seen')
  const posted = await flood('caught-up', 400)
  using back = await follow({ since: { [crew.leadId]: since } })
  const arrived = back.wait((frame) => frame['seq'] === posted.at(-1)).then(() => 'all')
  expect(await Promise.race([arrived, back.closed])).toBe('all')
  expect(seqsOf(back)).toEqual(posted)
})

/** A crew of its own with one agent, so that its inbox holds only what the test puts there. */
async function duo(name: string) {
  const made = await server.crew(name, { dev: 'developer' })
  const agentId = made.ids['dev'] ?? ''
  const groups = `/api/lead/${made.leadId}/groups`
  await server.call('POST', groups, { name: 'team', memberIds: [agentId] })
  const say = (content: string) => server.call('POST', `${groups}/team/messages`, { content })
  const connect = async () => {
    const client = socket('/agent')
    await client.opened()
    client.send({ type: 'hello', token: made.tokens['dev'], agentId })
    await client.wait((frame) => frame.type === 'hello')
    return client
  }
  const agent = async () => (await server.call('GET', `/api/agents/${agentId}`)).body['agent']
  return { ...made, agentId, say, connect, agent }
}

const deliveries = (client: TestSocket) =>
  client.frames.flatMap((frame) => (frame.type === 'turn' ? (frame['deliveries'] as Frame[]) : []))
const arrived = (client: TestSocket, text: string) =>
  client.wait((frame) =>
    Boolean(frame['deliveries']?.some((one: { text: string }) => one.text.endsWith(text))),
  )

test('WS14 /agent says hello, pushes what is owed and what comes, and takes an ack', async () => {
  const { connect, say, agentId, leadId, agent } = await duo('pushed')
  await say('before')
  using client = await connect()
  const hello = { type: 'hello', agentId, leadId, epoch: expect.any(String) }
  expect(client.frames[0]).toMatchObject(hello)
  await arrived(client, 'before')
  await say('live')
  const { cursor } = await arrived(client, 'live')
  const label = '[Group "team" — Human (human)]: '
  expect(deliveries(client)).toMatchObject([
    { kind: 'system', repeat: false },
    { kind: 'group', text: `${label}before`, groupName: 'team', n: 1, wake: true, repeat: false },
    { kind: 'group', text: `${label}live`, groupName: 'team', n: 2, wake: true, repeat: false },
  ])
  client.send({ type: 'ack', cursor })
  await client.wait((frame) => frame.type === 'acked' && frame['cursor'] === cursor)
  expect(await agent()).toMatchObject({ connection: 'connected', owed: { count: 0 } })
  client.send({ type: 'ack', cursor: 'not a cursor' })
  await client.wait((frame) => frame['code'] === 'validation')
})

test('WS15 what was pushed and not acknowledged comes again after a reconnect, marked', async () => {
  const { connect, say, agent } = await duo('repeated')
  using first = await connect()
  await say('one')
  const { cursor } = await arrived(first, 'one')
  first.send({ type: 'ack', cursor })
  await first.wait((frame) => frame.type === 'acked')
  await say('two')
  await arrived(first, 'two')
  first.close()
  await first.closed
  await expect.poll(async () => (await agent()).connection).toBe('lost')
  await say('three')
  using second = await connect()
  await arrived(second, 'three')
  const got = deliveries(second).map((one) => [one['text'].split(': ')[1], one['repeat']])
  expect(got).toEqual([
    ['two', true],
    ['three', false],
  ])
})

test('WS16 output is answered with results, an offset and safe; a wrong offset is told', async () => {
  const { connect } = await duo('output')
  using client = await connect()
  const output = (count: number) =>
    client.wait(() => client.frames.filter(({ type }) => type === 'output').length >= count)
  const text = 'hi ⟦⟦ GROUP_MESSAGE {"group":"team","content":"x"} ⟧⟧ ⟦⟦ QUERY'
  client.send({ type: 'output', text, offset: 0 })
  await output(1)
  client.send({ type: 'output', text: '_GROUPS ⟧⟧', offset: text.length })
  await output(2)
  client.send({ type: 'turn_end' })
  await output(3)
  const answers = client.frames.filter(({ type }) => type === 'output')
  expect(answers).toMatchObject([
    {
      stream: 'main',
      offset: text.length,
      safe: text.indexOf('⟦⟦ QUERY'),
      epoch: expect.any(String),
      results: [{ command: 'GROUP_MESSAGE', ok: true, reply: expect.stringMatching(/delivered/) }],
    },
    { offset: text.length + 10, results: [{ command: 'QUERY_GROUPS', ok: true }] },
    { offset: text.length + 10, safe: text.length + 10, results: [] },
  ])
  await client.wait((frame) => Boolean(frame['deliveries']?.some(isReply)))
  client.send({ type: 'output', text: 'x', offset: 9_999 })
  const conflict = await client.wait((frame) => frame.type === 'error')
  expect(conflict).toMatchObject({
    code: 'offset_conflict',
    details: { expected: text.length + 10 },
  })
})

const isReply = (one: Frame) => one['kind'] === 'reply' && one['text'].includes('delivered')

test('WS17 a second connection takes over: the first is closed with 4009', async () => {
  const { connect, say, agent } = await duo('replaced')
  using first = await connect()
  using second = await connect()
  expect((await first.closed).code).toBe(4009)
  await say('to the newer one')
  await arrived(second, 'to the newer one')
  expect((await agent()).connection).toBe('connected')
})

test('WS18 a status frame is shown to who follows the crew and in a sender’s confirmation', async () => {
  const { connect, agentId, leadId, tokens } = await duo('status')
  using client = await connect()
  using viewer = await follow({ leads: [leadId] })
  client.send({ type: 'status', status: 'working' })
  const live = await viewer.wait(
    (frame) => frame.type === 'live:agent' && frame['status'] === 'working',
  )
  expect(live).toMatchObject({ agentId, connection: 'connected', owed: {}, usage: null })
  const text = '⟦⟦ GROUP_MESSAGE {"group":"team","content":"x"} ⟧⟧'
  const asLead = { token: tokens['lead'] ?? '' }
  const { body } = await server.call('POST', `/api/agents/${leadId}/output`, { text }, asLead)
  expect(body['results'][0].reply).toBe(
    `[System] Message delivered to 2 group members. Developer (${agentId.slice(0, 8)}) is busy.`,
  )
})

test('WS19 a server that stops says goodbye with 1001', async () => {
  const own = await TestServer.start()
  using client = new TestSocket(`${own.app.url}/ws`)
  await client.opened()
  client.send({ type: 'hello', token: own.owner })
  await client.wait((frame) => frame.type === 'hello')
  await own[Symbol.asyncDispose]()
  expect((await client.closed).code).toBe(1001)
})

test('WS20 a frame above 1 MB ends its connection with 1009, and the server goes on', async () => {
  for (const path of ['/ws', '/agent']) {
    using client = socket(path)
    await client.opened()
    client.send({ type: 'hello', token: 'x'.repeat(1_000_001) })
    expect.soft((await client.closed).code, path).toBe(1009)
  }
  using client = await follow()
  await settled(client)
})
