import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { commandLine } from '@crewroom/shared/command/grammar'
import { JSON_ROOM, LIMITS } from '@crewroom/shared/protocol/limits'
import { RpcRemote } from '../harness/rpc-remote'
import { TestServer } from '../harness/test-server'
import { TestSocket } from '../harness/test-socket'

let server: TestServer
let at: Awaited<ReturnType<TestServer['crew']>>
let ada: string
let group: string
let chat: { readonly id: string; readonly session: string }

beforeAll(async () => {
  server = await TestServer.start()
  at = await server.crew('atlas', { ada: 'architect', ben: 'developer' })
  ada = at.ids['ada'] ?? ''
  group = `/api/lead/${at.leadId}/groups/plan`
  await server.call('POST', `/api/lead/${at.leadId}/groups`, { name: 'plan', memberIds: ['ada'] })
  const members = [{ type: 'human', id: 'me', display_name: 'Me' }]
  const made = await server.call('POST', '/api/workspaces/w/group-chats', { name: 'Talk', members })
  const id = made.body['id'] as string
  const session = await server.call('POST', `/api/group-chats/${id}/sessions`, { title: 'One' })
  chat = { id, session: session.body['id'] as string }
})
afterAll(() => server[Symbol.asyncDispose]())

const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [n, 1]))
const KEYS = many(JSON_ROOM.request.keys)
const FOLLOWED = many(JSON_ROOM.follow.keys)
const deep = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown
const SHAPES = [
  ['keys', { ...KEYS, more: 1 }, `has more than ${JSON_ROOM.request.keys} keys`],
  ['elements', { x: Array(JSON_ROOM.request.items).fill(1) }, 'has more than 20000 elements'],
  ['levels', { x: deep(JSON_ROOM.request.depth) }, 'is nested more than 32 levels deep'],
] as const

async function sent(path: string, body: string, token = server.owner, more: object = {}) {
  const response = await fetch(`${server.app.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...more },
    body,
  })
  return { status: response.status, text: await response.text() }
}

const call = (params: object) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
const MCP = { accept: 'application/json, text/event-stream' }
const post = (content: object) => ({ name: 'group_message', arguments: { group: 'plan', content } })

describe('BW2 what holds too much is refused before it is parsed', () => {
  test.each(SHAPES)('BW2 %s, at every door', async (_, much, told) => {
    const token = at.tokens['ada'] ?? ''
    const refused = expect.stringContaining(told)
    const big = JSON.stringify({ content: 'hi', ...much })
    for (const path of [
      `${group}/messages`,
      '/api/lead',
      '/api/session',
      '/api/v1/auth/register',
      `/api/agents/${ada}/output`,
      `/api/group-chats/${chat.id}/messages`,
      '/api/workspaces/w/group-chats',
    ]) {
      expect(await sent(path, big), path).toEqual({ status: 413, text: refused })
    }
    expect(await sent('/mcp', call(post(much)), token, MCP)).toEqual({ status: 413, text: refused })
    const command = commandLine('GROUP_MESSAGE', { group: 'plan', content: 'hi', ...much })
    const output = JSON.stringify({ text: `${command}\n`, replies: 'inline' })
    const { status, text } = await sent(`/api/agents/${ada}/output`, output, token)
    expect({ status, text }).toEqual({ status: 200, text: refused })
    expect(text).toContain('"ok":false')

    for (const [path, hello] of [
      ['/agent', { type: 'hello', token, agentId: ada }],
      [`/api/group-chats/${chat.id}/sessions/${chat.session}/ws`, null],
      ['/rpc/ws', null],
    ] as const) {
      const headers = { authorization: `Bearer ${path === '/agent' ? token : server.owner}` }
      using socket = new TestSocket(`${server.app.url}${path}`, { headers })
      await socket.opened()
      if (hello) socket.send(hello)
      if (hello) await socket.wait(({ type }) => type === 'hello')
      socket.send({ type: 'status', status: 'idle', ...much })
      const frame = await socket.wait(({ type, error }) => type === 'error' || Boolean(error))
      expect(JSON.stringify(frame), path).toContain(`The frame ${told}`)
    }
    const page = await server.call('GET', `${group}/messages`)
    expect(page.body['messages']).toEqual([])
  })

  test('BW2 as much as there is room for is checked as before, and a frame of /ws has more', async () => {
    const { status, text } = await sent(`${group}/messages`, JSON.stringify(KEYS))
    expect([status, text.length < 20_000]).toEqual([422, true])
    using socket = new TestSocket(`${server.app.url}/ws`)
    await socket.opened()
    const since = FOLLOWED
    socket.send({ type: 'hello', token: server.owner, since })
    expect(await socket.wait(({ type }) => type === 'error')).toMatchObject({ code: 'too_large' })
  })

  test('BW2 also in another charset, and behind a string that looks like structure', async () => {
    const text = JSON.stringify({ content: '∀,:{["'.repeat(10_000) })
    const utf16 = { 'content-type': 'application/json; charset=utf-16le' }
    const body = (of: string) => Buffer.from(of, 'utf16le') as unknown as string
    const path = `${group}/messages`
    const { status, text: told } = await sent(path, body(text), server.owner, utf16)
    expect([status, told]).toEqual([422, expect.stringContaining('content')])
    const beyond = body(JSON.stringify({ c: '∀', ...KEYS, more: 1 }))
    expect((await sent(path, beyond, server.owner, utf16)).status).toBe(413)
  })
})

test('BW3 a refusal names a hundred fields at most, and cuts long names', async () => {
  const { status, body } = await server.call('POST', `${group}/messages`, many(1_000))
  const { message, details } = body['error'] as { message: string; details: { fields: object } }
  expect([status, message]).toEqual([422, '0: is unknown'])
  expect(Object.keys(details.fields)).toHaveLength(100)
  const long = await server.call('POST', `${group}/messages`, { ['k'.repeat(500_000)]: 1 })
  expect(JSON.stringify(long.body).length).toBeLessThan(1_000)
})

test('BW4 a command that is called is as long as one that is written, at most', async () => {
  const content = 'x'.repeat(LIMITS.commandUnits)
  const token = at.tokens['ada'] ?? ''
  const named = { name: 'group_message', arguments: { group: 'plan', content } }
  const { text } = await sent('/mcp', call(named), token, MCP)
  expect(text).toContain('"isError":true')
  expect(text).toContain('A command has at most 524288 characters')
})

test('BW5 work that is refused counts for its sender at every door, and nobody else pays for it', async () => {
  const { refused } = server.app.core.shard.ports.rate
  const spy = vi.spyOn(refused, 'count')
  const token = at.tokens['ben'] ?? ''
  const ben = at.ids['ben'] ?? ''
  const of = () => spy.mock.calls.splice(0).map(([sender, bytes]) => [sender, bytes >= 900])
  const bad = JSON.stringify({ nothing: 'x'.repeat(1_000) })
  await sent(`${group}/messages`, bad, token)
  expect(of(), 'REST').toEqual([[ben, true]])
  await sent('/mcp', call({ name: 'group_message', arguments: { nothing: bad } }), token, MCP)
  expect(of(), 'MCP').toEqual([
    [ben, false],
    [ben, true],
  ])
  await sent('/mcp', bad, token, MCP)
  expect(of(), 'MCP, no request').toEqual([[ben, true]])
  const text = `⟦⟦ GROUP_MESSAGE ${bad} ⟧⟧\n`
  await sent(`/api/agents/${ben}/output`, JSON.stringify({ text }), token)
  expect(of(), 'output').toEqual([[ben, true]])
  for (const [path, hello] of [
    ['/agent', { type: 'hello', token, agentId: ben }],
    ['/ws', { type: 'hello', token, leads: '*' }],
  ] as const) {
    using socket = new TestSocket(`${server.app.url}${path}`)
    await socket.opened()
    socket.send(hello)
    await socket.wait(({ type }) => type === 'hello')
    socket.send(bad)
    await socket.wait(({ type }) => type === 'error')
    expect(of(), path).toEqual([[ben, true]])
  }
  using remote = await RpcRemote.connect(server, token)
  remote.raw(bad)
  await expect.poll(of, { message: '/rpc/ws' }).toEqual([[ben, true]])
  spy.mockRestore()

  for (let n = 0; n < LIMITS.refusedBytes / LIMITS.bodyBytes; n++) refused.count(ben, 1e6)
  const limited = { status: 429, text: expect.stringContaining('Too much of what you sent') }
  const good = JSON.stringify({ content: 'hi' })
  expect(await sent(`${group}/messages`, good, token)).toEqual(limited)
  expect((await sent(`${group}/messages`, good)).status).toBe(201)
  // What asks and sends nothing is answered.
  expect((await server.call('GET', '/api/me', undefined, { token })).status).toBe(200)
})
