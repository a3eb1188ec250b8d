import { readFileSync } from 'node:fs'
import request from 'supertest'
import { expect, test } from 'vitest'
import { TestServer } from '../harness/test-server'
import { TestSocket } from '../harness/test-socket'
import { patience } from '../../../shared/test/patience'

type Numbers = Readonly<Record<string, number>>

async function numbers(server: TestServer, token = server.observer): Promise<Numbers> {
  const { text } = await request(server.app.url)
    .get('/api/metrics')
    .set('authorization', `Bearer ${token}`)
    .expect(200)
    .expect('content-type', /^text\/plain/)
  return Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  )
}

test('MX1 owner and observer read the numbers; agents and strangers do not', async () => {
  await using server = await TestServer.start()
  const { tokens } = await server.crew('atlas')
  expect(await numbers(server, server.owner)).toMatchObject({ crewroom_crews: 1 })
  expect(await numbers(server)).toMatchObject({ crewroom_crews: 1 })
  for (const [token, status] of [
    [tokens['lead'], 403],
    ['nobody', 401],
  ] as const) {
    await request(server.app.url)
      .get('/api/metrics')
      .set('authorization', `Bearer ${token}`)
      .expect(status)
  }
})

test('BW7 the longest time that the event loop was busy stays, whoever asks', async () => {
  await using server = await TestServer.start()
  const longest = 'crewroom_event_loop_longest_seconds'
  const busy = async () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
    return (await numbers(server))[longest] ?? 0
  }
  // What is between a request for numbers and the next sample is not measured.
  await expect.poll(busy).toBeGreaterThan(0.2)
  expect((await numbers(server))[longest]).toBeGreaterThan(0.2)
})

test('MX2 the numbers are those of the crews, and of what was posted', async () => {
  await using server = await TestServer.start()
  const { leadId, ids, tokens } = await server.crew('atlas', {
    Dora: 'developer',
    Quin: 'qa-tester',
  })
  const groups = `/api/lead/${leadId}/groups`
  await server.call('POST', groups, { name: 'plan', memberIds: [ids['Dora'], ids['Quin']] })
  const before = await numbers(server)
  for (const token of [server.owner, tokens['Dora'] ?? null]) {
    await server.call('POST', `${groups}/plan/messages`, { content: 'hello' }, { token })
  }
  await server.call('GET', `/api/agents/${ids['Quin']}/inbox`, undefined, {
    token: tokens['Quin'] ?? null,
  })
  await server.call('POST', `/api/agents/${ids['Dora']}/terminate`, {})
  const after = await numbers(server)
  expect(after).toMatchObject({
    crewroom_crews: 1,
    'crewroom_agents{status="idle"}': 2,
    'crewroom_agents{status="terminated"}': 1,
    'crewroom_groups{archived="false"}': 1,
    'crewroom_groups{archived="true"}': 0,
    'crewroom_messages_posted_total{by="person"}': 1,
    'crewroom_messages_posted_total{by="agent"}': 1,
    crewroom_turns_open: 1,
    crewroom_journal_backlog_facts: 0,
    crewroom_journal_backlog_bytes: 0,
    crewroom_storage_failed: 0,
  })
  const owed = await Promise.all(
    Object.values(ids).map(async (id) => (await server.call('GET', `/api/agents/${id}/owed`)).body),
  )
  expect(after['crewroom_deliveries_owed']).toBe(
    owed.reduce((sum, { count }) => sum + (count as number), 0),
  )
  expect(after['crewroom_deliveries_owed']).toBeGreaterThan(0)
  const commits = 'crewroom_commit_seconds_count'
  expect(after[commits]).toBeGreaterThan(before[commits] ?? Infinity)
  expect(after['crewroom_commit_seconds_sum']).toBeGreaterThan(0)
  expect(after['crewroom_event_loop_delay_seconds{quantile="1"}']).toBeGreaterThanOrEqual(0)
  expect(after['process_resident_memory_bytes']).toBeGreaterThan(1_000_000)
})

test('SN35 sessions, open rounds, who answers them and how that ended are counted', async () => {
  await using server = await TestServer.start()
  const names = ['ann', 'ben', 'cy', 'dan', 'eve']
  const { leadId, ids, tokens } = await server.crew(
    'atlas',
    Object.fromEntries(names.map((name) => [name, 'developer'])),
  )
  const groups = `/api/lead/${leadId}/groups`
  await server.call('POST', groups, { name: 'plan', memberIds: names })
  const sessions = `${groups}/plan/sessions`
  const open = async (title: string) =>
    `${sessions}/${(await server.call('POST', sessions, { title })).body['session'].id}`
  const [talk, old] = [await open('Talk'), await open('Old')]
  await server.call('PATCH', old, { status: 'archived' })
  const as = (name: string) => ({ token: tokens[name] ?? '' })
  const takes = async (name: string) => {
    const { deliveries, cursor } = await server.app.core.inbox.fetch(ids[name] ?? '', {})
    if (deliveries.some(({ kind }) => kind === 'round')) return
    await server.app.core.inbox.ack(ids[name] ?? '', cursor)
    await server.app.core.inbox.fetch(ids[name] ?? '', {})
  }
  const says = (name: string, text: string) =>
    server.call('POST', `/api/agents/${ids[name]}/output`, { text, endOfTurn: true }, as(name))
  await server.call('POST', `${talk}/messages`, { content: 'which one?' })
  for (const name of ['ann', 'ben', 'cy', 'dan']) await takes(name)
  await says('ann', 'This one.')
  await says('ben', ' \n')
  await server.call('POST', `${talk}/answers/${ids['cy']}/interrupt`)
  await server.call('POST', `/api/agents/${ids['eve']}/terminate`, {})
  expect(await numbers(server)).toMatchObject({
    'crewroom_sessions{archived="false"}': 1,
    'crewroom_sessions{archived="true"}': 1,
    crewroom_rounds_open: 1,
    crewroom_agents_answering: 1,
    crewroom_late_answers_total: 0,
    'crewroom_round_responses_total{status="done"}': 1,
    'crewroom_round_responses_total{status="passed"}': 1,
    'crewroom_round_responses_total{status="error"}': 1,
    'crewroom_round_responses_total{status="interrupted"}': 1,
    'crewroom_round_responses_total{status="skipped"}': 0,
  })
  // Only Dan is asked, who still answers the first one: that comes late, and the third finds the second one waiting.
  for (const content of ['and now?', 'well?']) {
    await server.call('POST', `${talk}/messages`, { content, asks: ['dan'] })
  }
  await says('dan', 'The other one.')
  expect(await numbers(server)).toMatchObject({
    crewroom_rounds_open: 1,
    crewroom_agents_answering: 0,
    crewroom_late_answers_total: 1,
    'crewroom_round_responses_total{status="done"}': 2,
    'crewroom_round_responses_total{status="skipped"}': 1,
    'crewroom_session_messages_posted_total{by="person"}': 3,
    'crewroom_session_messages_posted_total{by="agent"}': 2,
    'crewroom_session_messages_posted_total{by="system"}': 0,
    'crewroom_messages_posted_total{by="person"}': 0,
    'crewroom_messages_posted_total{by="agent"}': 0,
  })
})

test('MX3 open sockets and refusals by door and code are counted', async () => {
  await using server = await TestServer.start()
  await server.call('GET', '/api/lead/none')
  await server.call('GET', '/api/lead/none')
  await server.call('POST', '/api/lead', { name: '' })
  const socket = new TestSocket(`${server.app.url}/ws`)
  await socket.opened()
  socket.send({ type: 'hello', token: server.owner, leads: '*' })
  await socket.wait(({ type }) => type === 'hello')
  socket.send({ type: 'nonsense' })
  await socket.wait(({ type }) => type === 'error')
  const found = await numbers(server)
  expect(found).toMatchObject({
    'crewroom_refusals_total{door="http",code="lead_not_found"}': 2,
    'crewroom_refusals_total{door="http",code="validation"}': 1,
    'crewroom_sockets{path="/ws"}': 1,
    'crewroom_sockets{path="/agent"}': 0,
  })
  const bySocket = Object.keys(found).filter((name) => name.includes('door="socket"'))
  expect(bySocket).toHaveLength(1)
  socket.close()
})

test('MX4 a program that is started again is counted', async () => {
  await using server = await TestServer.start({ config: { restartLimit: 2, restartPauseMs: 10 } })
  const { leadId } = await server.crew('atlas')
  await server.call('POST', `/api/lead/${leadId}/agents`, {
    role: 'developer',
    driver: { kind: 'pipe', command: process.execPath, args: ['-e', 'process.exit(3)'] },
  })
  await expect
    .poll(async () => (await numbers(server))['crewroom_agents{status="failed"}'], {
      timeout: patience(30_000),
    })
    .toBe(1)
  expect((await numbers(server))['crewroom_agent_restarts_total']).toBe(2)
})

test('MX5 docs/metrics.md lists every number that there is, and no other', async () => {
  await using server = await TestServer.start()
  await server.call('GET', '/api/lead/none')
  const { text } = await request(server.app.url)
    .get('/api/metrics')
    .set('authorization', `Bearer ${server.observer}`)
  const real = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name)
  const page = readFileSync(new URL('../../../../docs/metrics.md', import.meta.url), 'utf8')
  const listed = page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split(' | ')[0] ?? '').matchAll(/`(\w+)`/g)])
    .map(([, name = '']) => name)
  expect(listed.toSorted()).toEqual(real.toSorted())
})
