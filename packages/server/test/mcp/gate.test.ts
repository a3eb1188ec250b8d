import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { TestServer } from '../harness/test-server'
import { mcpClient } from '../harness/mcp-clients'

let server: TestServer
let crew: Awaited<ReturnType<TestServer['crew']>>

beforeAll(async () => {
  server = await TestServer.start()
  crew = await server.crew('atlas', { ben: 'developer', eve: 'developer', finn: 'developer' })
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }

interface Sent {
  readonly status: number
  readonly code: string | undefined
  readonly headers: Readonly<Record<string, unknown>>
}

/** With these headers: `fetch` would not send them all. */
function send(
  headers: Readonly<Record<string, string>>,
  body: string = JSON.stringify(LIST),
  method = 'POST',
): Promise<Sent> {
  const all = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...headers,
  }
  return new Promise((resolve, reject) => {
    const sent = request(`${server.app.url}/mcp`, { method, headers: all }, (reply) => {
      const parts: Buffer[] = []
      reply.on('data', (part: Buffer) => parts.push(part))
      reply.on('end', () => {
        const text = Buffer.concat(parts).toString()
        const code = /^\{"error":\{"code":"(\w+)"/.exec(text)?.[1]
        resolve({ status: reply.statusCode ?? 0, code, headers: reply.headers })
      })
    })
    sent.on('error', reject)
    sent.end(method === 'POST' ? body : undefined)
  })
}

async function connection(name: string): Promise<unknown> {
  const { body } = await server.call('GET', `/api/agents/${crew.ids[name]}`)
  return body['agent'].connection
}

const as = (name: string) => ({ authorization: `Bearer ${crew.tokens[name]}` })

test('MC7 only an agent’s token opens the door, and only from an address and a page of its own', async () => {
  expect(await send(as('ben'))).toMatchObject({ status: 200 })
  expect(await send({})).toMatchObject({ status: 401, code: 'unauthorized' })
  expect(await send({ authorization: 'Bearer wrong' })).toMatchObject({ status: 401 })
  for (const token of [server.owner, server.observer]) {
    const refused = await send({ authorization: `Bearer ${token}` })
    expect(refused).toMatchObject({ status: 403, code: 'forbidden' })
  }
  const { port } = new URL(server.app.url)
  for (const origin of ['http://evil.example', 'http://localhost:3000', 'null']) {
    const refused = await send({ ...as('ben'), origin })
    expect([origin, refused.code]).toEqual([origin, 'origin_not_allowed'])
  }
  for (const host of [`evil.example:${port}`, '127.0.0.1']) {
    expect((await send({ ...as('ben'), host })).code).toBe('host_not_allowed')
  }
  const plain = await send({ ...as('ben'), 'content-type': 'text/plain' })
  expect(plain).toMatchObject({ status: 415, code: 'unsupported_media_type' })
  expect((await send(as('ben'), '{')).code).toBe('malformed')
  expect((await send(as('ben'), `"${'x'.repeat(LIMITS.bodyBytes)}"`)).status).toBe(413)
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const refused = await send(as('ben'), '', method)
    expect(refused).toMatchObject({ status: 405, code: 'method_not_allowed' })
    expect(refused.headers['allow']).toBe('POST')
  }
})

test('MC7 an agent that was ended, and one that the server runs, are refused', async () => {
  const { body } = await server.call('POST', `/api/lead/${crew.leadId}/agents`, {
    role: 'developer',
    driver: { kind: 'pipe', command: 'node', args: ['-e', 'process.stdin.resume()'] },
  })
  const made = await server.call('POST', `/api/agents/${body['agent'].id}/token`)
  const token = made.body['token'] as string | undefined
  if (token !== undefined) {
    expect((await send({ authorization: `Bearer ${token}` })).code).toBe('wrong_driver')
  }
  await server.call('POST', `/api/agents/${crew.ids['eve']}/terminate`, {})
  expect((await send(as('eve'))).code).toBe('agent_terminal')
})

test('MC7 guesses are counted, and do not lock out whoever has a token', async () => {
  const codes = new Set<string | undefined>()
  for (let n = 0; n <= LIMITS.unauthorizedPerMinute; n++) {
    codes.add((await send({ authorization: 'Bearer wrong' })).code)
  }
  expect(codes).toContain('rate_limited')
  expect(await send(as('ben'))).toMatchObject({ status: 200 })
})

test('MC11 many requests in one body are not a way around the bound', async () => {
  const calls = Array.from({ length: 2 * LIMITS.toolCalls }, (_, id) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'query_crew', arguments: {} },
  }))
  const reply = await fetch(`${server.app.url}/mcp`, {
    method: 'POST',
    headers: {
      ...as('ben'),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(calls),
  })
  expect([reply.status, await reply.json()]).toEqual([
    400,
    {
      jsonrpc: '2.0',
      error: { code: -32600, message: 'Send one request at a time, not an array.' },
      id: null,
    },
  ])
})

test('MC9, MC11 an agent’s calls that are not answered are bounded, and what is not a call is refused as the protocol says', async () => {
  await using finn = await mcpClient(server, 'v2 pinned', crew.tokens['finn'] ?? '')
  const listening = new AbortController()
  const open = Array.from({ length: LIMITS.toolCalls }, () =>
    fetch(`${server.app.url}/mcp`, {
      method: 'POST',
      headers: {
        ...as('finn'),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'subscriptions/listen',
      },
      // Each newer wait would end the older one; these stay open.
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'subscriptions/listen',
        params: {
          notifications: { toolsListChanged: true },
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientInfo': { name: 't', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      }),
      signal: listening.signal,
    }),
  )
  const statuses = await Promise.all(open.map(async (one) => (await one).status))
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await send(as('finn'))).toMatchObject({ status: 503, code: 'busy' })
  expect(await connection('finn'), 'the stream shows that it is there').toBe('connected')
  listening.abort()
  await expect.poll(() => connection('finn')).toBe('lost')
  await expect.poll(async () => (await send(as('finn'))).status).toBe(200)
  for (const body of [
    '[]',
    '{}',
    '{"jsonrpc":"1.0"}',
    '{"jsonrpc":"2.0","id":{},"method":7}',
    '7',
  ]) {
    const { status } = await send(as('finn'), body)
    expect([body, status >= 400 && status < 500]).toEqual([body, true])
  }
  expect((await finn.call('query_crew')).isError).toBe(false)
})
