import { afterAll, beforeAll, expect, test } from 'vitest'
import { completeTask, delegate } from '../../src/agents/tasks'
import { openForReading } from '../../src/storage/database'
import { BY_PERSON } from '../harness/test-crew'
import { TestServer } from '../harness/test-server'
import { type Frame, TestSocket } from '../harness/test-socket'

let server: TestServer
type Crew = Awaited<ReturnType<TestServer['crew']>>

const AGENTS = { dev: 'developer', arch: 'architect', qa: 'qa-tester' }

beforeAll(async () => {
  server = await TestServer.start()
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

/** A crew with the calls that its tests make. */
async function open(agents: Readonly<Record<string, string>> = AGENTS) {
  const crew = await server.crew('atlas', agents)
  const call = (who: string, method: string, route: string, body?: unknown) =>
    server.call(method, route, body, { token: tokenOf(crew, who) })
  return {
    ...crew,
    call,
    lead: (route: string) => `/api/lead/${crew.leadId}${route}`,
    agent: (who: string, route = '') => `/api/agents/${crew.ids[who]}${route}`,
    label: (who: string) => crew.ids[who]?.slice(0, 8) ?? '',
    says: async (who: string, name: string, payload?: object) => {
      const text = `⟦⟦ ${name} ${payload ? JSON.stringify(payload) : ''} ⟧⟧\n`
      const said = await call(who, 'POST', `/api/agents/${crew.ids[who]}/output`, { text })
      return said.body['results'][0] as { ok: boolean; reply: string }
    },
    reads: async (who: string) => {
      const inbox = `/api/agents/${crew.ids[who]}/inbox`
      const { body } = await call(who, 'GET', inbox)
      await call(who, 'POST', `${inbox}/ack`, { cursor: body['cursor'] })
      return (body['deliveries'] as { text: string }[]).map(({ text }) => text)
    },
    follow: async (who: string) => {
      const client = new TestSocket(`${server.app.url}/ws`)
      await client.opened()
      client.send({ type: 'hello', token: tokenOf(crew, who), leads: [crew.leadId] })
      await client.wait((frame) => frame.type === 'hello')
      return client
    },
  }
}

function tokenOf(crew: Crew, who: string): string {
  if (who === 'person') return server.owner
  return who === 'observer' ? server.observer : (crew.tokens[who] ?? '')
}

/** Events that a client was sent by now. */
async function events(client: TestSocket): Promise<Frame[]> {
  client.send({ type: 'ping' })
  const before = client.frames.filter(({ type }) => type === 'pong').length
  await client.wait(() => client.frames.filter(({ type }) => type === 'pong').length > before)
  return client.frames.filter(({ type }) => /^(task|need|direct|agent|lead):/.test(type))
}

test('TK22 tasks are listed by status, with what came of them', async () => {
  const crew = await open()
  for (const task of ['one', 'two', 'three'])
    await crew.says('lead', 'DELEGATE', { to: 'dev', task })
  await crew.says('dev', 'COMPLETE_TASK', { summary: 'one is done' })
  await crew.says('dev', 'COMPLETE_TASK', { status: 'failed', summary: 'two is not' })
  const list = async (query = '', who = 'person') => {
    const { body } = await crew.call(who, 'GET', crew.lead(`/tasks${query}`))
    return body['tasks'].map((task: { text: string }) => task.text) as string[]
  }
  expect(await list()).toEqual(['one', 'two', 'three'])
  expect(await list('?status=open')).toEqual(['three'])
  expect(await list('?status=completed')).toEqual(['one'])
  expect(await list('?status=failed', 'dev'), 'an agent too').toEqual(['two'])
  await crew.says('lead', 'TERMINATE_AGENT', { agent: 'dev', reason: 'enough' })
  const { body } = await server.call('GET', crew.lead('/tasks?status=cancelled'))
  expect(body['tasks']).toEqual([
    {
      id: expect.any(String),
      leadId: crew.leadId,
      agentId: crew.ids['dev'],
      by: crew.leadId,
      text: 'three',
      context: null,
      status: 'cancelled',
      summary: 'enough',
      createdAt: expect.stringMatching(/Z$/),
      endedAt: expect.stringMatching(/Z$/),
    },
  ])
  expect(body['asOf']).toEqual(expect.any(Number))
})

test('TK28 POST tasks gives an agent a task, and brings it back for it', async () => {
  const crew = await open()
  const idle = { status: 'completed', summary: 'idle' }
  await crew.call('person', 'PATCH', crew.agent('dev'), idle)
  await crew.reads('dev')
  const given = { task: 'build it', context: 'in blue' }
  const { status, body } = await crew.call('person', 'POST', crew.agent('dev', '/tasks'), given)
  expect(status).toBe(201)
  expect(body['task']).toMatchObject({
    leadId: crew.leadId,
    agentId: crew.ids['dev'],
    by: 'human',
    text: 'build it',
    context: 'in blue',
    status: 'open',
  })
  expect((await server.call('GET', crew.agent('dev'))).body['agent'].status).toBe('idle')
  expect(await crew.reads('dev')).toEqual([expect.stringMatching(/^\[Task from Human.*: build it/)])
  const byLead = await crew.call('lead', 'POST', crew.agent('arch', '/tasks'), { task: 'plan it' })
  expect(byLead.body['task']).toMatchObject({ by: crew.leadId, context: null })
  await crew.call('person', 'POST', crew.agent('dev', '/terminate'))
  const late = await crew.call('person', 'POST', crew.agent('dev', '/tasks'), given)
  expect([late.status, late.body['error'].code]).toEqual([422, 'agent_terminal'])
})

test('TK35, TK39, TK40 over REST a task waits for another, is started anyway, and is cancelled', async () => {
  const crew = await open()
  const give = async (to: string, body: object) =>
    (await crew.call('person', 'POST', crew.agent(to, '/tasks'), body)).body['task']
  const first = await give('dev', { task: 'first' })
  const after = [first.id.slice(-8)]
  const next = await give('arch', { task: 'next', after })
  expect(next).toMatchObject({ after: [first.id], waits: { lost: [] } })
  expect(await crew.reads('arch')).toEqual([])
  const of = (id: string, verb: string, who: 'person' | 'lead' | 'dev' = 'person') =>
    crew.call(who, 'POST', `/api/lead/${crew.leadId}/tasks/${id}/${verb}`, {})
  expect((await of(next.id, 'start', 'dev')).status).toBe(403)
  const started = await of(next.id, 'start')
  expect([started.status, started.body['task']]).toEqual([
    200,
    expect.objectContaining({ after: [], givenAt: expect.any(String) as string }),
  ])
  expect(await crew.reads('arch')).toEqual([expect.stringContaining('next')])
  const again = await of(next.id, 'start', 'lead')
  expect([again.status, again.body['error'].code]).toEqual([409, 'task_given'])
  const dropped = await give('arch', { task: 'dropped', after })
  expect((await of(dropped.id, 'cancel', 'lead')).body['task']).toMatchObject({
    status: 'cancelled',
    after: [first.id],
  })
  const unknown = await crew.call('person', 'POST', crew.agent('arch', '/tasks'), {
    task: 'x',
    after: ['nothing'],
  })
  expect([unknown.status, unknown.body['error'].code]).toEqual([404, 'task_not_found'])
  const { body } = await server.call('GET', `/api/lead/${crew.leadId}/tasks`)
  expect(body['tasks'].map((task: { text: string }) => task.text)).toEqual([
    'first',
    'next',
    'dropped',
  ])
})

test('TK36 what ended in this tick counts, for whoever names it before it is stored', async () => {
  const { leadId, ids } = await open()
  const { shard } = server.app.core
  const crew = shard.crew(leadId)
  const [dev = '', arch = ''] = [ids['dev'], ids['arch']]
  const [done, failed] = ['done', 'failed'].map(
    (text) => delegate(shard, crew, BY_PERSON, { to: dev, text }).task,
  )
  await shard.journal.durable(leadId)
  completeTask(shard, crew, BY_PERSON, dev, {})
  completeTask(shard, crew, BY_PERSON, dev, { status: 'failed' })
  const after = (id = '') => ({ to: arch, text: 'next', after: [id], again: true })
  expect(delegate(shard, crew, BY_PERSON, after(done?.id)).task.waits).toBe(undefined)
  expect(() => delegate(shard, crew, BY_PERSON, after(failed?.id))).toThrow('has failed')
  await shard.journal.durable(leadId)
  expect(delegate(shard, crew, BY_PERSON, after(done?.id)).task.waits).toBe(undefined)
})

test('TK36 the end of a task and what it lets begin are stored together', async () => {
  const crew = await open()
  const give = async (to: string, body: object) =>
    (await crew.call('lead', 'POST', crew.agent(to, '/tasks'), body)).body['task']
  const first = await give('dev', { task: 'first' })
  await give('arch', { task: 'next', after: [first.id] })
  await crew.says('dev', 'COMPLETE_TASK', { summary: 'done' })
  const database = openForReading(server.data.database)
  const batchOf = (type: string) =>
    database
      .prepare('select batch_id from journal where lead_id = ? and type = ? order by seq desc')
      .pluck()
      .get(crew.leadId, type)
  expect(batchOf('task:given')).toBe(batchOf('task:completed'))
  expect(batchOf('delivery:created')).toBe(batchOf('task:completed'))
  database.close()
})

test('TK28, SU4 a sub-lead is given its task in its parent’s crew', async () => {
  const crew = await open()
  const sub = await server.call('POST', '/api/lead', { name: 'search', parentId: crew.leadId })
  const path = `/api/agents/${sub.body['lead'].id}/tasks`
  const { body } = await server.call('POST', path, { task: 'find it' })
  expect(body['task'].leadId).toBe(crew.leadId)
})

test('TK23 everyone follows tasks; needs are for people, and direct messages for who is in them', async () => {
  const crew = await open()
  using person = await crew.follow('person')
  using dev = await crew.follow('dev')
  using qa = await crew.follow('qa')
  await crew.says('lead', 'DELEGATE', { to: 'dev', task: 'x' })
  await crew.says('dev', 'AGENT_MESSAGE', { to: 'arch', content: 'to arch' })
  await crew.says('arch', 'AGENT_MESSAGE', { to: 'dev', content: 'to dev' })
  await crew.says('arch', 'AGENT_MESSAGE', { to: 'human', content: 'to you' })
  await crew.says('lead', 'INTERRUPT', { to: 'arch', content: 'stop' })
  await crew.says('qa', 'BROADCAST', { content: 'to all' })
  await crew.call('person', 'POST', crew.agent('arch', '/messages'), { content: 'from you' })
  await crew.says('dev', 'COMPLETE_TASK', { summary: 'done' })
  const heard = async (client: TestSocket) =>
    (await events(client)).map((event) => event['message']?.content ?? event.type)
  const tasks = ['task:created', 'task:completed', 'agent:completed']
  expect(await heard(person)).toEqual([
    'task:created',
    'to arch',
    'to dev',
    'to you',
    'need:opened',
    'stop',
    'to all',
    'need:closed',
    'from you',
    'task:completed',
    'agent:completed',
  ])
  expect(await heard(dev)).toEqual([tasks[0], 'to arch', 'to dev', 'to all', tasks[1], tasks[2]])
  expect(await heard(qa)).toEqual([tasks[0], 'to all', tasks[1], tasks[2]])
  for (const [who, client] of [
    ['person', person],
    ['dev', dev],
    ['qa', qa],
  ] as const) {
    const live = (await events(client)).map(({ seq }) => seq as number)
    const page = await crew.call(
      who,
      'GET',
      `/api/events?lead=${crew.leadId}&since=${(live[0] ?? 1) - 1}`,
    )
    const again = (page.body['events'] as Frame[]).map(({ seq }) => seq as number)
    expect(again, `replayed to ${who}`).toEqual(live)
  }
})

test('TK24 what waits for a person is listed for people, and dismissed by the owner once', async () => {
  const crew = await open()
  await crew.says('dev', 'AGENT_MESSAGE', { to: 'human', content: 'which colour?' })
  const list = async (who: string) =>
    (await crew.call(who, 'GET', crew.lead('/needs'))).body['needs'] as { id: string }[]
  const [need] = await list('person')
  expect(need).toEqual({
    id: expect.any(String),
    leadId: crew.leadId,
    kind: 'question',
    agentId: crew.ids['dev'],
    text: 'which colour?',
    messageId: expect.any(String),
    groupName: null,
    permission: null,
    createdAt: expect.stringMatching(/Z$/),
  })
  expect([await list('observer'), await list('dev'), await list('lead')]).toEqual([[need], [], []])
  const seen = async (who: string) =>
    Object.keys((await crew.call(who, 'GET', crew.lead('/snapshot'))).body['state'].needs).length
  expect([await seen('observer'), await seen('dev')]).toEqual([1, 0])
  const dismiss = (who: string) =>
    crew.call(who, 'POST', `/api/needs/${need?.id}`, { action: 'dismiss' })
  for (const who of ['dev', 'lead', 'observer']) {
    expect.soft((await dismiss(who)).status, who).toBe(403)
  }
  expect((await dismiss('person')).body).toEqual({ need })
  const again = await dismiss('person')
  expect([again.status, again.body['error'].code]).toEqual([404, 'need_not_found'])
  expect(await list('person')).toEqual([])
})

test('LC10 a person writes to an agent, interrupts, ends and resumes it', async () => {
  const crew = await open()
  const inbox = () => crew.reads('dev')
  const message = await crew.call('person', 'POST', crew.agent('dev', '/messages'), {
    content: 'hi',
  })
  expect([message.status, message.body]).toEqual([
    202,
    {
      deliveryId: expect.any(String),
      message: expect.objectContaining({ content: 'hi' }),
      hint: expect.stringContaining('is not connected'),
    },
  ])
  const bare = await crew.call('person', 'POST', crew.agent('dev', '/interrupt'))
  expect([bare.status, bare.body]).toMatchObject([202, { deliveryId: expect.any(String) }])
  await crew.call('person', 'POST', crew.agent('dev', '/interrupt'), { content: 'look here' })
  expect(await inbox()).toEqual([
    '[PRIORITY — Interrupt from Human (human)]: Stop what you are doing and wait.',
    '[PRIORITY — Interrupt from Human (human)]: look here',
    '[Message from Human (human)]: hi',
  ])
  const ended = { status: 'completed', summary: 'good' }
  const done = await crew.call('person', 'PATCH', crew.agent('dev'), ended)
  expect(done.body['agent']).toMatchObject({ status: 'completed', endedReason: 'good' })
  const twice = await crew.call('person', 'PATCH', crew.agent('dev'), ended)
  expect([twice.status, twice.body['error'].code]).toEqual([409, 'no_open_task'])
  const back = await crew.call('person', 'POST', crew.agent('dev', '/resume'))
  expect([back.status, back.body['agent']]).toMatchObject([
    200,
    { status: 'idle', endedReason: null },
  ])
  const idle = await crew.call('dev', 'PATCH', crew.agent('dev'), { status: 'failed' })
  expect([idle.status, idle.body['error'].code]).toEqual([409, 'no_open_task'])
  await crew.call('person', 'POST', crew.agent('dev', '/tasks'), { task: 'x' })
  const own = await crew.call('dev', 'PATCH', crew.agent('dev'), { status: 'failed' })
  expect(own.body['agent']).toMatchObject({ status: 'failed', endedReason: null })
  const end = await crew.call('person', 'POST', crew.agent('dev', '/terminate'), { reason: 'no' })
  expect(end.body['agent']).toMatchObject({ status: 'terminated', endedReason: 'no' })
  for (const [method, route, body] of [
    ['POST', '/messages', { content: 'x' }],
    ['POST', '/interrupt', {}],
    ['POST', '/terminate', {}],
    ['PATCH', '', { status: 'completed' }],
  ] as const) {
    const { status, body: reply } = await crew.call(
      'person',
      method,
      crew.agent('dev', route),
      body,
    )
    expect.soft([status, reply['error']?.code], route).toEqual([422, 'agent_terminal'])
  }
  await server.restart()
  const after = await crew.call('person', 'GET', crew.agent('dev'))
  expect(after.body['agent']).toMatchObject({ status: 'terminated', why: { code: 'ended' } })
})

test('LC11 the token and the connections of who was terminated are good for nothing until it is resumed', async () => {
  const crew = await open()
  await crew.says('dev', 'CREATE_GROUP', { name: 'room' })
  const hello = { type: 'hello', token: crew.tokens['dev'], agentId: crew.ids['dev'] }
  using connected = new TestSocket(`${server.app.url}/agent`)
  await connected.opened()
  connected.send(hello)
  await connected.wait((frame) => frame.type === 'hello')
  using following = await crew.follow('dev')
  await crew.call('person', 'POST', crew.agent('dev', '/terminate'))
  const requests: readonly (readonly [string, string, unknown?])[] = [
    ['GET', '/api/me'],
    ['GET', crew.lead('/snapshot')],
    ['GET', crew.lead('/groups/room/messages')],
    ['GET', crew.agent('dev', '/inbox')],
    ['GET', crew.agent('dev', '/manifest')],
    ['POST', crew.agent('dev', '/output'), { text: '⟦⟦ QUERY_CREW ⟧⟧' }],
    ['POST', crew.agent('dev', '/token'), {}],
    ['POST', crew.agent('arch', '/messages'), { content: 'x' }],
    ['POST', crew.lead('/groups'), { name: 'y' }],
    ['POST', crew.lead('/groups/room/messages'), { content: 'x' }],
    ['PUT', crew.lead('/groups/room/read'), { seq: 1 }],
    ['PATCH', crew.agent('dev'), { status: 'completed' }],
  ]
  for (const [method, route, body] of requests) {
    const { status, body: reply } = await crew.call('dev', method, route, body)
    expect
      .soft([status, reply['error']?.code], `${method} ${route}`)
      .toEqual([422, 'agent_terminal'])
  }
  connected.send({ type: 'status', status: 'working' })
  expect((await connected.closed).code, 'the connection that it had').toBe(4003)
  expect((await following.closed).code, 'and where it followed its crew').toBe(4003)
  for (const [address, first] of [
    ['/agent', hello],
    ['/ws', { type: 'hello', token: crew.tokens['dev'] }],
  ] as const) {
    using client = new TestSocket(`${server.app.url}${address}`)
    await client.opened()
    client.send(first)
    expect((await client.closed).code, address).toBe(4003)
    expect(client.frames, address).toMatchObject([{ type: 'error', code: 'agent_terminal' }])
  }
  await crew.call('person', 'POST', crew.agent('dev', '/resume'))
  expect((await crew.call('dev', 'GET', '/api/me')).status).toBe(200)
  expect((await crew.says('dev', 'QUERY_CREW')).ok).toBe(true)
})
