import { commandLine } from '@crewroom/shared/command/grammar'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestServer } from '../harness/test-server'

let server: TestServer
let crew: Awaited<ReturnType<TestServer['crew']>>
let chat: string

beforeAll(async () => {
  server = await TestServer.start()
  crew = await server.crew('atlas', {
    ana: 'developer',
    ben: 'architect',
    cy: 'qa-tester',
    dan: 'developer',
  })
  const memberIds = ['ana', 'ben', 'cy']
  const made = await server.call('POST', `${lead()}/groups`, { name: 'plan', memberIds })
  chat = `/api/group-chats/${made.body['group'].id}`
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

const lead = () => `/api/lead/${crew.leadId}`
const group = () => `${lead()}/groups/plan`
const id = (name: string) => crew.ids[name] ?? ''
const namesOf = (ids: readonly string[]) =>
  ['ana', 'ben', 'cy', 'dan'].filter((name) => ids.includes(id(name))).join(' ')

async function made(address: string, body: object): Promise<string> {
  const { status, body: reply } = await server.call('POST', address, body)
  expect(status).toBe(201)
  const { session = reply } = reply as { session?: { id: string } }
  return (session as { id: string }).id
}

const ASKS = 'Which name?'

test('SN48, VB7 sessions of every door ask one that joins later through every door', async () => {
  const discussion = await server.call('POST', `${group()}/discussions`, { goal: 'Names', policy: { kind: 'parallel' } }) // prettier-ignore
  await server.call('POST', `/api/runs/${discussion.body['run'].id}/stop`)
  const chosen = await made(`${group()}/sessions`, { agents: ['ana'] })
  const back = await server.call('PATCH', `${group()}/sessions/${chosen}`, { agents: null })
  expect(back.body['session']).toMatchObject({ chosen: null })
  const inChat = await made(`${chat}/sessions`, { active_agents: ['ana'] })
  await server.call('PATCH', `${chat}/sessions/${inChat}`, { active_agents: null })
  const sessions = [
    discussion.body['session'].id as string,
    chosen,
    inChat,
    await made(`${group()}/sessions`, {}),
    await made(`${group()}/sessions`, { agents: null }),
    await made(`${chat}/sessions`, {}),
    await made(`${chat}/sessions`, { active_agents: null }),
  ]
  const token = crew.tokens['lead'] ?? ''
  const says = (line: string) =>
    server.call('POST', `/api/agents/${crew.leadId}/output`, { text: `${line}\n` }, { token })
  const joins: Record<string, () => Promise<unknown>> = {
    'the group': () => server.call('POST', `${group()}/members`, { memberIds: [id('dan')] }),
    'the group chat': () =>
      server.call('POST', `${chat}/members`, { type: 'agent', id: id('dan') }),
    'a command': () => says(commandLine('ADD_TO_GROUP', { group: 'plan', members: [id('dan')] })),
  }
  for (const [door, join] of Object.entries(joins)) {
    await join()
    for (const session of sessions) {
      const address = `${group()}/sessions/${session}`
      const { body } = await server.call('POST', `${address}/messages`, { content: ASKS })
      expect(namesOf(body['asks']), `after ${door}`).toBe('ana ben cy dan')
      const posted = await server.call('POST', `${chat}/sessions/${session}/messages`, { content: ASKS }) // prettier-ignore
      expect(posted.body['agents_triggered'], `after ${door}`).toHaveLength(4)
      const now = (await server.call('GET', address)).body['session']
      expect([namesOf(now.activeAgents), now.chosen]).toEqual(['ana ben cy dan', null])
    }
    await server.call('DELETE', `${group()}/members/${id('dan')}`)
    for (const session of sessions) {
      const { body } = await server.call('GET', `${group()}/sessions/${session}`)
      expect(namesOf(body['session'].activeAgents), `without it after ${door}`).toBe('ana ben cy')
    }
  }
})

test('SN51, SN53 a person’s message that calls one who takes no part is answered with a hint, by every door', async () => {
  const session = await made(`${group()}/sessions`, { title: 'Two', agents: ['ana', 'ben'] })
  // Those that are not connected are hinted at, too.
  for (const name of ['ana', 'ben', 'cy']) {
    await server.call('GET', `/api/agents/${id(name)}/inbox`, undefined, { token: crew.tokens[name] ?? '' }) // prettier-ignore
  }
  const native = `${group()}/sessions/${session}/messages`
  const post = async (address: string, content: string, more = {}) =>
    (await server.call('POST', address, { content, ...more })).body['hint'] as string | undefined
  const hint = 'cy is not asked: it takes no part in session "Two". Add it to "agents" of the session, or set that to null to ask all agents of the group.' // prettier-ignore
  const handle = `@${id('cy').slice(0, 8)}`
  for (const content of ['@cy which name?', `${handle} which name?`, '@here and @cy?']) {
    expect(await post(native, content), content).toBe(hint)
  }
  const both = await post(native, `@cy and @${crew.leadId.slice(0, 8)}, which?`)
  expect(both).toContain('are not asked: they take no part in session "Two". Add them to')
  // It says the same when the message is sent again.
  for (let times = 0; times < 2; times++) {
    expect(await post(native, '@cy, this?', { clientId: 'once' })).toBe(hint)
  }
  for (const content of [
    'Which name?',
    '@here',
    '@ana and @ben',
    '`@cy` in code',
    '@qa-tester',
    '@zoe',
  ]) {
    expect(await post(native, content), content).toBeUndefined()
  }
  const inChat = await post(`${chat}/sessions/${session}/messages`, '@cy?')
  expect(inChat).toContain('Add it to "active_agents" of the session')
  expect(await post(`${chat}/sessions/${session}/messages`, '@ana?')).toBeUndefined()
  const token = crew.tokens['ana'] ?? ''
  const own = await server.call('POST', native, { content: '@cy?' }, { token })
  expect([own.status, own.body['hint']]).toEqual([
    201,
    expect.stringContaining('cy does not read this: it takes no part in session "Two".'),
  ])
  await server.call('PATCH', `${group()}/sessions/${session}`, { agents: null })
  expect(await post(native, '@cy?')).toBeUndefined()
})

test('SN52 the sessions of a group are read a page at a time, newest first, by both doors', async () => {
  await server.call('POST', `${lead()}/groups`, { name: 'pages', memberIds: ['ana'] })
  const pages = `${lead()}/groups/pages/sessions`
  const found = await server.call('GET', `${lead()}/groups/pages`)
  const inChat = `/api/group-chats/${found.body['group'].id}/sessions`
  const opened: string[] = []
  for (let n = 0; n < 130; n++) {
    const one = await made(pages, {})
    opened.unshift(one)
    if (n % 2 === 0) await server.call('PATCH', `${pages}/${one}`, { status: 'archived' })
  }
  const read = async (query: string) => (await server.call('GET', `${pages}?${query}`)).body
  const ids = ({ sessions }: { sessions?: { id: string }[] }) => sessions?.map((one) => one.id)
  const whole = await read('status=active')
  expect([ids(whole), whole['hasMore']]).toEqual([opened.filter((_, n) => n % 2 === 0), false])
  for (const [query, wanted] of [
    ['status=all', opened],
    ['status=archived', opened.filter((_, n) => n % 2 === 1)],
  ] as const) {
    const all: string[] = []
    for (let before = ''; ;) {
      const page = await read(`${query}&limit=7${before}`)
      const own = ids(page) ?? []
      all.push(...own)
      if (page['hasMore'] !== true) break
      expect(own).toHaveLength(7)
      before = `&before=${own.at(-1)}`
    }
    expect(all).toEqual(wanted)
  }
  const first = await read('status=all')
  expect([ids(first), first['hasMore']]).toEqual([opened.slice(0, 100), true])
  const chats: string[] = []
  for (let before: string | null = ''; before !== null;) {
    const query: string = before === '' ? '' : `&before=${before}`
    const { body } = await server.call('GET', `${inChat}?limit=60${query}`)
    chats.push(...(ids(body) ?? []))
    expect(body['has_more']).toBe(body['next_before'] !== null)
    before = body['next_before'] as string | null
  }
  expect(chats).toEqual(opened)
  // One that is archived meanwhile is still a place to go on from; a deleted one is not.
  const [, at = ''] = opened
  await server.call('PATCH', `${pages}/${at}`, { status: 'archived' })
  expect(ids(await read(`status=all&before=${at}&limit=1`))).toEqual([opened[2]])
  await server.call('DELETE', `${pages}/${at}`)
  const gone = await server.call('GET', `${pages}?before=${at}`)
  expect([gone.status, gone.body['error'].code]).toEqual([422, 'validation'])
  expect(gone.body['error'].message).toContain('before')
})

const LONG = 'x'.repeat(101)

test.each<[method: string, path: string, field: string, value: unknown]>([
  ['POST', '/sessions', 'agents', 'ana'],
  ['POST', '/sessions', 'agents', {}],
  ['POST', '/sessions', 'agents', [null]],
  ['POST', '/sessions', 'agents', [LONG]],
  ['POST', '/sessions', 'agents', ['']],
  ['POST', '/sessions', 'agents', Array.from({ length: 101 }, () => 'ana')],
  ['POST', '/sessions', 'chosen', null],
  ['PATCH', '/sessions/of', 'agents', 0],
  ['PATCH', '/sessions/of', 'agents', 'null'],
  ['PATCH', '/sessions/of', 'agents', [['ana']]],
  ['PATCH', '/sessions/of', 'chosen', []],
  ['GET', '/sessions', 'before', ''],
  ['GET', '/sessions', 'before', 'y'.repeat(65)],
  ['GET', '/sessions', 'limit', '0'],
  ['GET', '/sessions', 'limit', '201'],
  ['GET', '/sessions', 'limit', '1.5'],
  ['GET', '/sessions', 'after', 'x'],
])(
  'SN48, SN52 %s %s with %s %j is refused, and changes nothing',
  async (method, path, field, value) => {
    const own = await made(`${group()}/sessions`, { agents: ['ana'] })
    const list = async () =>
      (await server.call('GET', `${group()}/sessions?status=all&limit=200`)).body
    const before = await list()
    for (const root of [group(), chat]) {
      if (root === chat && field === 'chosen') continue
      const name = root === chat && field === 'agents' ? 'active_agents' : field
      const address = `${root}${path.replace('/of', `/${own}`)}`
      const { status, body } =
        method === 'GET'
          ? await server.call('GET', `${address}?${name}=${String(value)}`)
          : await server.call(method, address, { [name]: value })
      expect([status, body['error'].code]).toEqual([422, 'validation'])
      expect(JSON.stringify(body['error']), 'names the field').toContain(name)
    }
    expect(await list()).toEqual(before)
  },
)
