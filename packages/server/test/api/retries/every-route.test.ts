import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asDocumented, POSTS } from '../../../src/api/retries/posts'
import { OPERATIONS } from '../../../src/api/openapi/operations'
import { openForReading, type Sqlite } from '../../../src/storage/database'
import { CREATING, type CreatingRequest, CreatingRequests } from '../../harness/creating-requests'
import { type Reply, TestServer } from '../../harness/test-server'

let server: TestServer
let tables: Sqlite
let requests: CreatingRequests
const first = new Map<string, { readonly request: CreatingRequest; readonly reply: Reply }>()

beforeAll(async () => {
  server = await TestServer.start({ samples: true })
  tables = openForReading(server.data.database)
  requests = new CreatingRequests(server)
  await requests.build()
})

afterAll(async () => {
  tables.close()
  await server[Symbol.asyncDispose]()
})

const keyOf = (id: string) => `key of ${id}`
const send = ({ id, address, body, isOpen }: CreatingRequest, token?: string, key = keyOf(id)) =>
  server.call('POST', address, body, {
    headers: { 'idempotency-key': `"${key}"` },
    ...(isOpen ? { token: null } : token === undefined ? {} : { token }),
  })

/**
 * How many facts of each type there are but those that tell of programs, which come and go on their own. A sample crew
 * does things on its own as well, once it is there.
 */
function facts(): Readonly<Record<string, number>> {
  const sample = first.get('startSample')?.reply.body['lead'].id ?? ''
  const rows = tables
    .prepare(
      `select type, count(*) as n from journal where (lead_id <> ? or type in ('lead:created', 'request:answered'))
        and (type like '%:created' or type like '%:started' or type like '%:message'
          or type like '%:rule_added' or type in ('request:answered', 'invite:changed'))
        group by type`,
    )
    .all(sample) as { type: string; n: number }[]
  const own = rows.filter(({ type }) => !/^(process|delivery)/.test(type))
  return Object.fromEntries(own.map(({ type, n }) => [type, n]))
}

/** Fields that a refusal names. */
const namedIn = ({ body }: Reply) => Object.keys(body['error']?.details.fields ?? {})
const isReplay = ({ headers }: Reply) => headers.get('idempotency-replayed')

test('IK1 every POST of the API has a row that says how it is sent again', () => {
  const posts = OPERATIONS.filter(({ method }) => method === 'post')
  expect(Object.keys(POSTS).toSorted()).toEqual(
    posts.map(({ path: address }) => asDocumented(address)).toSorted(),
  )
  expect(CREATING.length).toBeGreaterThan(12)
})

test.each(CREATING)(
  'IK1 $id creates one thing for a key, in one batch with its answer',
  async (one) => {
    const request = await requests.of(one)
    const before = facts()
    const reply = await send(request)
    first.set(one.id, { request, reply })
    expect([reply.status, isReplay(reply)]).toEqual([201, null])
    const made = facts()
    expect(made['request:answered']).toBe((before['request:answered'] ?? 0) + 1)
    expect(made).not.toEqual({ ...before, 'request:answered': made['request:answered'] })
    const again = await send(request)
    expect([again.status, isReplay(again), again.body]).toEqual([201, 'true', reply.body])
    expect(facts()).toEqual(made)
    const batches = tables
      .prepare(`select batch_id, type from journal where batch_id = (select max(batch_id) from journal
      where type = 'request:answered')`)
      .all()
    expect(batches.length).toBeGreaterThan(1)
  },
)

test.each(CREATING)(
  'IK4 $id refuses its key for another body, and for another route',
  async (one) => {
    const { request } = first.get(one.id) ?? {}
    if (!request) throw new Error('it was not sent before')
    const before = facts()
    // Not even looked at, where the key is known before the body.
    const changed = request.isOpen ? { name: 'zoe' } : { other: true }
    const other = await send({ ...request, body: { ...request.body, ...changed } })
    expect([other.status, namedIn(other)]).toEqual([422, ['Idempotency-Key']])
    if (!request.isOpen) {
      const address = `/api/lead/${requests.leadId}/${one.id === 'createGroup' ? 'invites' : 'groups'}`
      const elsewhere = await send({ ...request, address })
      expect([elsewhere.status, namedIn(elsewhere)]).toEqual([422, ['Idempotency-Key']])
    }
    expect(facts()).toEqual(before)
  },
)

test.each(CREATING)('IK4 $id takes the same key of somebody else as theirs', async (one) => {
  const { request } = first.get(one.id) ?? {}
  if (!request) throw new Error('it was not sent before')
  if (request.isOpen) {
    // Another code is somebody else.
    const other = await requests.of(one)
    const name = `${one.id.toLowerCase()} two`
    const reply = await send({ ...other, body: { ...other.body, name } }, undefined, keyOf(one.id))
    expect([reply.status, isReplay(reply)]).toEqual([201, null])
    return
  }
  const reply = await send(request, requests.token('lead'))
  expect(isReplay(reply)).toBeNull()
  expect(namedIn(reply)).not.toContain('Idempotency-Key')
  const watched = await send(request, server.observer)
  expect([watched.status, isReplay(watched)]).toEqual([403, null])
})

test('IK3 no secret of an answer is in the clear in any file of the server', async () => {
  const told = CREATING.flatMap(({ id }) =>
    secretsIn(first.get(id)?.reply.body).map((secret) => ({ id, secret })),
  )
  expect(told.length).toBeGreaterThan(5)
  await server.app.core.journal.flush()
  for (const file of filesBelow(server.data.folder)) {
    const bytes = readFileSync(file)
    for (const { id, secret } of told) expect(bytes.includes(secret), `${id} ${file}`).toBe(false)
  }
})

test('IK2, IK3 after a restart every request is answered as the first time, secrets included', async () => {
  await server.restart({}, { samples: true })
  const before = facts()
  for (const one of CREATING) {
    const { request, reply } = first.get(one.id) ?? {}
    if (!request || !reply) throw new Error('it was not sent before')
    const again = await send(request)
    expect([one.id, again.status, isReplay(again), again.body]).toEqual([
      one.id,
      201,
      'true',
      reply.body,
    ])
  }
  expect(facts()).toEqual(before)
  const { reply } = first.get('createAgent') ?? {}
  const token = String(reply?.body['token'])
  const me = await server.call('GET', '/api/me', undefined, { token })
  expect(me.status).toBe(200)
})

/** Values of fields that hold what nobody else may know. */
function secretsIn(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([name, value]) =>
    typeof value === 'string' &&
    /^(token|code|agent_token|apiKey|appKey)$/.test(name) &&
    // Why nothing happens has a code, too.
    value.length > 20
      ? [value]
      : secretsIn(value),
  )
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter(
      (file) => statSync(file).isFile() && !/^(server|tokens)\.json$/.test(path.basename(file)),
    )
}
