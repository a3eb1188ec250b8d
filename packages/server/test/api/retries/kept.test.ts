import { expect, test } from 'vitest'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { openForReading } from '../../../src/storage/database'
import { type KeyedReply, sendKeyed } from '../../harness/keyed-requests'
import { MovedClock } from '../../harness/moved-clock'
import { TestServer } from '../../harness/test-server'

const HOUR_MS = 3_600_000

const asOwner = (server: TestServer) => ({ url: server.app.url, token: server.owner })
const send = (server: TestServer, address: string, body: object, key = 'one') =>
  sendKeyed(asOwner(server), address, body, key)
const outcome = ({ status, code, isReplay }: KeyedReply) => [status, code, isReplay]

const AGAIN = [201, undefined, true]
const ANEW = [201, undefined, false]
const GONE = [410, 'answer_gone', false]

test('IK1 a key is known for 24 hours, even over a restart, and no longer', async () => {
  const clock = new MovedClock()
  await using server = await TestServer.start({ clock })
  const { leadId } = await server.crew('atlas')
  const rules = `/api/lead/${leadId}/permission-rules`
  const rule = { toolKind: 'execute', prefix: 'npm test', action: 'allow' }
  const first = await send(server, rules, rule)
  clock.advance(23.9 * HOUR_MS)
  await server.restart({}, { clock })
  expect(await send(server, rules, rule)).toEqual({ ...first, isReplay: true })
  clock.advance(0.2 * HOUR_MS)
  expect(outcome(await send(server, rules, rule))).toEqual(ANEW)
  expect(outcome(await send(server, rules, rule))).toEqual(AGAIN)
})

test('IK6 the answer stays the first one when what it made was archived, deleted or ended', async () => {
  await using server = await TestServer.start()
  const { leadId } = await server.crew('atlas', { ben: 'developer' })
  const crew = `/api/lead/${leadId}`
  const made = {
    group: await send(server, `${crew}/groups`, { name: 'plans', memberIds: ['ben'] }, 'group'),
    session: await send(server, `${crew}/groups/plans/sessions`, { title: 'one' }, 'session'),
    agent: await send(server, `${crew}/agents`, { name: 'cleo', role: 'developer' }, 'agent'),
  }
  await server.call('DELETE', `${crew}/groups/plans/sessions/${made.session.body['session'].id}`)
  await server.call('POST', `${crew}/groups/plans/archive`, {})
  await server.call('POST', `/api/agents/${made.agent.body['agent'].id}/terminate`, {})
  const again = {
    group: await send(server, `${crew}/groups`, { name: 'plans', memberIds: ['ben'] }, 'group'),
    session: await send(server, `${crew}/groups/plans/sessions`, { title: 'one' }, 'session'),
    agent: await send(server, `${crew}/agents`, { name: 'cleo', role: 'developer' }, 'agent'),
  }
  for (const name of ['group', 'session', 'agent'] as const) {
    expect(again[name]).toEqual({ ...made[name], isReplay: true })
  }
})

test('IK6 a crew that was deleted is not founded again by the request that founded it, even after a restart', async () => {
  await using server = await TestServer.start()
  const { body } = await send(server, '/api/lead', { name: 'atlas' })
  const leadId = body['lead'].id as string
  await send(server, `/api/lead/${leadId}/groups`, { name: 'plans' }, 'group')
  await server.call('DELETE', `/api/lead/${leadId}`, { confirm: 'atlas' })
  expect(outcome(await send(server, '/api/lead', { name: 'atlas' }))).toEqual(GONE)
  await server.restart()
  expect(outcome(await send(server, '/api/lead', { name: 'atlas' }))).toEqual(GONE)
  // The crew of the group is not there, and nothing of its answer.
  const group = await send(server, `/api/lead/${leadId}/groups`, { name: 'plans' }, 'group')
  expect(outcome(group)).toEqual([404, 'lead_not_found', false])
  const tables = openForReading(server.data.database)
  const kept = tables.prepare('select data from journal').pluck().all() as string[]
  tables.close()
  expect(kept.filter((data) => /atlas|plans/.test(data))).toEqual([])
  expect(outcome(await send(server, '/api/lead', { name: 'atlas' }, 'two'))).toEqual(ANEW)
})

test('IK6 an answer too long to be kept is said to be gone, and nothing is created again', async () => {
  await using server = await TestServer.start()
  const { leadId } = await server.crew('atlas', { ben: 'developer' })
  const tasks = `/api/agents/${(await server.crew('other', { cleo: 'developer' })).ids['cleo']}/tasks`
  // Each of its characters takes six in the answer.
  const task = { task: '\u0001'.repeat(LIMITS.task) }
  expect(outcome(await send(server, tasks, task))).toEqual(ANEW)
  expect(outcome(await send(server, tasks, task))).toEqual(GONE)
  expect(leadId).not.toBe('')
})

async function exported(server: TestServer, leadId: string): Promise<string> {
  const response = await fetch(`${server.app.url}/api/lead/${leadId}/export`, {
    headers: { authorization: `Bearer ${server.owner}` },
  })
  return response.text()
}

async function takenIn(server: TestServer, file: string): Promise<void> {
  const response = await fetch(`${server.app.url}/api/import`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${server.owner}`,
      'content-type': 'application/x-ndjson',
    },
    body: file,
  })
  expect([response.status, response.ok ? '' : await response.text()]).toEqual([201, ''])
}

test('IK7 a crew’s file carries what its requests were answered, without secrets; a key that is known stays what it is', async () => {
  await using server = await TestServer.start()
  await using other = await TestServer.start()
  const founded = await send(server, '/api/lead', { name: 'atlas' }, 'founding')
  const leadId = founded.body['lead'].id as string
  const crew = `/api/lead/${leadId}`
  const ben = { name: 'ben', role: 'developer' }
  const agent = await send(server, `${crew}/agents`, ben, 'agent')
  const group = await send(server, `${crew}/groups`, { name: 'plans' }, 'group')
  const taken = await send(other, '/api/lead', { name: 'borealis' }, 'both')
  const both = await send(server, `${crew}/groups`, { name: 'both' }, 'both')
  expect([outcome(taken), outcome(both)]).toEqual([ANEW, ANEW])

  const file = await exported(server, leadId)
  for (const { body } of [founded, agent]) expect(file).not.toContain(body['token'])
  await takenIn(other, file)
  expect(await send(other, `${crew}/groups`, { name: 'plans' }, 'group')).toEqual({
    ...group,
    isReplay: true,
  })
  expect(outcome(await send(other, `${crew}/agents`, ben, 'agent'))).toEqual(GONE)
  expect(outcome(await send(other, '/api/lead', { name: 'atlas' }, 'founding'))).toEqual(GONE)
  expect(await send(other, '/api/lead', { name: 'borealis' }, 'both')).toEqual({
    ...taken,
    isReplay: true,
  })
  const foreign = await send(other, `${crew}/groups`, { name: 'both' }, 'both')
  expect(outcome(foreign)).toEqual([422, 'validation', false])
  // Byte for byte what came in.
  expect(await exported(other, leadId)).toBe(file)
})

test('IK4 a key is a person’s, whichever of their tokens it comes with', async () => {
  await using server = await TestServer.start()
  const { leadId } = await server.crew('atlas')
  const groups = `/api/lead/${leadId}/groups`
  const first = await send(server, groups, { name: 'plans' })
  const { body: login } = await server.call('POST', '/api/login-codes')
  const { body: session } = await server.call('POST', '/api/session', login, { token: null })
  const to = { url: server.app.url, token: session['token'] as string }
  expect(await sendKeyed(to, groups, { name: 'plans' }, 'one')).toEqual({
    ...first,
    isReplay: true,
  })
})

test('IK4 a key is 1 to 255 characters, bare or in quotes, and the order of fields is no matter', async () => {
  await using server = await TestServer.start()
  const { leadId } = await server.crew('atlas')
  const groups = `/api/lead/${leadId}/groups`
  const first = await send(server, groups, { name: 'plans', purpose: 'one' }, 'a/key:1')
  for (const key of ['"a/key:1"', '  a/key:1 ']) {
    const again = await send(server, groups, { purpose: 'one', name: 'plans' }, key)
    expect(again).toEqual({ ...first, isReplay: true })
  }
  for (const [n, key] of [
    'k'.repeat(255),
    `"${'k '.repeat(127)}k"`,
    '"a \\"b\\" \\\\"',
  ].entries()) {
    expect(outcome(await send(server, groups, { name: `good ${n}` }, key))).toEqual(ANEW)
    expect(outcome(await send(server, groups, { name: `good ${n}` }, key))).toEqual(AGAIN)
  }
})

test.each([
  '',
  '""',
  'two words',
  'a,b',
  '"open',
  'a"b',
  '"a"b"',
  '"a\\b"',
  'k'.repeat(256),
  'clé',
])('IK4 the key %j is refused by its name, and nothing is created', async (key) => {
  await using server = await TestServer.start()
  const { leadId } = await server.crew('atlas')
  const groups = `/api/lead/${leadId}/groups`
  const { status, code, body } = await send(server, groups, { name: 'plans' }, key)
  expect([status, code, Object.keys(body['error'].details.fields)]).toEqual([
    422,
    'validation',
    ['Idempotency-Key'],
  ])
  const list = await server.call('GET', groups)
  expect(list.body['groups']).toEqual([])
})
