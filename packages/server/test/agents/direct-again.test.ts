import { expect, test } from 'vitest'
import { createAgent } from '../../src/agents/create-agent'
import { broadcast, sendDirect } from '../../src/agents/direct-messages'
import { terminateAgent } from '../../src/agents/end-agent'
import { crewText, forged, takeIn } from '../harness/export-text'
import { heldCore } from '../harness/held-core'
import { CountingIds } from '../harness/counting-ids'
import { joined, letters } from '../harness/secrets'
import { BY_PERSON, byAgent, type TestCrew, testCrew } from '../harness/test-crew'
import { TestServer } from '../harness/test-server'

const TOKEN = joined('gh', `p_${letters(36)}`)
const GIVEN = 'Tr0ub4dor&3 of one agent'

test('CO6 a message and a broadcast that are sent again are the first ones, and nobody gets them twice', async () => {
  await using server = await TestServer.start()
  const { leadId, ids, tokens } = await server.crew('atlas', {
    ada: 'architect',
    dora: 'developer',
  })
  const write = (to: string, content: string, clientId: string, token?: string) =>
    server.call(
      'POST',
      `/api/agents/${ids[to]}/messages`,
      { content, clientId },
      token === undefined ? {} : { token },
    )
  const shout = (content: string, clientId: string) =>
    server.call('POST', `/api/lead/${leadId}/broadcast`, { content, clientId })
  const inbox = async (who: string) => {
    const token = tokens[who] ?? ''
    const { body } = await server.call('GET', `/api/agents/${ids[who]}/inbox`, undefined, { token })
    return (body['deliveries'] as { id: string; text: string }[]).map(({ text }) => text)
  }

  const first = await write('dora', 'once', 'k1')
  expect(first.status).toBe(202)
  expect(first.body['message']).toMatchObject({ content: 'once', clientId: 'k1', to: ids['dora'] })
  const all = await shout('to all', 'k2')
  expect([all.status, all.body['recipients']]).toEqual([202, [leadId, ids['ada'], ids['dora']]])

  for (let round = 1; round <= 2; round++) {
    expect(await write('dora', 'once', 'k1')).toMatchObject({ status: 200, body: first.body })
    expect(await shout('to all', 'k2')).toMatchObject({ status: 200, body: all.body })
  }
  for (const [what, refused] of [
    ['another text', await write('dora', 'twice', 'k1')],
    ['another addressee', await write('ada', 'once', 'k1')],
    ['to all', await shout('once', 'k1')],
    ['to one', await write('dora', 'to all', 'k2')],
  ] as const) {
    expect([refused.status, refused.body['error'].code], what).toEqual([
      409,
      'idempotency_conflict',
    ])
  }
  const mine = await write('dora', 'from Ada', 'k1', tokens['ada'])
  expect(mine.status, 'another sender has its own ids').toBe(202)
  const comms = await server.call('GET', `/api/lead/${leadId}/comms`)
  expect(comms.body['messages']).toEqual([
    first.body['message'],
    all.body['message'],
    mine.body['message'],
  ])
  const items = await inbox('dora')
  expect(items.filter((text) => text.endsWith('once'))).toHaveLength(1)
  expect(items.filter((text) => text.endsWith('to all'))).toHaveLength(1)
})

test('CO7 a direct message and a broadcast are known before they are durable, and after', () => {
  const { core, crew, agent, store } = heldCore()
  const by = byAgent(crew.state.lead.id)
  const write = (clientId: string) =>
    sendDirect(core.shard, crew, by, { to: agent.id, content: 'x', clientId })
  const shout = (clientId: string) => broadcast(core.shard, crew, by, { content: 'x', clientId })
  for (let n = 1; n <= 3; n++) {
    const [one, all] = [write(`one ${n}`), shout(`all ${n}`)]
    expect(all.recipients).toEqual([agent.id])
    for (const when of ['memory', 'tables']) {
      expect(write(`one ${n}`), when).toEqual({ ...one, repeated: true })
      expect(shout(`all ${n}`), when).toEqual({ ...all, repeated: true })
      if (when === 'memory') store()
    }
    // What is in the tables need not stay in memory.
    expect(crew.direct.findByClient(crew.state.lead.id, `one ${n}`)).toBeUndefined()
  }
})

const write = (crew: TestCrew, to: string, content: string, clientId = 'one') =>
  sendDirect(crew.shard, crew.crew, BY_PERSON, { to, content, clientId })

test('CO7 a direct message is known after a restart, when its agent has ended, and when it is masked', async () => {
  await using crew = testCrew({ agents: { dev: 'developer', qa: 'qa-tester' } })
  const dev = crew.id('dev')
  const text = `${TOKEN} and ${GIVEN}`
  const first = crew.act(() => write(crew, dev, text))
  const all = crew.act(() =>
    broadcast(crew.shard, crew.crew, BY_PERSON, { content: 'all', clientId: 'two' }),
  )
  expect(first.message.content).toBe(`[masked:github-token] and ${GIVEN}`)
  const again = () => [
    crew.act(() => write(crew, dev, text)),
    crew.act(() =>
      broadcast(crew.shard, crew.crew, BY_PERSON, { content: 'all', clientId: 'two' }),
    ),
  ]
  const same = [
    { message: first.message, deliveryId: first.deliveryId, repeated: true },
    { ...all, repeated: true },
  ]
  crew.restart()
  expect(again()).toMatchObject(same)
  terminateAgent(crew.shard, crew.crew, BY_PERSON, dev, null)
  const driver = { kind: 'acp', command: 'x', env: { HINT: GIVEN } } as const
  createAgent(crew.shard, crew.crew, BY_PERSON, { role: 'developer', driver })
  expect(again()).toMatchObject(same)
  expect(() => write(crew, dev, `${TOKEN} and more`)).toThrow(
    'Another message was sent with this clientId',
  )
  expect(() => write(crew, crew.id('qa'), 'x', TOKEN)).toThrow('clientId')
})

test('CO7 a direct message is known after an import, and files without such ids are taken as before', async () => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  const dev = crew.id('dev')
  const first = crew.act(() => write(crew, dev, 'hello'))
  const text = await crewText(crew)
  const old = forged(text, (lines) => {
    for (const { type, data } of lines) if (type === 'direct:message') delete data.message.clientId
  })
  expect(old).not.toBe(text)
  const long = forged(text, (lines) => {
    for (const { type, data } of lines)
      if (type === 'direct:message') data.message.clientId = 'x'.repeat(129)
  })

  await using there = testCrew({ ids: new CountingIds('b0b0', 'b-') })
  await takeIn(there, text)
  const repeated = sendDirect(there.shard, there.shard.crew(crew.leadId), BY_PERSON, {
    to: dev,
    content: 'hello',
    clientId: 'one',
  })
  expect(repeated).toMatchObject({ message: first.message, deliveryId: first.deliveryId })
  expect(repeated.repeated).toBe(true)
  expect(await crewText(there, crew.leadId)).toBe(text)

  await using before = testCrew({ ids: new CountingIds('c0c0', 'c-') })
  await takeIn(before, old)
  expect(await crewText(before, crew.leadId)).toBe(old)
  const memory = before.shard.crew(crew.leadId)
  const fresh = sendDirect(before.shard, memory, BY_PERSON, {
    to: dev,
    content: 'hello',
    clientId: 'one',
  })
  expect([fresh.repeated, fresh.message.clientId]).toEqual([false, 'one'])

  await using refusing = testCrew({ ids: new CountingIds('d0d0', 'd-') })
  await expect(takeIn(refusing, long)).rejects.toThrow('clientId')
})
