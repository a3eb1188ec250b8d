import { expect, test } from 'vitest'
import { ServerWithWriter, type TestRoom } from '../harness/server-with-writer'
import { eventually } from '../harness/speaker'
import { TestSocket } from '../harness/test-socket'

/** Requests whose answers are noted as they come. */
class Asked {
  readonly answered: Record<string, number | string> = {}
  readonly texts: Record<string, string> = {}
  readonly #server: ServerWithWriter
  readonly #all: Promise<void>[] = []

  constructor(server: ServerWithWriter) {
    this.#server = server
  }

  ask(what: string, method: string, route: string, body?: unknown, token?: string): void {
    this.#all.push(this.#note(what, method, route, body, token ?? this.#server.token))
  }

  async #note(what: string, method: string, route: string, body: unknown, token: string) {
    const response = await fetch(`${this.#server.app.url}${route}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    this.texts[what] = text
    const refusal = response.ok ? null : (JSON.parse(text) as { error: { code: string } })
    this.answered[what] = refusal ? `${response.status} ${refusal.error.code}` : response.status
  }

  async all(): Promise<Record<string, number | string>> {
    await Promise.all(this.#all)
    return this.answered
  }
}

/**
 * Everything that the server can answer now has been answered: requests that wait for nothing have come and gone, each
 * in more turns of its event loop than any other request takes.
 */
async function served(server: ServerWithWriter, elsewhere: string): Promise<void> {
  for (let n = 0; n < 25; n++) {
    expect((await server.call('GET', `/api/lead/${elsewhere}`)).status).toBe(200)
  }
}

const holds = (server: ServerWithWriter) =>
  eventually('the writer stands before a commit', () => server.writer.holds)

/** The next commit stands when this one is made. */
async function next(server: ServerWithWriter): Promise<void> {
  server.writer.letGo()
  await holds(server)
}

async function program(server: ServerWithWriter, room: TestRoom, name: string) {
  const agent = room.agents[name]
  const socket = new TestSocket(`${server.app.url}/agent`)
  await socket.opened()
  socket.send({ type: 'hello', token: agent?.token, agentId: agent?.id })
  await socket.wait(({ type }) => type === 'hello')
  return socket
}

/** Types of the frames that a program was sent, but for answers to pings. */
const typesOf = (socket: TestSocket) =>
  socket.frames.map(({ type }) => type).filter((type) => type !== 'pong')

/** What the server can send now has arrived. */
async function ponged(socket: TestSocket): Promise<void> {
  for (let n = 0; n < 25; n++) {
    const pongs = () => socket.frames.filter(({ type }) => type === 'pong').length
    const before = pongs()
    socket.send({ type: 'ping' })
    await socket.wait(() => pongs() > before)
  }
}

test('JR11 over HTTP nothing that was computed from a fact leaves before the fact is on disk: while it is written, and while a later one is', async () => {
  await using server = await ServerWithWriter.start()
  const room = await server.crew(['ada', 'ben', 'cleo'])
  const elsewhere = (await server.call('POST', '/api/lead', { name: 'elsewhere' })).body['lead'].id
  const { ada, ben, cleo } = room.agents
  if (!ada || !ben || !cleo) throw new Error('nobody there')
  const crew = `/api/lead/${room.leadId}`
  await server.call('POST', room.messages, { content: 'before' })
  const need = await server.call('POST', `/api/agents/${ada.id}/output`, {
    text: '⟦⟦ AGENT_MESSAGE {"to":"human","content":"which one?"} ⟧⟧\n',
    stream: 'main',
    endOfTurn: true,
  })
  expect(need.body['results']).toEqual([expect.objectContaining({ ok: true })])
  const [waiting] = (await server.call('GET', `${crew}/needs`)).body['needs']
  await server.app.core.journal.flush()

  const asked = new Asked(server)
  const readsAs = (when: string) => {
    const ask = (what: string, route: string) => asked.ask(`${what} ${when}`, 'GET', route)
    ask('crew', crew)
    ask('crews', '/api/lead')
    ask('snapshot', `${crew}/snapshot`)
    ask('agents', `${crew}/agents`)
    ask('needs', `${crew}/needs`)
    ask('tasks', `${crew}/tasks`)
    ask('turns', `${crew}/turns`)
    ask('comms', `${crew}/comms`)
    ask('mentions', `${crew}/mentions`)
    ask('search', `${crew}/search?q=before`)
    ask('groups', `${crew}/groups`)
    ask('group', `${crew}/groups/room`)
    ask('messages', room.messages)
    ask('timeline', `${crew}/groups/room/timeline`)
    ask('events', `/api/events?lead=${room.leadId}`)
    ask('agent', `/api/agents/${ada.id}`)
    ask('owed', `/api/agents/${ada.id}/owed`)
    ask('manifest', `/api/agents/${ada.id}/manifest`)
    ask('record', `/api/agents/${ada.id}/rollout`)
    ask('export', `${crew}/export`)
    ask('export of the group', `${crew}/export?group=room`)
  }
  const refusalsAs = (when: string) => {
    const again = { content: 'other words', clientId: 'c1' }
    asked.ask(`409 ${when}`, 'POST', room.messages, again)
    asked.ask(`404 ${when}`, 'GET', `${crew}/groups/nowhere`)
    asked.ask(
      `403 ${when}`,
      'DELETE',
      `${crew}/groups/room/members/${cleo.id}`,
      undefined,
      ben.token,
    )
    asked.ask(`422 ${when}`, 'POST', room.messages, { content: 7 })
  }

  server.writer.plan('hold', 'hold', 'hold')
  asked.ask('first', 'POST', room.messages, { content: 'first', clientId: 'c1' })
  await holds(server)
  readsAs('while the first is written')
  refusalsAs('while the first is written')
  asked.ask('ack', 'POST', `/api/agents/${cleo.id}/inbox/ack`, { cursor: 'empty' }, cleo.token)
  await served(server, elsewhere)
  expect(asked.answered).toEqual({})

  asked.ask('second', 'POST', room.messages, { content: 'second' })
  const text = '⟦⟦ GROUP_MESSAGE {"group":"room","content":"third"} ⟧⟧\n'
  asked.ask('output', 'POST', `/api/agents/${ada.id}/output`, { text, stream: 'main' }, ada.token)
  asked.ask('dismissed', 'POST', `/api/needs/${waiting.id}`, { action: 'dismiss' })
  await served(server, elsewhere)
  expect(asked.answered).toEqual({})

  await next(server)
  await eventually('the first is answered', () => 'first' in asked.answered)
  readsAs('while the second is written')
  refusalsAs('while the second is written')
  asked.ask('page of an inbox', 'GET', `/api/agents/${ben.id}/inbox`, undefined, ben.token)
  asked.ask('dismissed again', 'POST', `/api/needs/${waiting.id}`, { action: 'dismiss' })
  await served(server, elsewhere)
  // What was asked before the second was decided rests on the first alone.
  const early = Object.keys(asked.answered).filter(
    (what) => what !== 'first' && what !== 'ack' && !what.endsWith('while the first is written'),
  )
  expect(early).toEqual([])

  await next(server)
  await eventually('the second is answered', () => 'second' in asked.answered)
  await served(server, elsewhere)
  expect(asked.answered, 'its turn is not stored').not.toHaveProperty('page of an inbox')

  server.writer.letGo()
  const answers = await asked.all()
  const refused = (when: string) => ({
    [`409 ${when}`]: '409 idempotency_conflict',
    [`404 ${when}`]: '404 group_not_found',
    [`403 ${when}`]: '403 forbidden',
    [`422 ${when}`]: '422 validation',
  })
  expect(answers).toEqual({
    ...Object.fromEntries(Object.keys(answers).map((what) => [what, 200])),
    first: 201,
    second: 201,
    'dismissed again': '404 need_not_found',
    ...refused('while the first is written'),
    ...refused('while the second is written'),
  })
  for (const what of ['messages', 'timeline', 'events', 'export', 'export of the group']) {
    expect(asked.texts[`${what} while the first is written`], what).toContain('"content":"first"')
    expect(asked.texts[`${what} while the second is written`], what).toContain('"content":"second"')
  }
  await server.assertLaw()
})

test('JR11 over HTTP a refusal waits for what it rests on, whatever that is: a crew that is deleted, a token that is renewed, an agent that is terminated', async () => {
  await using server = await ServerWithWriter.start()
  const room = await server.crew(['ada', 'ben', 'cleo'])
  const gone = await server.crew(['dora'])
  const elsewhere = (await server.call('POST', '/api/lead', { name: 'elsewhere' })).body['lead'].id
  const [ada, ben, dora] = [room.agents['ada'], room.agents['ben'], gone.agents['dora']]
  if (!ada || !ben || !dora) throw new Error('nobody there')
  const asked = new Asked(server)
  server.writer.plan('hold')
  asked.ask('deletion', 'DELETE', `/api/lead/${gone.leadId}`, { confirm: 'atlas' })
  await holds(server)
  asked.ask('termination', 'POST', `/api/agents/${ada.id}/terminate`, {})
  asked.ask('new token', 'POST', `/api/agents/${ben.id}/token`)
  await served(server, elsewhere)
  asked.ask('its crew', 'GET', `/api/lead/${gone.leadId}`)
  asked.ask('its export', 'GET', `/api/lead/${gone.leadId}/export`)
  asked.ask('its events', 'GET', `/api/events?lead=${gone.leadId}`)
  asked.ask('its agent', 'GET', `/api/agents/${dora.id}`)
  asked.ask('as its agent', 'GET', '/api/me', undefined, dora.token)
  asked.ask('all crews', 'GET', '/api/lead')
  asked.ask('as who was terminated', 'GET', '/api/me', undefined, ada.token)
  asked.ask('of another crew', 'GET', `/api/lead/${elsewhere}`, undefined, ada.token)
  asked.ask('with the old token', 'GET', '/api/me', undefined, ben.token)
  await served(server, elsewhere)
  expect(asked.answered).toEqual({})
  server.writer.letGo()
  expect(await asked.all()).toEqual({
    deletion: 200,
    termination: 200,
    'new token': 201,
    'its crew': '404 lead_not_found',
    'its export': '404 lead_not_found',
    'its events': '404 lead_not_found',
    'its agent': '404 agent_not_found',
    'as its agent': '401 unauthorized',
    'all crews': 200,
    'as who was terminated': '422 agent_terminal',
    'of another crew': '422 agent_terminal',
    'with the old token': '401 unauthorized',
  })
})

test('JR11, SE7 a session is given to nobody before its token is on disk', async () => {
  await using server = await ServerWithWriter.start()
  const elsewhere = (await server.call('POST', '/api/lead', { name: 'elsewhere' })).body['lead'].id
  const { code } = (await server.call('POST', '/api/login-codes')).body
  await server.app.core.journal.flush()
  const asked = new Asked(server)
  server.writer.plan('hold')
  asked.ask('session', 'POST', '/api/session', { code })
  await holds(server)
  await served(server, elsewhere)
  expect(asked.answered).toEqual({})
  server.writer.letGo()
  expect(await asked.all()).toEqual({ session: 200 })
  const { token } = JSON.parse(asked.texts['session'] ?? '') as { token: string }
  expect((await server.call('GET', '/api/me', undefined, token)).status).toBe(200)
})

test('LC11 a request that waits for the disk is refused when its agent is terminated meanwhile', async () => {
  await using server = await ServerWithWriter.start()
  const room = await server.crew(['ada', 'ben'])
  const elsewhere = (await server.call('POST', '/api/lead', { name: 'elsewhere' })).body['lead'].id
  const [ada, ben] = [room.agents['ada'], room.agents['ben']]
  if (!ada || !ben) throw new Error('nobody there')
  const asked = new Asked(server)
  server.writer.plan('hold')
  asked.ask('post', 'POST', room.messages, { content: 'one' })
  await holds(server)
  asked.ask('as ada', 'GET', room.messages, undefined, ada.token)
  asked.ask('as ben', 'GET', room.messages, undefined, ben.token)
  await served(server, elsewhere)
  asked.ask('termination', 'POST', `/api/agents/${ada.id}/terminate`, {})
  await served(server, elsewhere)
  expect(asked.answered).toEqual({})
  server.writer.letGo()
  expect(await asked.all()).toEqual({
    post: 201,
    termination: 200,
    'as ada': '422 agent_terminal',
    'as ben': 200,
  })
})

test('JR11 over /agent nothing leaves before it is on disk: no result, no page, no confirmation, no refusal', async () => {
  await using server = await ServerWithWriter.start()
  const room = await server.crew(['ada', 'ben'])
  const elsewhere = (await server.call('POST', '/api/lead', { name: 'elsewhere' })).body['lead'].id
  const ben = room.agents['ben']
  if (!ben) throw new Error('nobody there')
  using ada = await program(server, room, 'ada')
  using reader = await program(server, room, 'ben')
  for (const socket of [ada, reader]) {
    const { cursor } = await socket.wait(({ type }) => type === 'turn')
    socket.send({ type: 'ack', cursor })
    await socket.wait(({ type }) => type === 'acked')
    socket.frames.length = 0
  }
  const text = '⟦⟦ GROUP_MESSAGE {"group":"room","content":"one"} ⟧⟧\n'

  server.writer.plan('hold')
  ada.send({ type: 'output', stream: 'main', text, offset: 0 })
  await holds(server)
  ada.send({ type: 'output', stream: 'main', text, offset: 1_000 })
  await Promise.all([ponged(ada), ponged(reader)])
  expect([typesOf(ada), typesOf(reader)], 'what it said is not stored').toEqual([[], []])
  server.writer.letGo()
  const { cursor, deliveries } = await reader.wait(({ type }) => type === 'turn')
  expect(deliveries).toEqual([expect.objectContaining({ kind: 'group', repeat: false })])
  await ada.wait(({ type }) => type === 'turn')
  expect(await ada.wait(({ type }) => type === 'error')).toMatchObject({ code: 'offset_conflict' })
  await server.app.core.journal.flush()

  server.writer.plan('hold')
  reader.send({ type: 'ack', cursor })
  await holds(server)
  await ponged(reader)
  expect(typesOf(reader), 'that it has it is not stored').toEqual(['turn'])
  server.writer.letGo()
  await reader.wait(({ type }) => type === 'acked')

  server.writer.plan('hold')
  const terminated = server.call('POST', `/api/agents/${ben.id}/terminate`, {})
  await holds(server)
  const before = reader.frames.length
  reader.send({ type: 'ping' })
  using again = new TestSocket(`${server.app.url}/agent`)
  using follower = new TestSocket(`${server.app.url}/ws`)
  await Promise.all([again.opened(), follower.opened()])
  again.send({ type: 'hello', token: ben.token, agentId: ben.id })
  follower.send({ type: 'hello', token: ben.token, leads: [room.leadId] })
  await served(server, elsewhere)
  await ponged(ada)
  expect([reader.frames.length - before, again.frames, follower.frames]).toEqual([0, [], []])
  server.writer.letGo()
  expect((await terminated).status).toBe(200)
  for (const socket of [reader, again, follower]) {
    expect(await socket.wait(({ type }) => type === 'error')).toMatchObject({
      code: 'agent_terminal',
    })
    expect((await socket.closed).code).toBe(4003)
  }
})

test('JR11 over /agent output that comes too late for its crew is refused when the end of that is on disk', async () => {
  await using server = await ServerWithWriter.start()
  const room = await server.crew(['ada'])
  using ada = await program(server, room, 'ada')
  using other = await program(server, await server.crew(['ben']), 'ben')
  await server.app.core.journal.flush()
  ada.frames.length = 0
  const text = '⟦⟦ GROUP_MESSAGE {"group":"room","content":"one"} ⟧⟧\n'
  server.writer.plan('hold', 'hold')
  ada.send({ type: 'output', stream: 'main', text, offset: 0 })
  await holds(server)
  ada.send({ type: 'output', stream: 'main', text, offset: text.length })
  await ponged(ada)
  const deleted = server.call('DELETE', `/api/lead/${room.leadId}`, { confirm: 'atlas' })
  await ponged(other)
  await next(server)
  await ada.wait(({ type }) => type === 'output')
  await ponged(other)
  expect(typesOf(ada)).toEqual(['output'])
  server.writer.letGo()
  expect((await deleted).status).toBe(200)
  expect((await ada.closed).code).toBe(4001)
})

test('JR11 a page whose turn was lost comes for the first time, and one whose turn was stored comes again as a repeat', async () => {
  await using server = await ServerWithWriter.start()
  const room = await server.crew(['ada', 'ben'])
  const ben = room.agents['ben']
  if (!ben) throw new Error('nobody there')
  await server.call('POST', room.messages, { content: 'one' })
  await server.app.core.journal.flush()
  const inbox = (signal?: AbortSignal) =>
    fetch(`${server.app.url}/api/agents/${ben.id}/inbox`, {
      headers: { authorization: `Bearer ${ben.token}` },
      ...(signal ? { signal } : {}),
    })
  const page = async () =>
    ((await (await inbox()).json()) as { deliveries: { repeat: boolean }[] }).deliveries
  server.writer.plan('before')
  expect((await inbox()).status).toBe(503)
  await eventually('storage is back', () => server.app.core.journal.failure === null)
  expect(server.app.core.shard.crew(room.leadId).owed(ben.id).turns).toEqual([])

  server.writer.plan('hold')
  const gone = new AbortController()
  const unheard = inbox(gone.signal).catch((error: Error) => error.name)
  await holds(server)
  gone.abort()
  expect(await unheard, 'nothing of it has left').toBe('AbortError')
  server.writer.letGo()
  const repeated = await page()
  expect(repeated.length).toBeGreaterThan(0)
  expect(repeated.filter(({ repeat }) => !repeat)).toEqual([])
})
