import { afterAll, beforeAll, expect, test } from 'vitest'
import { archiveGroup } from '../../src/groups/archive-group'
import { BY_PERSON } from '../harness/test-crew'
import { TestServer } from '../harness/test-server'

let server: TestServer
let crew: Awaited<ReturnType<TestServer['crew']>>
let other: Awaited<ReturnType<TestServer['crew']>>

beforeAll(async () => {
  server = await TestServer.start()
  crew = await server.crew('atlas', {
    creator: 'architect',
    member: 'developer',
    outsider: 'qa-tester',
    extra: 'technical-writer',
    twin: 'developer',
  })
  other = await server.crew('borealis', { stranger: 'developer' })
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

const id = (who: string) => crew.ids[who] ?? other.ids[who] ?? 'human'
const lead = (path = '') => `/api/lead/${crew.leadId}${path}`

function token(who: string): string {
  if (who === 'person') return server.owner
  if (who === 'observer') return server.observer
  return crew.tokens[who] ?? other.tokens[who] ?? ''
}

/** `200`, or `403 not_a_member`. */
async function answer(who: string, method: string, path: string, body?: unknown): Promise<string> {
  const reply = await server.call(method, path, body, { token: token(who) })
  const code = reply.body['error']?.code as string | undefined
  return code === undefined ? String(reply.status) : `${reply.status} ${code}`
}

let count = 0

/** A new group of the creator with the member and one more, and a message in it. */
async function freshGroup(): Promise<{
  path: string
  name: string
  messageId: string
  seq: number
}> {
  const name = `group-of-${++count}`
  const body = { name, memberIds: [id('member'), id('extra')] }
  const asCreator = { token: token('creator') }
  await server.call('POST', lead('/groups'), body, asCreator)
  const path = lead(`/groups/${name}`)
  const posted = await server.call('POST', `${path}/messages`, { content: 'hello' }, asCreator)
  return { path, name, messageId: posted.body['message'].id, seq: posted.body['message'].seq }
}

type Group = Awaited<ReturnType<typeof freshGroup>>
type Request = readonly [method: string, path: string, body?: unknown]
type Ask = (group: Group, who: string) => Request

const WHO = ['lead', 'creator', 'member', 'outsider', 'stranger', 'observer', 'person'] as const
const NOT_MEMBER = '403 not_a_member'
const FORBIDDEN = '403 forbidden'
const NO_CREW = '404 lead_not_found'
const NO_AGENT = '404 agent_not_found'

/** What each of WHO is answered. */
const VERBS: readonly (readonly [string, Ask, readonly string[]])[] = [
  [
    'read the group',
    ({ path }) => ['GET', path],
    ['200', '200', '200', NOT_MEMBER, NO_CREW, '200', '200'],
  ],
  [
    'read its messages',
    ({ path }) => ['GET', `${path}/messages`],
    ['200', '200', '200', NOT_MEMBER, NO_CREW, '200', '200'],
  ],
  [
    'write to it',
    ({ path }) => ['POST', `${path}/messages`, { content: 'x' }],
    ['201', '201', '201', NOT_MEMBER, NO_CREW, FORBIDDEN, '201'],
  ],
  [
    'react',
    ({ path, messageId }) => ['POST', `${path}/messages/${messageId}/reactions`, { emoji: '👍' }],
    ['200', '200', '200', NOT_MEMBER, NO_CREW, FORBIDDEN, '200'],
  ],
  [
    'take a reaction back',
    ({ path, messageId }) => ['DELETE', `${path}/messages/${messageId}/reactions/%F0%9F%91%8D`],
    ['200', '200', '200', NOT_MEMBER, NO_CREW, FORBIDDEN, '200'],
  ],
  [
    'mark as read',
    ({ path, seq }) => ['PUT', `${path}/read`, { seq }],
    ['200', '200', '200', NOT_MEMBER, NO_CREW, FORBIDDEN, '200'],
  ],
  [
    'add a member',
    ({ path }) => ['POST', `${path}/members`, { memberIds: [id('twin')] }],
    ['200', '200', '200', NOT_MEMBER, NO_CREW, FORBIDDEN, '200'],
  ],
  [
    'remove a member',
    ({ path }) => ['DELETE', `${path}/members/${id('extra')}`],
    ['200', '200', FORBIDDEN, NOT_MEMBER, NO_CREW, FORBIDDEN, '200'],
  ],
  [
    'set whether a member is woken',
    ({ path }) => ['PATCH', `${path}/members/${id('extra')}`, { wake: 'none' }],
    ['200', '200', FORBIDDEN, NOT_MEMBER, NO_CREW, FORBIDDEN, '200'],
  ],
  [
    'set whether it is woken itself',
    ({ path }, who) => ['PATCH', `${path}/members/${id(who)}`, { wake: 'none' }],
    ['200', '200', '200', NOT_MEMBER, NO_CREW, FORBIDDEN, '404 agent_not_found'],
  ],
  [
    'change its purpose',
    ({ path }) => ['PATCH', path, { purpose: 'x' }],
    ['200', '200', FORBIDDEN, NOT_MEMBER, NO_CREW, FORBIDDEN, '200'],
  ],
  [
    'leave',
    ({ path }, who) => ['DELETE', `${path}/members/${id(who)}`],
    ['409 lead_cannot_leave', '200', '200', NOT_MEMBER, NO_CREW, FORBIDDEN, NOT_MEMBER],
  ],
  [
    'create a group',
    (_group, who) => ['POST', lead('/groups'), { name: `by-${who}` }],
    ['201', '201', '201', '201', NO_CREW, FORBIDDEN, '201'],
  ],
]

test('RE33, GR16 every verb of a group is open to whom the table says, and to nobody else', async () => {
  for (const [verb, ask, expected] of VERBS) {
    for (const [index, who] of WHO.entries()) {
      const request = ask(await freshGroup(), who)
      expect.soft(await answer(who, ...request), `${who}: ${verb}`).toBe(expected[index])
    }
  }
})

test('RE34 the lead cannot be removed from a group, by anyone', async () => {
  for (const who of ['person', 'creator', 'lead']) {
    const { path } = await freshGroup()
    for (const reference of [id('lead'), 'lead', id('lead').slice(0, 8)]) {
      const got = await answer(who, 'DELETE', `${path}/members/${reference}`)
      expect.soft(got, `${who} ${reference}`).toBe('409 lead_cannot_leave')
    }
    const { body } = await server.call('GET', path)
    expect(body['group'].memberIds).toContain(id('lead'))
  }
})

test('RE35 who left or was removed is outside: no reading, no writing', async () => {
  const { path, messageId } = await freshGroup()
  expect(await answer('member', 'DELETE', `${path}/members/${id('member')}`)).toBe('200')
  expect(await answer('creator', 'DELETE', `${path}/members/${id('extra')}`)).toBe('200')
  for (const who of ['member', 'extra']) {
    const requests: readonly Request[] = [
      ['GET', path],
      ['GET', `${path}/messages`],
      ['POST', `${path}/messages`, { content: 'x' }],
      ['POST', `${path}/messages/${messageId}/reactions`, { emoji: '👍' }],
      ['POST', `${path}/members`, { memberIds: [id(who)] }],
      ['DELETE', `${path}/members/${id(who)}`],
    ]
    for (const request of requests) {
      expect.soft(await answer(who, ...request), `${who} ${request[0]}`).toBe(NOT_MEMBER)
    }
  }
})

test('RE36, GR15 a member sees the messages of its own stay, and the 20 that it was given with its joining; the lead and people see all', async () => {
  const { path, messageId } = await freshGroup()
  const post = (content: string) => answer('creator', 'POST', `${path}/messages`, { content })
  await post('before')
  const given = Array.from({ length: 20 }, (_, n) => `given ${n + 1}`)
  // The person has no rate that later tests would miss.
  for (const content of given) await server.call('POST', `${path}/messages`, { content })
  await answer('creator', 'POST', `${path}/members`, { memberIds: [id('outsider')] })
  await post('after')
  const read = async (who: string) => {
    const asWho = { token: token(who) }
    const { body } = await server.call('GET', `${path}/messages`, undefined, asWho)
    return body['messages'].map((message: { content: string }) => message.content)
  }
  expect(await read('outsider')).toEqual([...given, 'after'])
  expect(await read('lead')).toEqual(['hello', 'before', ...given, 'after'])
  expect(await read('observer')).toEqual(['hello', 'before', ...given, 'after'])
  const unseen: readonly Request[] = [
    ['GET', `${path}/messages?around=${messageId}`],
    ['POST', `${path}/messages/${messageId}/reactions`, { emoji: '👍' }],
    ['POST', `${path}/messages/%231/reactions`, { emoji: '👍' }],
  ]
  for (const request of unseen) {
    const name = `${request[0]} ${request[1]}`
    expect.soft(await answer('outsider', ...request), name).toBe('404 message_not_found')
  }
})

test('RE37 members are named within the crew: each way to be wrong has its code', async () => {
  const { path } = await freshGroup()
  const table = [
    [id('stranger'), '422 other_crew'],
    [id('stranger').slice(0, 8), '422 other_crew'],
    ['developer', '422 ambiguous_member'],
    ['Developer', '422 ambiguous_member'],
    ['nobody', '404 agent_not_found'],
    ['00000000-0000-4000-8000-000000000000', '404 agent_not_found'],
    ['designer', '404 agent_not_found'],
  ] as const
  for (const [reference, expected] of table) {
    const body = { memberIds: [id('twin'), reference] }
    const got = await answer('creator', 'POST', `${path}/members`, body)
    expect.soft(got, reference).toBe(expected)
    const create = await answer('creator', 'POST', lead('/groups'), { name: 'half', ...body })
    expect.soft(create, `create with ${reference}`).toBe(expected)
  }
  const reply = await server.call('POST', `${path}/members`, { memberIds: ['developer'] })
  expect(reply.body['error'].details.candidates).toEqual([id('member'), id('twin')])
  const { body } = await server.call('GET', path)
  expect(body['group'].memberIds, 'nobody was added').not.toContain(id('twin'))
  expect(await answer('person', 'GET', lead('/groups/half'))).toBe('404 group_not_found')
  for (const reference of ['human', 'twin', 'QA Tester', id('outsider').slice(0, 4)]) {
    const added = await answer('creator', 'POST', `${path}/members`, { memberIds: [reference] })
    expect.soft(added, reference).toBe('200')
  }
})

test('RE38 an archived group is read but not written to', async () => {
  const { path, name, messageId } = await freshGroup()
  const { shard } = server.app.core
  archiveGroup(shard, shard.crew(crew.leadId), BY_PERSON, name)
  const archived = '409 group_archived'
  const table = [
    ['POST', `${path}/messages`, { content: 'x' }, archived],
    ['POST', `${path}/messages/${messageId}/reactions`, { emoji: '👍' }, archived],
    ['POST', `${path}/members`, { memberIds: ['human'] }, archived],
    ['GET', path, undefined, '200'],
    ['GET', `${path}/messages`, undefined, '200'],
  ] as const
  for (const [method, url, body, expected] of table) {
    expect.soft(await answer('creator', method, url, body), `${method} ${url}`).toBe(expected)
  }
  const stranger = await answer('outsider', 'POST', lead('/groups'), { name })
  expect(stranger, 'who was never in it').toBe('409 group_exists')
  const names = async (query: string) => {
    const { body } = await server.call('GET', lead(`/groups${query}`))
    return body['groups'].map((group: { name: string }) => group.name)
  }
  expect(await names('')).not.toContain(name)
  expect(await names('?archived=true')).toEqual([name])
})

test('SE1 a crew does not exist for an agent of another crew', async () => {
  const own = ['', '/snapshot', '/agents', '/groups', '/tasks', '/needs']
  const paths = [...own, '/groups/any', '/groups/any/messages']
  for (const path of paths) {
    expect.soft(await answer('stranger', 'GET', lead(path)), path).toBe(NO_CREW)
    if (path.includes('any')) continue
    expect.soft(await answer('outsider', 'GET', lead(path)), path).toBe('200')
    expect.soft(await answer('observer', 'GET', lead(path)), path).toBe('200')
  }
  expect(await answer('stranger', 'GET', `/api/events?lead=${crew.leadId}`)).toBe(NO_CREW)
  for (const path of ['', '/owed', '/inbox', '/manifest', '/rollout']) {
    const got = await answer('stranger', 'GET', `/api/agents/${id('member')}${path}`)
    expect.soft(got, path).toBe('404 agent_not_found')
  }
})

test('SE2 only the person founds crews, adds agents and makes login codes', async () => {
  const requests: readonly Request[] = [
    ['POST', '/api/lead', { name: 'x' }],
    ['POST', lead('/agents'), { role: 'designer' }],
    ['POST', '/api/login-codes', {}],
  ]
  for (const request of requests) {
    for (const who of ['lead', 'member', 'observer']) {
      expect.soft(await answer(who, ...request), `${who} ${request[1]}`).toBe(FORBIDDEN)
    }
    expect.soft(await answer('person', ...request), request[1]).toBe('201')
  }
})

/** Verbs over the agent `member`, which the lead has given nothing; each as often as there is somebody to ask. */
const OVER_AGENTS: readonly (readonly [string, () => Request, readonly string[]])[] = [
  [
    'look at it',
    () => ['GET', `/api/agents/${id('member')}`],
    ['200', '200', '200', '200', NO_AGENT, '200', '200'],
  ],
  [
    'look at what waits for it',
    () => ['GET', `/api/agents/${id('member')}/owed`],
    ['200', '200', '200', '200', NO_AGENT, '200', '200'],
  ],
  [
    'read its manifest',
    () => ['GET', `/api/agents/${id('member')}/manifest`],
    [FORBIDDEN, FORBIDDEN, '200', FORBIDDEN, NO_AGENT, '200', '200'],
  ],
  [
    'write to it',
    () => ['POST', `/api/agents/${id('member')}/messages`, { content: 'x' }],
    ['202', '202', FORBIDDEN, '202', NO_AGENT, FORBIDDEN, '202'],
  ],
  [
    'write to everybody',
    () => ['POST', lead('/broadcast'), { content: 'x' }],
    ['202', '202', '202', '202', NO_CREW, FORBIDDEN, '202'],
  ],
  [
    'give it a task',
    () => ['POST', `/api/agents/${id('member')}/tasks`, { task: 'x', again: true }],
    ['201', FORBIDDEN, FORBIDDEN, FORBIDDEN, NO_AGENT, FORBIDDEN, '201'],
  ],
  [
    'interrupt it',
    () => ['POST', `/api/agents/${id('member')}/interrupt`, { content: 'x' }],
    ['202', FORBIDDEN, FORBIDDEN, FORBIDDEN, NO_AGENT, FORBIDDEN, '202'],
  ],
  [
    'say that it is done',
    () => ['PATCH', `/api/agents/${id('member')}`, { status: 'completed' }],
    [FORBIDDEN, FORBIDDEN, '200', FORBIDDEN, NO_AGENT, FORBIDDEN, '200'],
  ],
  [
    'resume it',
    () => ['POST', `/api/agents/${id('member')}/resume`],
    ['200', FORBIDDEN, FORBIDDEN, FORBIDDEN, NO_AGENT, FORBIDDEN, '200'],
  ],
  [
    'end it',
    () => ['POST', `/api/agents/${id('member')}/terminate`],
    ['200', FORBIDDEN, FORBIDDEN, FORBIDDEN, NO_AGENT, FORBIDDEN, '200'],
  ],
]

test('LC14 every verb over an agent is open over REST to whom the table says, and to nobody else', async () => {
  for (const [verb, request, expected] of OVER_AGENTS) {
    for (const [index, who] of WHO.entries()) {
      await answer('person', 'POST', `/api/agents/${id('member')}/resume`)
      expect.soft(await answer(who, ...request()), `${who}: ${verb}`).toBe(expected[index])
    }
  }
  await answer('person', 'POST', `/api/agents/${id('member')}/resume`)
})

test('PS10 the work of a crew is read by all of it, and paused by the person alone', async () => {
  const { path } = await freshGroup()
  const read = ['200', '200', '200', '200', NO_CREW, '200', '200']
  const inside = [FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN, NO_CREW, FORBIDDEN, '200']
  const inGroup = [FORBIDDEN, FORBIDDEN, FORBIDDEN, NOT_MEMBER, NO_CREW, FORBIDDEN, '200']
  const overall = [...Array<string>(6).fill(FORBIDDEN), '200']
  const table: readonly (readonly [string, string, readonly string[]])[] = [
    ['GET', lead('/tasks'), read],
    ['GET', lead('/needs'), read],
    ['POST', `${path}/pause`, inGroup],
    ['POST', `${path}/resume`, inGroup],
    ['POST', lead('/pause'), inside],
    ['POST', lead('/resume'), inside],
    ['POST', '/api/pause', overall],
    ['POST', '/api/resume', overall],
  ]
  for (const [method, url, expected] of table) {
    for (const [index, who] of WHO.entries()) {
      const got = await answer(who, method, url)
      expect.soft(got, `${who}: ${method} ${url}`).toBe(expected[index])
    }
  }
})

test('SE3 an agent’s inbox, output and token are its own and the person’s', async () => {
  const mine = `/api/agents/${id('member')}`
  const requests: readonly Request[] = [
    ['GET', `${mine}/inbox`, undefined],
    ['POST', `${mine}/inbox/ack`, { cursor: 'empty' }],
    ['POST', `${mine}/output`, { text: '⟦⟦ QUERY_GROUPS ⟧⟧' }],
  ]
  for (const request of requests) {
    for (const who of ['twin', 'lead', 'observer']) {
      expect.soft(await answer(who, ...request), `${who} ${request[1]}`).toBe(FORBIDDEN)
    }
    for (const who of ['member', 'person']) {
      expect.soft(await answer(who, ...request), `${who} ${request[1]}`).toBe('200')
    }
  }
  expect(await answer('twin', 'POST', `${mine}/token`, {})).toBe(FORBIDDEN)
  expect(await answer('observer', 'POST', `${mine}/token`, {})).toBe(FORBIDDEN)
  expect(await answer('stranger', 'POST', `${mine}/token`, {})).toBe('404 agent_not_found')
})

test('SE4 without a token, or with one nobody knows, everything but health is 401', async () => {
  const table = [
    ['GET', '/api/me'],
    ['GET', '/api/lead'],
    ['GET', lead('/snapshot')],
    ['POST', lead('/groups'), { name: 'x' }],
    ['GET', `/api/agents/${id('member')}/inbox`],
    ['GET', '/api/nope'],
  ] as const
  for (const [method, path, body] of table) {
    for (const given of [null, 'wrong']) {
      const reply = await server.call(method, path, body, { token: given })
      const got = `${reply.status} ${reply.body['error']?.code}`
      expect.soft(got, `${method} ${path} ${given}`).toBe('401 unauthorized')
    }
  }
  const query = await server.call('GET', `/api/me?token=${server.owner}`, undefined, {
    token: null,
  })
  expect(query.status, 'a token in the address is none').toBe(401)
  const headers = { cookie: `token=${server.owner}; session=${server.owner}` }
  const cookie = await server.call('GET', '/api/me', undefined, { token: null, headers })
  expect(cookie.status, 'a cookie authorises nothing').toBe(401)
})
