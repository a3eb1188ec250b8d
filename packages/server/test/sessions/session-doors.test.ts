import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandLine } from '@crewroom/shared/command/grammar'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { TestServer } from '../harness/test-server'

let server: TestServer
let crew: Awaited<ReturnType<TestServer['crew']>>

beforeAll(async () => {
  server = await TestServer.start()
  crew = await server.crew('atlas', { ana: 'developer', ben: 'architect', cy: 'qa-tester' })
  const memberIds = ['ana', 'ben', 'cy']
  await server.call('POST', `/api/lead/${crew.leadId}/groups`, { name: 'plan', memberIds })
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

const group = () => `/api/lead/${crew.leadId}/groups/plan`
const by = (name: string) => ({ token: crew.tokens[name] ?? '' })
const id = (name: string) => crew.ids[name] ?? ''

async function open(title: string, agents: readonly string[]): Promise<string> {
  const opened = await server.call('POST', `${group()}/sessions`, { title, agents })
  expect(opened.status).toBe(201)
  return `${group()}/sessions/${opened.body['session'].id}`
}

/** Hands an agent what it is owed, up to a question and that included. */
async function take(who: string): Promise<void> {
  const inbox = `/api/agents/${id(who)}/inbox`
  for (;;) {
    const { deliveries, cursor } = (await server.call('GET', inbox, undefined, by(who))).body
    await server.call('POST', `${inbox}/ack`, { cursor }, by(who))
    if (deliveries.length === 0 || deliveries.some((one: { round?: object }) => one.round)) return
  }
}

const says = (who: string, text: string) =>
  server.call('POST', `/api/agents/${id(who)}/output`, { text }, by(who))

test('SN26 an agent’s record in a session has the entries of its rounds, each with its round, and no others', async () => {
  const session = await open('Records', ['ana', 'ben'])
  const address = `${session}/agents/${id('ana')}/rollout`
  const read = async (query = '') => (await server.call('GET', address + query)).body
  const { rollouts } = server.app.core
  const writes = (text: string, turnId: string | null, kind: 'note' | 'tool_call' = 'note') =>
    rollouts.record(id('ana'), { kind, text, turnId })
  await take('ana')
  for (const question of ['which name?', 'shorter?']) {
    writes(`before ${question}`, null)
    writes('of something else', crew.leadId)
    const body = { content: question, asks: ['ana'] }
    const { round } = (await server.call('POST', `${session}/messages`, body)).body
    const [{ deliveryId }] = round.responses
    await take('ana')
    writes(`about ${question}`, deliveryId)
    writes('ls', deliveryId, 'tool_call')
    await says('ana', 'Ada.')
  }
  const expected = [
    [1, 'note', 'about which name?'],
    [1, 'tool_call', 'ls'],
    [2, 'note', 'about shorter?'],
    [2, 'tool_call', 'ls'],
  ]
  const told = (all: { round: number; kind: string; text: string | null }[]) =>
    all
      .map(({ round, kind, text }) => [round, kind, text])
      .filter(([, kind]) => kind === 'note' || kind === 'tool_call')
  const { entries, hasMore, removed } = await read()
  expect([told(entries), hasMore, removed]).toEqual([expected, false, 0])
  expect(told((await read('?kind=tool_call'))['entries'])).toEqual([expected[1], expected[3]])
  const calls = entries.filter(({ kind }: { kind: string }) => kind === 'tool_call')
  const later = await read(`?kind=tool_call&limit=1&after=${calls[0].n}`)
  expect([told(later['entries']), later['hasBefore'], later['hasAfter']]).toEqual([
    expected.slice(3),
    true,
    false,
  ])
  const earlier = await read(`?kind=note&limit=1`)
  expect([told(earlier['entries']), earlier['hasMore']]).toEqual([expected.slice(2, 3), true])
  // For the agent itself and people alone; main has no rounds.
  expect((await server.call('GET', address, undefined, by('ana'))).status).toBe(200)
  expect((await server.call('GET', address, undefined, by('ben'))).status).toBe(403)
  expect((await server.call('GET', address, undefined, by('lead'))).status).toBe(403)
  const main = `${group()}/sessions/main/agents/${id('ana')}/rollout`
  expect((await server.call('GET', main)).body['entries']).toEqual([])
})

test('SN25 main is read as a session: its messages are those of the group', async () => {
  await server.call('POST', `${group()}/messages`, { content: 'in the group' })
  const main = `${group()}/sessions/main`
  const messages = (await server.call('GET', `${main}/messages?limit=1`)).body['messages']
  expect(messages).toMatchObject([{ sessionId: 'main', content: 'in the group' }])
  const { session } = (await server.call('GET', main)).body
  const { group: record } = (await server.call('GET', group())).body
  expect([session.id, session.unread, session.messageCount]).toEqual([
    'main',
    record.unread,
    record.messageCount,
  ])
  for (const [method, address, body] of [
    ['POST', `${main}/messages`, { content: 'x' }],
    ['PATCH', main, { title: 'x' }],
    ['DELETE', main, undefined],
    ['PUT', `${main}/read`, { seq: 1 }],
  ] as const) {
    const refused = await server.call(method, address, body)
    expect([refused.status, refused.body['error'].message]).toEqual([
      404,
      'main is the free talk of group "plan" and no session of its own: read it and write to it as the group.',
    ])
  }
})

test('SN3, SN24, RE20 a refusal says what happened and what to do', async () => {
  const session = await open('Refusals', ['ana'])
  await server.call('POST', `${session}/messages`, { content: 'which name?' })
  const refusal = async (method: string, address: string, body?: object, as?: string) => {
    const options = as === undefined ? undefined : by(as)
    const { status, body: told } = await server.call(method, address, body, options)
    return [status, told['error'].code, told['error'].message]
  }
  const retry = (n: string) => refusal('POST', `${session}/rounds/${n}/retry`, { agentId: 'ana' })
  expect(await retry('one')).toEqual([
    404,
    'round_not_found',
    'session "Refusals" has no round of this number; its newest is round 1.',
  ])
  expect(await retry('1')).toEqual([
    422,
    'validation',
    'agentId: ana has not answered yet. Stop its answer first, or wait for it.',
  ])
  expect(await refusal('POST', `${session}/answers/ana/interrupt`, {}, 'ana')).toEqual([
    403,
    'forbidden',
    "only the lead, or the person who runs the crew, may stop an agent's answer.",
  ])
  await server.call('POST', `${session}/messages`, { content: 'well?' })
  expect(await retry('1')).toEqual([
    409,
    'round_over',
    'round 1 is over: round 2 was opened since. Write to the session to ask again.',
  ])
  expect((await refusal('PUT', `${session}/read`, { seq: 1 }, 'ana'))[0]).toBe(403)
  expect((await refusal('GET', session, undefined, 'ben'))[1]).toBe('session_not_found')
  await server.call('PATCH', session, { status: 'archived' })
  expect(await refusal('POST', `${session}/messages`, { content: 'x' })).toEqual([
    409,
    'session_archived',
    'session "Refusals" is archived. Its history can still be read; take it out of the archive to write.',
  ])
  expect((await server.call('DELETE', session)).body['deleted']).toBe(session.split('/').at(-1))
  expect((await refusal('GET', session))[1]).toBe('session_not_found')
})

test('SN27 a group says whom its sessions ask', async () => {
  const set = (broadcastMode: string) => server.call('PATCH', group(), { chat: { broadcastMode } })
  expect((await set('mention_only')).body['group'].chat).toEqual({ broadcastMode: 'mention_only' })
  const session = await open('Mentions', ['ana', 'ben'])
  const asks = async (content: string) =>
    (await server.call('POST', `${session}/messages`, { content })).body['asks']
  expect(await asks('@ben, which?')).toEqual([id('ben')])
  expect(await asks('which?')).toEqual([])
  expect((await set('some')).status).toBe(422)
  expect((await set('all')).body['group'].chat).toEqual({ broadcastMode: 'all' })
  expect(await asks('which?')).toEqual([id('ana'), id('ben')])
})

test('MK1, SN2 a secret in a title, a message or an answer is masked everywhere', async () => {
  const key = `sk-ant-api03-${'k'.repeat(80)}`
  const session = await open(`Key ${key}`, ['cy'])
  await server.call('POST', `${session}/messages`, { content: `use ${key}` })
  await take('cy')
  await says('cy', `It is ${key}.`)
  await server.call('PATCH', session, { title: `Still ${key}` })
  const read = await Promise.all(
    [session, `${session}/messages`, `${session}/rounds`, `${group()}/sessions`].map(
      async (address) => JSON.stringify((await server.call('GET', address)).body),
    ),
  )
  expect(read.join('\n')).not.toContain('kkkk')
  expect(read[1]).toContain('It is [masked:')
  expect(read[0]).toContain('Still [masked:')
})

test('SN44 a title of more than 100 characters and a message of more than 50,000 are refused by every door', async () => {
  const session = await open('Lengths', ['ana'])
  const long = 'x'.repeat(LIMITS.content + 1)
  const title = 'x'.repeat(LIMITS.sessionTitle + 1)
  const requests: readonly (readonly [string, string, object])[] = [
    ['POST', `${group()}/sessions`, { title }],
    ['PATCH', session, { title }],
    ['POST', `${session}/messages`, { content: long }],
    ['POST', `${session}/messages`, { content: 'hi', clientId: 'x'.repeat(LIMITS.clientId + 1) }],
    ['POST', `${session}/messages`, { content: 'hi', asks: Array(LIMITS.members + 1).fill('ana') }],
  ]
  for (const [method, address, body] of requests) {
    const { status, body: reply } = await server.call(method, address, body)
    expect([status, reply['error']?.code], `${method} ${address}`).toEqual([422, 'validation'])
  }
  const answer = { deliveryId: 'd', content: long }
  const byName = await server.call('POST', `/api/agents/${id('ana')}/answer`, answer, by('ana'))
  expect(byName.body['error']?.code).toBe('validation')
  const posted = { group: 'plan', session: 'Lengths', content: long }
  const { body } = await says('ana', commandLine('GROUP_MESSAGE', posted))
  expect(body['results']).toMatchObject([{ ok: false }])
  expect((await server.call('GET', `${session}/messages`)).body['messages']).toEqual([])
})
