import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { request } from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { openForReading } from '../../src/storage/database'
import { dumpOf } from '../harness/recorded-batches'
import { TestServer } from '../harness/test-server'
import { TestSocket } from '../harness/test-socket'

let server: TestServer
let crew: Awaited<ReturnType<TestServer['crew']>>

beforeAll(async () => {
  server = await TestServer.start()
  crew = await server.crew('atlas', { ben: 'developer' })
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

const NOBODY = { token: null }
const invites = (rest = '') => `/api/lead/${crew.leadId}/invites${rest}`
const AGENTS = '/api/v1/auth/register'
const APPS = '/api/v1/apps/register'

async function invited(given: object = {}): Promise<{ code: string; id: string }> {
  const { status, body } = await server.call('POST', invites(), given)
  expect(status).toBe(201)
  return { code: body['code'] as string, id: body['invite'].id as string }
}

/** How it is refused to register with these headers: `fetch` would not send them. */
function codeFor(headers: Readonly<Record<string, string>>, body: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const all = { 'content-type': 'application/json', ...headers }
    const sent = request(
      `${server.app.url}${AGENTS}`,
      { method: 'POST', headers: all },
      (reply) => {
        const parts: Buffer[] = []
        reply.on('data', (part: Buffer) => parts.push(part))
        reply.on('end', () => {
          const { error } = JSON.parse(Buffer.concat(parts).toString()) as {
            error: { code: string }
          }
          resolve(error.code)
        })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

test.each([AGENTS, APPS])('IN17 %s without an invitation says how to get one', async (path) => {
  const { status, body } = await server.call('POST', path, { name: 'ivy' }, NOBODY)
  expect([status, body['error'].code]).toEqual([422, 'validation'])
  const how = body['error'].details.fields.inviteCode as string
  expect(body['error'].message).toBe(`inviteCode: ${how}`)
  for (const words of ['invitation', '"crewroom invite"', 'Invite on the page']) {
    expect(how).toContain(words)
  }
  for (const inviteCode of [5, null, '', 'x'.repeat(201)]) {
    const wrong = await server.call('POST', path, { name: 'ivy', inviteCode }, NOBODY)
    expect(Object.keys(wrong.body['error'].details.fields)).toEqual(['inviteCode'])
    expect(wrong.body['error'].message).not.toContain('crewroom invite')
  }
})

test('IN10 an invitation is made, listed and withdrawn over REST, by the lead, too', async () => {
  const asLead = { token: crew.tokens['lead'] ?? '' }
  const made = await server.call('POST', invites(), { role: 'qa-tester', uses: 2 }, asLead)
  expect(made.status).toBe(201)
  expect(made.body['code']).toMatch(/^crew_invite_[\w-]{43}$/)
  expect(made.body['invite']).toMatchObject({ roleId: 'qa-tester', uses: 2, used: 0 })
  const listed = await server.call('GET', invites(), undefined, asLead)
  expect(listed.body['invites']).toEqual([made.body['invite']])
  const one = invites(`/${made.body['invite'].id}`)
  const withdrawn = await server.call('DELETE', one, undefined, asLead)
  expect(withdrawn.body['invite']).toEqual({
    ...made.body['invite'],
    revokedAt: expect.any(String) as string,
  })
  expect((await server.call('DELETE', one)).body['error'].code).toBe('invite_not_found')
  expect((await server.call('GET', invites())).body['invites']).toEqual([])
  for (const given of [
    { uses: 0 },
    { uses: 1_001 },
    { minutes: 43_201 },
    { role: 'Lead' },
    { minutes: 0.5 },
  ])
    // prettier-ignore
    expect((await server.call('POST', invites(), given)).status, JSON.stringify(given)).toBe(422)
  const asAgent = { token: crew.tokens['ben'] ?? '' }
  for (const [method, address, body] of [
    ['POST', invites(), {}],
    ['GET', invites()],
    ['DELETE', one],
  ] as const)
    // prettier-ignore
    expect((await server.call(method, address, body, asAgent)).body['error'].code).toBe('forbidden')
})

test('IN11 with a code anybody registers an agent or an app without a token, and its key opens what an agent’s token opens', async () => {
  const { code } = await invited({ uses: 2 })
  const ivy = { name: 'ivy', description: 'Reviews pull requests', inviteCode: code }
  const made = await server.call('POST', AGENTS, ivy, NOBODY)
  expect(made.status).toBe(201)
  const { agentId, apiKey } = made.body as { agentId: string; apiKey: string }
  expect(made.body).toEqual({ agentId, apiKey })
  const own = { token: apiKey }
  const inbox = await server.call('GET', `/api/agents/${agentId}/inbox`, undefined, own)
  expect(inbox.status).toBe(200)
  using socket = new TestSocket(`${server.app.url}/agent`)
  await socket.opened()
  socket.send({ type: 'hello', agentId, token: apiKey })
  await socket.wait(({ type }) => type === 'hello')
  const again = await server.call('POST', AGENTS, { ...ivy, name: 'IVY' }, NOBODY)
  expect([again.status, again.body['error'].code]).toEqual([409, 'name_taken'])
  const app = await server.call('POST', APPS, { name: 'planner', inviteCode: code }, NOBODY)
  expect(app.status).toBe(201)
  const { appId, appKey } = app.body as { appId: string; appKey: string }
  expect(app.body).toEqual({ appId, appKey })
  const me = await server.call('GET', `/api/agents/${appId}`, undefined, { token: appKey })
  expect(me.body['agent']).toMatchObject({ name: 'planner', role: 'app' })
  expect(server.app.core.shard.crew(crew.leadId).state.agents[appId]?.app).toBe(true)
  const third = await server.call('POST', AGENTS, { ...ivy, name: 'third' }, NOBODY)
  expect(third.status).toBe(401)
})

test('IN12 without a token only the two ways to register are open, and only to the server’s own names', async () => {
  const { code } = await invited()
  const body = { name: 'eve', inviteCode: code }
  for (const [method, address] of [
    ['GET', AGENTS],
    ['PUT', AGENTS],
    ['POST', `${AGENTS}/more`],
    ['POST', '/api/v1/auth'],
    ['POST', '/api/v1'],
    ['POST', invites()],
  ] as const) {
    const response = await fetch(`${server.app.url}${address}`, {
      method,
      ...(method === 'GET'
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    expect(response.status, `${method} ${address}`).toBe(401)
  }
  const text = JSON.stringify(body)
  const { host } = new URL(server.app.url)
  expect(await codeFor({ host: 'evil.example' }, text)).toBe('host_not_allowed')
  expect(await codeFor({ host, origin: 'http://evil.example' }, text)).toBe('origin_not_allowed')
  expect((await server.call('GET', invites())).body['invites']).toHaveLength(1)
  const other = await server.call('POST', AGENTS, text, {
    token: null,
    headers: { 'content-type': 'text/plain' },
  })
  expect(other.status).toBe(415)
})

test('IN13 the code, its hash and the key of whoever registered are in no file but as hashes, and in no answer, event or log', async () => {
  await using own = await TestServer.start()
  const { leadId, tokens } = await own.crew('borealis', { ben: 'developer' })
  using socket = new TestSocket(`${own.app.url}/ws`)
  await socket.opened()
  socket.send({ type: 'hello', token: own.owner, leads: [leadId] })
  const made = await own.call('POST', `/api/lead/${leadId}/invites`, { uses: 5 })
  const code = made.body['code'] as string
  const hash = createHash('sha256').update(code).digest('hex')
  const registered = await own.call('POST', AGENTS, { name: 'ivy', inviteCode: code }, NOBODY)
  const key = registered.body['apiKey'] as string
  const taken = await own.call('POST', AGENTS, { name: 'ivy', inviteCode: code }, NOBODY)
  // Whoever repeats it in a text shows nobody more of it.
  const told = await own.call(
    'POST',
    `/api/agents/${leadId}/messages`,
    { content: `Use ${code} for the next one` },
    { token: tokens['ben'] ?? '' },
  )
  expect(told.body['message'].content).toBe('Use [masked:invitation] for the next one')
  const asked = await Promise.all(
    [
      `/api/lead/${leadId}/invites`,
      `/api/lead/${leadId}/snapshot`,
      `/api/events?lead=${leadId}&since=0`,
    ].map(
      // prettier-ignore
      async (address) => JSON.stringify((await own.call('GET', address)).body),
    ),
  )
  const file = await fetch(`${own.app.url}/api/lead/${leadId}/export`, {
    headers: { authorization: `Bearer ${own.owner}` },
  })
  const shown = [...asked, await file.text(), JSON.stringify(taken.body), JSON.stringify(socket.frames)] // prettier-ignore
  for (const text of shown) {
    expect(text).not.toBe('')
    for (const secret of [code, hash, key]) expect(text).not.toContain(secret)
  }
  expect(socket.frames.length).toBeGreaterThan(1)
  const tables = openForReading(own.data.database)
  const rows = dumpOf(tables)
  tables.close()
  // Of the hash there is one row, which is what a code is compared with.
  for (const [table, own] of Object.entries(rows)) {
    expect(JSON.stringify(own).includes(hash), table).toBe(table === 'invites')
  }
  const folder = own.data.folder
  await own.stop()
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((name) => statSync(name).isFile())
  expect(files.length).toBeGreaterThan(2)
  for (const name of files) {
    for (const secret of [code, key]) expect(readFileSync(name).includes(secret), name).toBe(false)
  }
})

test('IN14 a code that opens nothing is a 401 in the same words and counts like a wrong token; whoever has a valid one goes on', async () => {
  await using own = await TestServer.start()
  const { leadId } = await own.crew('borealis')
  const { body } = await own.call('POST', `/api/lead/${leadId}/invites`, {})
  const attempt = (address: string, inviteCode: string) =>
    own.call('POST', address, { name: 'eve', inviteCode }, NOBODY)
  const messages = new Set<string>()
  for (let n = 0; n < LIMITS.unauthorizedPerMinute; n++) {
    const { status, body } = await attempt(n % 2 ? AGENTS : APPS, `crew_invite_${n}`)
    expect([status, body['error'].code]).toEqual([401, 'unauthorized'])
    messages.add(body['error'].message as string)
  }
  expect(messages.size).toBe(1)
  const late = await attempt(AGENTS, 'crew_invite_again')
  expect([late.status, late.headers.has('retry-after')]).toEqual([429, true])
  expect((await own.call('GET', '/api/me', undefined, { token: 'wrong' })).status).toBe(429)
  expect((await attempt(AGENTS, body['code'] as string)).status).toBe(201)
})
