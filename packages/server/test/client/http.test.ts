import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { CrewroomError } from '@crewroom/shared/client/crewroom-error'
import { createClient } from '@crewroom/shared/client/http'
import { systemTiming } from '@crewroom/shared/client/timing'
import { TestServer } from '../harness/test-server'

test('LB2 a request is typed by the API’s document, and a refusal is thrown with all that the server says', async () => {
  await using server = await TestServer.start()
  const client = createClient({ url: server.app.url, token: server.owner })
  const { lead, token } = await client.post('/api/lead', { body: { name: 'atlas' } })
  expect([lead.name, typeof token]).toEqual(['atlas', 'string'])
  const path = { id: lead.id, name: 'a plan / ü' }
  await client.post('/api/lead/{id}/groups', { path, body: { name: path.name } })
  const { messages } = await client.get('/api/lead/{id}/groups/{name}/messages', {
    path,
    query: { limit: 5 },
  })
  expect(messages).toEqual([])
  expect(await client.get('/api/metrics')).toContain('crewroom_sockets')

  const refused = client.post('/api/lead', { body: { name: '' } })
  await expect(refused).rejects.toThrow(CrewroomError)
  await expect(refused).rejects.toMatchObject({
    status: 422,
    code: 'validation',
    message: expect.stringContaining('name'),
    details: { fields: { name: expect.anything() } },
    retryAfter: null,
    passing: false,
  })
  // @ts-expect-error -- A path that there is not is found before it is asked for.
  await expect(client.get('/api/nothing')).rejects.toMatchObject({ status: 404 })
  const nobody = createClient({ url: 'http://127.0.0.1:1', token: 'x' }).get('/api/me')
  await expect(nobody).rejects.toMatchObject({ status: 0, code: 'network', passing: true })
})

test('LB4 an answer can be read as it comes, and a fetch of one’s own sees every request and every answer', async () => {
  await using server = await TestServer.start()
  const seen: unknown[] = []
  let token = server.owner
  const client = createClient({
    url: `${server.app.url}/`,
    fetch: async (address, init) => {
      const headers = { ...init.headers, Authorization: `Bearer ${token}` }
      const response = await fetch(address, { ...init, headers })
      seen.push([init.method, new URL(address).pathname, response.status])
      return response
    },
  })
  const { lead } = await client.post('/api/lead', { body: { name: 'a b' } })
  const path = { id: lead.id }
  const file = await client.open('/api/lead/{id}/export', { path, query: { group: null } })
  expect(file.headers.get('content-type')).toContain('ndjson')
  expect(await file.text()).toContain('"end":true')
  token = 'none'
  await expect(client.open('/api/lead/{id}/export', { path })).rejects.toMatchObject({
    status: 401,
    code: 'unauthorized',
  })
  expect(seen).toEqual([
    ['POST', '/api/lead', 201],
    ['GET', `/api/lead/${lead.id}/export`, 200],
    ['GET', `/api/lead/${lead.id}/export`, 401],
  ])
})

test('LB4 the page of a proxy is no answer', async () => {
  const headers = { 'content-type': 'text/html' }
  for (const text of ['<html>', '', 'null']) {
    const fetch = () => Promise.resolve(new Response(text, { headers }))
    const asked = createClient({ url: 'http://proxy', fetch }).get('/api/me')
    await expect(asked).rejects.toMatchObject({ status: 0, code: 'network' })
  }
})

test('LB3 with retries, what the server had no room for is sent again when it says so, and nothing else', async () => {
  const asked: string[] = []
  let left = 2
  let status = 503
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      asked.push(body)
      const isBusy = left-- > 0
      const error = { code: status === 503 ? 'busy' : 'forbidden', message: 'Later.', details: {} }
      response.writeHead(isBusy ? status : 200, {
        'content-type': 'application/json',
        ...(status === 409 ? {} : { 'retry-after': '7' }),
      })
      response.end(JSON.stringify(isBusy ? { error } : { ok: true }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const waits: number[] = []
    const timing = {
      ...systemTiming,
      after: (ms: number, run: () => void) => {
        waits.push(ms)
        return systemTiming.after(0, run)
      },
    }
    const body = { name: 'atlas' }
    const patient = createClient({ url, retries: 2, timing })
    await patient.post('/api/lead', { body })
    expect([asked, waits]).toEqual([[1, 2, 3].map(() => JSON.stringify(body)), [7_000, 7_000]])
    left = 9
    const hasty = createClient({ url, timing }).post('/api/lead', { body })
    await expect(hasty).rejects.toMatchObject({ status: 503, code: 'busy', retryAfter: 7 })
    expect(asked).toHaveLength(4)
    status = 409
    await expect(patient.post('/api/lead', { body })).rejects.toMatchObject({ status: 409 })
    expect(asked).toHaveLength(5)
    status = 429
    const gone = AbortSignal.abort()
    await expect(patient.post('/api/lead', { body, signal: gone })).rejects.toMatchObject({
      name: 'AbortError',
    })
  } finally {
    server.close()
  }
})

test('IK8 what creates something is sent again with its key when no answer came, and is created once', async () => {
  await using server = await TestServer.start()
  const { leadId } = await server.crew('atlas')
  const keys: (string | undefined)[] = []
  let left = 2
  const timing = {
    ...systemTiming,
    after: (_: number, run: () => void) => systemTiming.after(0, run),
  }
  const client = createClient({
    url: server.app.url,
    token: server.owner,
    retries: 2,
    timing,
    fetch: async (address, init) => {
      keys.push(init.headers['Idempotency-Key'])
      const response = await fetch(address, init)
      if (left-- <= 0) return response
      if (left === 1) throw new TypeError('the connection is gone')
      // Its headers came, and nothing more.
      const body = new ReadableStream({ start: (cut) => cut.error(new TypeError('cut off')) })
      return new Response(body, response)
    },
  })
  const path = { id: leadId }
  const { invite, code } = await client.post('/api/lead/{id}/invites', { path, body: { uses: 2 } })
  const { invites } = await client.get('/api/lead/{id}/invites', { path })
  expect(invites.map(({ id }) => id)).toEqual([invite.id])
  expect(code).toMatch(/^crew_invite_/)
  expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]])
  expect(keys[0]).toMatch(/^"[0-9a-f]{32}"$/)
  expect(keys[3]).toBeUndefined()
  await client.post('/api/lead/{id}/pause', { path, body: {} })
  expect(keys[4]).toBeUndefined()

  const own = { path, body: { uses: 3 }, key: 'my "own" key' }
  const [one, two] = [
    await client.post('/api/lead/{id}/invites', own),
    await client.post('/api/lead/{id}/invites', own),
  ]
  expect(two).toEqual(one)
  const another = await client.post('/api/lead/{id}/invites', { path, body: { uses: 3 } })
  expect(another.invite.id).not.toBe(one.invite.id)
  // Without retries it is left to whoever asked.
  left = 1
  const hasty = createClient({ url: 'http://127.0.0.1:1', token: 'x' })
  await expect(hasty.post('/api/lead', { body: { name: 'b' } })).rejects.toMatchObject({
    status: 0,
  })
})
