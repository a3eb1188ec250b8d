import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestServer } from '../harness/test-server'

let server: TestServer
let crew: Awaited<ReturnType<TestServer['crew']>>
let messageId: string
let needId: string
let paths: Readonly<Record<string, string>>

beforeAll(async () => {
  server = await TestServer.start()
  crew = await server.crew('atlas', { dev: 'developer' })
  const lead = `/api/lead/${crew.leadId}`
  const agent = `/api/agents/${crew.ids['dev']}`
  await server.call('POST', `${lead}/groups`, { name: 'team', memberIds: [crew.ids['dev']] })
  const posted = await server.call('POST', `${lead}/groups/team/messages`, { content: 'hello' })
  messageId = posted.body['message'].id as string
  const text = '⟦⟦ AGENT_MESSAGE {"to":"human","content":"well?"} ⟧⟧'
  await server.call('POST', `${agent}/output`, { text })
  needId = (await server.call('GET', `${lead}/needs`)).body['needs'][0].id as string
  paths = {
    agent,
    direct: `${agent}/messages`,
    interrupt: `${agent}/interrupt`,
    giveTask: `${agent}/tasks`,
    broadcast: `${lead}/broadcast`,
    terminate: `${agent}/terminate`,
    resume: `${agent}/resume`,
    manifest: `${agent}/manifest`,
    owed: `${agent}/owed`,
    tasks: `${lead}/tasks`,
    needs: `${lead}/needs`,
    need: `/api/needs/${needId}`,
    pauseCrew: `${lead}/pause`,
    resumeCrew: `${lead}/resume`,
    pauseGroup: `${lead}/groups/team/pause`,
    resumeGroup: `${lead}/groups/team/resume`,
    pauseAll: '/api/pause',
    resumeAll: '/api/resume',
    session: '/api/session',
    leads: '/api/lead',
    agents: `${lead}/agents`,
    groups: `${lead}/groups`,
    group: `${lead}/groups/team`,
    members: `${lead}/groups/team/members`,
    member: `${lead}/groups/team/members/${crew.ids['dev']}`,
    messages: `${lead}/groups/team/messages`,
    reactions: `${lead}/groups/team/messages/${messageId}/reactions`,
    read: `${lead}/groups/team/read`,
    output: `${agent}/output`,
    ack: `${agent}/inbox/ack`,
    inbox: `${agent}/inbox`,
    snapshot: `${lead}/snapshot`,
    events: `/api/events`,
  }
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

const at = (name: string) => paths[name] ?? ''

/** Everything a refused request could have changed. */
async function everything(): Promise<unknown> {
  const [snapshot, leads, page, tasks] = await Promise.all([
    server.call('GET', at('snapshot')),
    server.call('GET', '/api/lead'),
    server.call('GET', at('messages')),
    server.call('GET', at('tasks')),
  ])
  return {
    state: snapshot.body['state'],
    leads: leads.body,
    messages: page.body['messages'],
    tasks: tasks.body['tasks'],
  }
}

const long = (length: number) => 'x'.repeat(length)
const ids = (count: number) => Array.from({ length: count }, (_, index) => `agent-${index}`)
const variables = (count: number) => Object.fromEntries(ids(count).map((_, n) => [`A${n}`, 'x']))
const acp = (env: unknown) => ({ kind: 'acp', preset: 'claude', env })

/** Method, path, a body that is accepted, and what is wrong with each field in turn. */
const BODIES: readonly [string, string, object, Readonly<Record<string, readonly unknown[]>>][] = [
  ['POST', 'session', { code: 'x' }, { code: [undefined, 1, '', long(201), null] }],
  [
    'POST',
    'leads',
    { name: 'x' },
    {
      name: [undefined, null, 7, '', '   ', long(101), ['x']],
      role: [7, '', 'Developer', 'a b', long(65), '-a'],
      task: [7, '', ' \n ', long(50_001)],
      cwd: [7, '', long(4097)],
      parentId: [7, '', long(65)],
      driver: ['remote', null, []],
      'driver.kind': [{}, { kind: 'teleport' }],
      'driver.command': [
        { kind: 'pipe' },
        { kind: 'pipe', command: '' },
        { kind: 'pipe', command: 'a\0b' },
        { kind: 'acp', command: '' },
        { kind: 'acp', command: 'a\0b' },
      ],
      'driver.args': [
        { kind: 'pipe', command: 'x', args: 'y' },
        { kind: 'acp', command: 'x', args: 'y' },
        { kind: 'acp', command: 'x', args: ids(257) },
      ],
      'driver.args.0': [
        { kind: 'pipe', command: 'x', args: [7] },
        { kind: 'acp', command: 'x', args: ['a\0b'] },
        { kind: 'acp', command: 'x', args: [long(32_769)] },
      ],
      'driver.preset': [
        { kind: 'acp' },
        { kind: 'acp', preset: '' },
        { kind: 'acp', preset: 7 },
        { kind: 'acp', preset: long(65) },
      ],
      'driver.env': [acp('A=b'), acp(['A=b']), acp(null), acp(variables(65))],
      'driver.env.A': [acp({ A: 7 }), acp({ A: null }), acp({ A: long(32_769) }), acp({ A: '\0' })],
      'driver.env.1A': [acp({ '1A': 'x' })],
      'driver.env.A-B': [acp({ 'A-B': 'x' })],
      'driver.env.A=B': [acp({ 'A=B': 'x' })],
      'driver.env.': [acp({ '': 'x' })],
      [`driver.env.${long(129)}`]: [acp({ [long(129)]: 'x' })],
      'driver.envNames': [{ kind: 'acp', preset: 'claude', envNames: [] }],
    },
  ],
  [
    'POST',
    'agents',
    { role: 'developer' },
    {
      role: [undefined, null, 7, '', 'Developer', 'a--b', long(65)],
      name: [7, '', '  ', long(101)],
      task: ['', '  ', long(50_001)],
      cwd: ['', 7, 'a\0b'],
      parentId: ['x'],
      'driver.env.A B': [acp({ 'A B': 'x' })],
    },
  ],
  [
    'PATCH',
    'agent',
    { status: 'completed' },
    {
      status: [undefined, null, 7, '', 'done', 'terminated', 'idle', 'COMPLETED'],
      summary: [7, '', ' \n ', long(50_001), null],
      task: ['x'],
    },
  ],
  [
    'POST',
    'direct',
    { content: 'x' },
    {
      content: [undefined, null, 7, '', '   ', long(50_001), ['x']],
      clientId: [7, '', long(129), null],
    },
  ],
  [
    'POST',
    'broadcast',
    { content: 'x' },
    {
      content: [undefined, null, 7, '', '   ', long(50_001)],
      clientId: [7, '', long(129), null],
      to: ['x'],
    },
  ],
  [
    'POST',
    'giveTask',
    { task: 'x' },
    {
      task: [undefined, null, 7, '', '   ', long(50_001)],
      context: [null, 7, '', ' ', long(50_001)],
      to: ['x'],
    },
  ],
  ['POST', 'interrupt', {}, { content: [null, 7, '', '   ', long(50_001)] }],
  ['POST', 'terminate', {}, { reason: [null, 7, '', '   ', long(301)] }],
  ['POST', 'resume', {}, { reason: ['x'] }],
  ['POST', 'need', { action: 'dismiss' }, { action: [undefined, null, 7, '', 'close', 'answer'] }],
  ['POST', 'pauseCrew', {}, { paused: [true] }],
  ['POST', 'resumeCrew', {}, { paused: [false] }],
  ['POST', 'pauseGroup', {}, { paused: [true] }],
  ['POST', 'resumeGroup', {}, { paused: [false] }],
  ['POST', 'pauseAll', {}, { paused: [true] }],
  ['POST', 'resumeAll', {}, { paused: [false] }],
  [
    'POST',
    'groups',
    { name: 'never-created' },
    {
      name: [undefined, null, 7, '', '   ', '\n\t', long(101), {}],
      purpose: [7, long(301), {}],
      memberIds: ['x', ids(101), {}],
      'memberIds.0': [[7], [''], ['  '], [null], [long(101)]],
      roles: ['developer', ids(101)],
      'roles.0': [[7], [''], [long(65)]],
    },
  ],
  [
    'PATCH',
    'group',
    { displayName: 'x' },
    { displayName: [null, 7, '', '   ', long(101)], purpose: [7, long(301), []] },
  ],
  [
    'POST',
    'members',
    { memberIds: ['developer'] },
    {
      memberIds: [[], undefined, 'developer', ids(101)],
      'memberIds.0': [[7], ['']],
      roles: ['developer', ids(101)],
    },
  ],
  [
    'PATCH',
    'member',
    { wake: 'none' },
    { wake: [undefined, null, 7, '', 'some', 'ALL', ['all']], memberRole: ['lead'] },
  ],
  [
    'POST',
    'messages',
    { content: 'x' },
    {
      content: [undefined, null, 7, '', '   ', ' \n\t ', long(50_001), ['x']],
      clientId: [7, '', long(129), null],
    },
  ],
  [
    'POST',
    'reactions',
    { emoji: '👍' },
    { emoji: [undefined, null, 7, '', 'yes', '1', '👍👍', '👍 ', 'x👍', long(65), '__proto__'] },
  ],
  [
    'PUT',
    'read',
    { seq: 1 },
    { seq: [undefined, null, '1', -1, 1.5, 2 ** 53, 1e300], force: ['yes', 1, null] },
  ],
  [
    'POST',
    'output',
    { text: 'x' },
    {
      text: [undefined, null, 7],
      stream: [7, '', long(129)],
      offset: ['0', -1, 0.5, 2 ** 53],
      endOfTurn: ['no', 1],
    },
  ],
  ['POST', 'ack', { cursor: 'empty' }, { cursor: [undefined, 7, '', long(501), 'not a cursor'] }],
]

/** What is done without a body as well: nothing has to be said. */
const NO_BODY_NEEDED = new Set([
  'interrupt',
  'terminate',
  'resume',
  'pauseCrew',
  'resumeCrew',
  'pauseGroup',
  'resumeGroup',
  'pauseAll',
  'resumeAll',
])

/** The body with this field wrong; a dotted field is inside its first part. */
function wrong(body: object, field: string, value: unknown): string {
  const [key = field] = field.split('.')
  return JSON.stringify({ ...body, [key]: value })
}

test('RE23 every field of every body is refused with 422 and named in details.fields', async () => {
  const before = await everything()
  for (const [method, path, good, fields] of BODIES) {
    for (const [field, values] of Object.entries(fields)) {
      for (const value of values) {
        const body = wrong(good, field, value)
        const reply = await server.call(method, at(path), body)
        const name = `${method} ${path} ${body.slice(0, 80)}`
        expect.soft(reply.status, name).toBe(422)
        expect.soft(reply.body['error']?.code, name).toBe('validation')
        expect.soft(Object.keys(reply.body['error']?.details?.fields ?? {}), name).toContain(field)
      }
    }
  }
  expect(await everything()).toEqual(before)
})

test('RE24 an unknown key in a body is refused and named', async () => {
  const before = await everything()
  for (const [method, path, good] of BODIES) {
    for (const key of ['contents', '__proto__', 'constructor', 'from']) {
      const body = `${JSON.stringify(good).slice(0, -1)},"${key}":{"x":1}}`.replace('{,', '{')
      const { status, body: reply } = await server.call(method, at(path), body)
      const fields = Object.keys(reply['error']?.details?.fields ?? {})
      expect.soft({ status, fields }, `${path} ${key}`).toEqual({ status: 422, fields: [key] })
    }
  }
  expect(await everything()).toEqual(before)
})

test('RE25 a body that is no object of the right kind is refused', async () => {
  const before = await everything()
  for (const [method, path] of BODIES) {
    for (const [body, status] of [
      ['{"content":', 400],
      ['{content:"x"}', 400],
      ['null', 400],
      ['"text"', 400],
      ['[]', 422],
      [undefined, 422],
    ] as const) {
      if (body === undefined && NO_BODY_NEEDED.has(path)) continue
      const reply = await server.call(method, at(path), body)
      const name = `${method} ${path} ${body ?? 'nothing'}`
      expect.soft(reply.status, name).toBe(status)
      const code = status === 400 ? 'malformed' : 'validation'
      expect.soft(reply.body['error']?.code, name).toBe(code)
    }
  }
  const empty = await server.call('PATCH', at('group'), {})
  expect(empty.body['error']?.code).toBe('validation')
  expect(await everything()).toEqual(before)
})

test('TK26 a driver that names a program nobody knows is refused, and nothing is created', async () => {
  const before = await everything()
  for (const preset of ['nope', 'Claude', 'constructor', '__proto__']) {
    const driver = { kind: 'acp', preset }
    for (const [path, input] of [
      ['agents', { role: 'developer' }],
      ['leads', { name: 'x' }],
    ] as const) {
      const { status, body } = await server.call('POST', at(path), { ...input, driver })
      expect.soft([status, body['error']?.code], preset).toEqual([422, 'validation'])
      expect.soft(body['error']?.message, preset).toContain(`"${preset}"`)
      expect.soft(body['error']?.details.presets, preset).toContain('claude')
      expect.soft(Object.keys(body['error']?.details.fields ?? {})).toEqual(['driver.preset'])
    }
  }
  expect(await everything()).toEqual(before)
})

test('RE26 another content type is 415, a body above 1 MB is 413', async () => {
  const before = await everything()
  const json = JSON.stringify({ content: 'x' })
  for (const headers of [
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'application/json; charset=latin1' },
    { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  ]) {
    const { status, body } = await server.call('POST', at('messages'), json, { headers })
    expect.soft({ status, code: body['error']?.code }, JSON.stringify(headers)).toEqual({
      status: 415,
      code: 'unsupported_media_type',
    })
  }
  const large = await server.call('POST', at('messages'), { content: long(1_000_000) })
  expect({ status: large.status, code: large.body['error']?.code }).toEqual({
    status: 413,
    code: 'too_large',
  })
  expect(await everything()).toEqual(before)
})

test('RE27 a query is refused with 422 and named: a limit is never clamped', async () => {
  const numbers = ['0', '201', '-1', '1.5', 'abc', '', ' 5', '1e2', '0x10', '99999999999999999']
  const table: [string, string, string][] = [
    ...numbers.map((value): [string, string, string] => ['messages', `limit=${value}`, 'limit']),
    ...numbers.map((value): [string, string, string] => ['inbox', `limit=${value}`, 'limit']),
    ...numbers.map((value): [string, string, string] => [
      'events',
      `lead=${crew.leadId}&limit=${value}`,
      'limit',
    ]),
    ['messages', 'limit=1&limit=2', 'limit'],
    ['messages', 'before=-1', 'before'],
    ['messages', 'before=x', 'before'],
    ['messages', 'after=1.5', 'after'],
    ['messages', 'around=', 'around'],
    ['messages', `before=1&after=1`, 'body'],
    ['messages', `around=${messageId}&after=1`, 'body'],
    ['messages', 'offset=1', 'offset'],
    ['messages', '__proto__=1', '__proto__'],
    ['messages', 'constructor=1', 'constructor'],
    ['groups', 'archived=yes', 'archived'],
    ['groups', 'limit=5', 'limit'],
    ['group', 'x=1', 'x'],
    ['snapshot', 'x=1', 'x'],
    ['agents', 'x=1', 'x'],
    ['events', 'since=1', 'lead'],
    ['events', `lead=${crew.leadId}&since=-1`, 'since'],
    ['events', `lead=${crew.leadId}&before=x`, 'before'],
    ['inbox', 'wait=61', 'wait'],
    ['inbox', 'wait=-1', 'wait'],
    ['agent', 'x=1', 'x'],
    ['owed', 'x=1', 'x'],
    ['manifest', 'tasks=true', 'tasks'],
    ['tasks', 'status=done', 'status'],
    ['tasks', 'status=', 'status'],
    ['tasks', 'status=open&status=failed', 'status'],
    ['tasks', 'limit=0', 'limit'],
    ['needs', 'kind=failed', 'kind'],
  ]
  for (const [path, query, field] of table) {
    const { status, body } = await server.call('GET', `${at(path)}?${query}`)
    const fields = Object.keys(body['error']?.details?.fields ?? {})
    expect.soft({ status, fields }, `${path}?${query}`).toEqual({ status: 422, fields: [field] })
  }
})

test('RE28 hostile names in paths and bodies are refused and change nothing', async () => {
  const before = await everything()
  const names = [
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '%2e%2e',
    '../team',
    '%2525',
    'team\u0000',
    "'; drop table messages; --",
    long(600),
  ]
  for (const given of names) {
    const name = encodeURIComponent(given)
    const requests: [string, string, unknown, readonly number[]][] = [
      ['GET', `/api/lead/${name}`, undefined, [404]],
      ['POST', `/api/lead/${name}/groups`, { name: 'x' }, [404]],
      ['GET', `/api/agents/${name}`, undefined, [404]],
      ['GET', `/api/agents/${name}/inbox`, undefined, [404]],
      ['POST', `/api/agents/${name}/output`, { text: 'x' }, [404]],
      ['GET', `/api/agents/${name}/manifest`, undefined, [404]],
      ['PATCH', `/api/agents/${name}`, { status: 'completed' }, [404]],
      ['POST', `/api/agents/${name}/messages`, { content: 'x' }, [404]],
      ['POST', `/api/agents/${name}/interrupt`, {}, [404]],
      ['POST', `/api/agents/${name}/terminate`, {}, [404]],
      ['POST', `/api/agents/${name}/resume`, {}, [404]],
      ['POST', `/api/needs/${name}`, { action: 'dismiss' }, [404]],
      ['GET', `/api/lead/${name}/tasks`, undefined, [404]],
      ['GET', `/api/lead/${name}/needs`, undefined, [404]],
      ['POST', `/api/lead/${name}/pause`, {}, [404]],
      ['POST', '/api/lead', { name: 'x', parentId: given }, [404, 422]],
      ['POST', `${at('messages')}/${name}/reactions`, { emoji: '👍' }, [404]],
      ['DELETE', `${at('messages')}/${name}/reactions/%F0%9F%91%8D`, undefined, [404]],
      ['DELETE', `${at('reactions')}/${name}`, undefined, [404, 422]],
      ['DELETE', `${at('members')}/${name}`, undefined, [404]],
      ['POST', at('members'), { memberIds: [given] }, [404, 422]],
      ['POST', at('groups'), { name: 'never-created', memberIds: ['dev', given] }, [404, 422]],
      ['GET', `/api/events?lead=${name}`, undefined, [404, 422]],
      ['GET', `${at('messages')}?around=${name}`, undefined, [404, 422]],
    ]
    for (const [method, path, body, allowed] of requests) {
      const reply = await server.call(method, path, body)
      expect.soft(allowed, `${method} ${path.slice(0, 120)}`).toContain(reply.status)
    }
  }
  for (const path of ['/api/lead/%E0%A4%A', '/api/lead/%', `${at('groups')}/%ff`]) {
    expect.soft((await server.call('GET', path)).status, path).toBe(400)
  }
  expect(await everything()).toEqual(before)
})

test('RE29 a group may be called like a property of every object', async () => {
  for (const name of ['constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
    const path = `${at('groups')}/${name}`
    expect.soft((await server.call('GET', path)).body['error']?.code, name).toBe('group_not_found')
    const created = await server.call('POST', at('groups'), { name })
    expect.soft(created.status, name).toBe(201)
    const posted = await server.call('POST', `${path}/messages`, { content: name, clientId: name })
    expect.soft(posted.status, name).toBe(201)
    const read = await server.call('PUT', `${path}/read`, { seq: posted.body['message']?.seq })
    expect.soft(read.status, name).toBe(200)
    const { body } = await server.call('GET', path)
    expect
      .soft(body['group'], name)
      .toMatchObject({ displayName: name, messageCount: 1, unread: 0 })
  }
})

test('RE30 the largest allowed values are accepted', async () => {
  // 64 characters of a name in 100 of what it is made of.
  const name = `${long(61)}${'-'.repeat(37)}yz`
  const created = await server.call('POST', at('groups'), { name, purpose: long(300) })
  expect(created.body['group']).toMatchObject({
    name: `${long(61)}-yz`,
    displayName: name,
  })
  const path = `${at('groups')}/${long(61)}-yz/messages`
  const content = long(50_000)
  const posted = await server.call('POST', path, { content, clientId: long(128) })
  expect(posted.status).toBe(201)
  const page = await server.call('GET', `${path}?limit=200`)
  expect(page.body['messages'][0].content).toHaveLength(50_000)
  expect((await server.call('GET', `${path}?limit=1`)).status).toBe(200)
})

test('RE31 a name that is taken is 409 group_exists and adds nobody', async () => {
  const before = await everything()
  for (const name of ['team', ' TEAM! ', 'Team']) {
    const body = { name, memberIds: [crew.ids['dev']], purpose: 'another' }
    const reply = await server.call('POST', at('groups'), body)
    expect({ status: reply.status, code: reply.body['error']?.code }).toEqual({
      status: 409,
      code: 'group_exists',
    })
  }
  expect(await everything()).toEqual(before)
})

test('RE32 an agent that writes too fast is told when to come back; people are not limited', async () => {
  await using slow = await TestServer.start({
    config: { agentMessagesPerMinute: 1, agentMessageBurst: 2 },
  })
  const { leadId, ids: agents, tokens } = await slow.crew('atlas', { dev: 'developer' })
  const groups = `/api/lead/${leadId}/groups`
  await slow.call('POST', groups, { name: 'team', memberIds: [agents['dev']] })
  const post = (content: string, token = tokens['dev'] ?? '') =>
    slow.call('POST', `${groups}/team/messages`, { content, clientId: content }, { token })
  expect([(await post('1')).status, (await post('2')).status]).toEqual([201, 201])
  const refused = await post('3')
  expect({ status: refused.status, code: refused.body['error'].code }).toEqual({
    status: 429,
    code: 'rate_limited',
  })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect((await post('2')).status, 'a repeated one costs nothing').toBe(200)
  const people = await Promise.all(['4', '5', '6'].map((text) => post(text, slow.owner)))
  expect(people.map((reply) => reply.status)).toEqual([201, 201, 201])
})
