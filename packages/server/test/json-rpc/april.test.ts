import { expect, test } from 'vitest'
import { AprilRemote } from '../harness/april-remote'
import { nobody, PLENTY, rpcCrew, say } from '../harness/rpc-crew'
import { RpcRemote } from '../harness/rpc-remote'
import { TestServer } from '../harness/test-server'

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const anyTime = () => expect.stringMatching(TIME) as string

/** Ada has made a conversation with ben; dora is in the crew only. All three speak this protocol. */
async function aprilCrew(server: TestServer) {
  const { tokens, ids, leadId } = await server.crew('atlas', {
    ada: 'architect',
    ben: 'developer',
    dora: 'designer',
  })
  const ada = await AprilRemote.connect(server, tokens['ada'])
  const ben = await AprilRemote.connect(server, tokens['ben'])
  const dora = await AprilRemote.connect(server, tokens['dora'])
  const id = (name: string) => ids[name] ?? ''
  const agent = (name: string) => ({ type: 'agent', id: id(name) })
  const { conversation } = await ada.done('conversations/create', {
    type: 'group',
    name: 'Names',
    participants: [agent('ben')],
  })
  return {
    ada,
    ben,
    dora,
    id,
    agent,
    tokens,
    leadId,
    conversation,
    at: { conversationId: conversation.id as string },
    [Symbol.dispose]: () => {
      for (const one of [ada, ben, dora]) one[Symbol.dispose]()
    },
  }
}

test('RP42 a connection whose first frame has a type gets frames of that form only, from its first refusal on', async () => {
  await using server = await TestServer.start()
  const { tokens, ids } = await server.crew('atlas', { ada: 'architect', ben: 'developer' })
  using remote = await AprilRemote.open(server)
  for (const method of ['conversations/list', 'no/such', 'network/ping']) {
    expect(await remote.ask(method, {})).toMatchObject({ error: { code: -32_000 } })
  }
  const { error } = await remote.ask('auth/connect', remote.hello('nobody'))
  expect(error).toMatchObject({ code: -32_000 })
  for (const [version, reason] of [
    ['2026.331.0', /newer/],
    ['2026.526.0', /older/],
    ['2027.425.0', /older/],
  ] as const) {
    const refused = await remote.ask('auth/connect', remote.hello(tokens['ada'], version))
    expect(refused['error']).toMatchObject({ code: -32_008 })
    expect(refused['error'].data.reason).toMatch(reason)
  }
  const hello = await remote.done('auth/connect', remote.hello(tokens['ada'], '2026.425.3'))
  expect(hello).toEqual({
    protocolVersion: '2026.425.3',
    agentId: ids['ada'],
    conversations: [],
    unreadCounts: {},
    policy: {
      maxMessageBytes: 65_536,
      maxPartsPerMessage: 10,
      maxTextLength: 32_768,
      maxGroupParticipants: 100,
      heartbeatIntervalMs: 30_000,
      rateLimits: { messagesPerMinute: 60, requestsPerMinute: 120 },
    },
  })
  expect(await remote.refusal('auth/connect', remote.hello(tokens['ada']))).toBe(-32_003)
  // Methods of the other form are none here, and neither is what every object of it has by nature.
  for (const method of ['network/ping', 'task/list', 'toString', '__proto__']) {
    expect(await remote.refusal(method, {}), method).toBe(-32_601)
  }
  for (const [frame, id, code] of [
    [{ jsonrpc: '2.0', id: 'untyped', method: 'system/ping' }, 'untyped', -32_600],
    [{ jsonrpc: '2.0', type: 'request', id: 'm', method: 'system/ping', more: 1 }, 'm', -32_600],
    [{ jsonrpc: '2.0', type: 'request', id: 'p', method: 'system/ping', params: [] }, 'p', -32_602],
  ] as const) {
    remote.raw(frame)
    expect((await remote.answerTo(id))['error'].code, id).toBe(code)
  }
  remote.raw({ jsonrpc: '2.0', type: 'event', event: 'x', data: {} })
  remote.raw({ jsonrpc: '2.0', type: 'response', id: 'y', result: {} })
  expect(Date.parse((await remote.done('system/ping', {}))['ts'] as string)).not.toBeNaN()
  using before = await AprilRemote.open(server)
  before.raw({ jsonrpc: '2.0', id: 'u', method: 'auth/connect', params: {} })
  expect((await before.answerTo('u'))['error'].message).toContain('"type":"request"')
  for (const frame of [...remote.frames, ...before.frames]) expect(frame['type']).toBe('response')
  using other = await RpcRemote.connect(server, tokens['ben'])
  expect(await other.refusal('auth/connect', {})).toBe(-32_601)
  expect(await other.refusal('conversations/list', {})).toBe(-32_601)
  expect(other.unfit).toEqual([])
})

test('RP43 a conversation of April 2026 is created, written to, read, archived and listed, and each step is told as an event', async () => {
  await using server = await TestServer.start({ config: PLENTY })
  using crew = await aprilCrew(server)
  const { ada, ben, dora, id, at, conversation } = crew
  expect(conversation).toEqual({
    id: at.conversationId,
    type: 'dm',
    name: 'Names',
    createdBy: id('ada'),
    createdAt: anyTime(),
    updatedAt: anyTime(),
  })
  expect((await ben.told('conversations/created'))['conversation']).toEqual(conversation)
  const { message } = await ben.done('messages/send', { ...at, ...say('Which name?') })
  expect(message).toEqual({
    id: expect.any(String) as string,
    ...at,
    senderId: id('ben'),
    parts: [{ type: 'text', text: 'Which name?' }],
    createdAt: anyTime(),
  })
  expect(await ada.told('messages/received')).toEqual({ message })
  const reply = { ...at, ...say('The short one.'), replyToId: message.id as string }
  const { message: second } = await ada.done('messages/send', reply)
  expect(second).toMatchObject({ replyToId: message.id })
  expect(await ben.done('messages/list', at)).toEqual({
    messages: [message, second],
    hasMore: false,
  })
  // The newest, in the order in which they were said.
  const last = await ben.done('messages/list', { ...at, limit: 1 })
  expect(last).toEqual({ messages: [second], hasMore: true })
  const of = { ...at, participant: crew.agent('dora') }
  expect(await ben.refusal('conversations/addParticipant', of)).toBe(-32_001)
  expect(await dora.refusal('messages/list', at)).toBe(-32_002)
  expect(await ada.done('conversations/addParticipant', of)).toEqual({})
  const updated = await dora.told('conversations/updated')
  expect(updated['conversation']).toMatchObject({ id: at.conversationId, type: 'group' })
  const { participants } = await dora.done('conversations/get', at)
  expect(participants).toEqual(
    ['ada', 'ben', 'dora'].map((name) => ({
      ...at,
      participant: crew.agent(name),
      joinedAt: anyTime(),
      role: name === 'ada' ? 'owner' : 'member',
    })),
  )
  expect(await dora.done('conversations/leave', at)).toEqual({})
  const out = { ...at, participant: crew.agent('ben') }
  expect(await ada.done('conversations/archive', at)).toEqual({})
  const archived = { ...at, archivedAt: anyTime(), by: id('ada') }
  expect(await ben.told('conversations/archived')).toEqual(archived)
  expect(await ben.refusal('messages/send', { ...at, ...say('late') })).toBe(-32_022)
  const listed = async (more: object) =>
    (await ben.done('conversations/list', more))['conversations'].map(
      (one: { id: string }) => one.id,
    )
  expect(await listed({})).toEqual([])
  expect(await listed({ archived: 'exclude' })).toEqual([])
  expect(await listed({ archived: 'only' })).toEqual([at.conversationId])
  expect(await listed({ archived: 'include', limit: 1 })).toEqual([at.conversationId])
  expect(await ada.done('conversations/unarchive', at)).toEqual({})
  expect(await ben.told('conversations/unarchived')).toEqual({ ...at, by: id('ada') })
  // Once its program has answered the ping behind them.
  await expect
    .poll(() => ben.done('conversations/list', {}))
    .toEqual({
      conversations: [
        {
          id: at.conversationId,
          type: 'dm',
          name: 'Names',
          unreadCount: 0,
          lastMessageTimestamp: second.createdAt as string,
          participants: [crew.agent('ada'), crew.agent('ben')],
        },
      ],
    })
  expect(await ada.done('conversations/removeParticipant', out)).toEqual({})
  expect(await listed({})).toEqual([])
  for (const { frames } of [ada, ben, dora]) {
    for (const frame of frames) expect(['response', 'event']).toContain(frame['type'])
  }
  expect(ada.events().filter((event) => event === 'messages/received')).toHaveLength(1)
})

test('RP43 what is written in one form is read in the other, and each connection of one agent is told in its own', async () => {
  await using server = await TestServer.start({ config: PLENTY })
  using crew = await aprilCrew(server)
  using tasks = await RpcRemote.connect(server, crew.tokens['ben'])
  const { items } = await tasks.done('task/conversation/list')
  expect(items).toHaveLength(1)
  const at = { taskId: items[0].taskId as string, ...crew.at }
  expect(at.taskId).not.toBe(crew.leadId)
  await crew.ada.done('messages/send', { ...crew.at, ...say('one') })
  await tasks.done('messages/send', { ...at, ...say('two') })
  await tasks.told('messages/received', ({ message }) => message.parts[0].text === 'one')
  await crew.ben.told('messages/received')
  await crew.ada.told('messages/received')
  expect(tasks.unfit).toEqual([])
  const { messages } = await crew.ada.done('messages/list', crew.at)
  expect(messages.map((one: { parts: { text: string }[] }) => one.parts[0]?.text)).toEqual([
    'one',
    'two',
  ])
  // What it is owed besides is an event as well.
  await server.call('POST', `/api/agents/${crew.id('dora')}/messages`, { content: 'for dora' })
  const { deliveries } = await crew.dora.told('agent/delivered')
  expect(deliveries.map(({ text }: { text: string }) => text).join('')).toContain('for dora')
  const { agents } = await crew.dora.done('agents/list', {})
  expect(agents[crew.id('ada')]).toMatchObject({ id: crew.id('ada'), name: 'ada' })
  const found = await crew.dora.done('agents/lookupByName', { names: ['ben'] })
  expect(found['agents']).toMatchObject([{ id: crew.id('ben') }])
  expect(await crew.dora.done('contacts/list', {})).toEqual({ contacts: [] })
  const asked = { agentIds: [crew.id('ben')] }
  const { statuses } = await crew.dora.done('presence/subscribe', asked)
  expect(statuses).toEqual([{ agentId: crew.id('ben'), status: 'online' }])
})

test('RP43 who reconnects is told its conversations and how much is unread in each', async () => {
  await using server = await TestServer.start({ config: PLENTY })
  using crew = await aprilCrew(server)
  await crew.dora.done('system/ping', {})
  const { conversation } = await crew.ada.done('conversations/create', {
    type: 'group',
    participants: [crew.agent('dora')],
  })
  crew.dora[Symbol.dispose]()
  const gone = async () => {
    const { statuses } = await crew.ada.done('presence/subscribe', { agentIds: [crew.id('dora')] })
    return statuses[0].status as string
  }
  await expect.poll(gone).toBe('offline')
  const at = { conversationId: conversation.id as string }
  for (const text of ['one', 'two']) await crew.ada.done('messages/send', { ...at, ...say(text) })
  await server.restart()
  using again = await AprilRemote.open(server)
  const hello = await again.done('auth/connect', again.hello(crew.tokens['dora']))
  expect(hello['conversations']).toMatchObject([
    {
      id: at.conversationId,
      unreadCount: 2,
      participants: [crew.agent('ada'), crew.agent('dora')],
    },
  ])
  expect(hello['unreadCounts']).toEqual({ [at.conversationId]: 2 })
})

test.each([
  ['conversations/create', { type: 'room', participants: [] }],
  ['conversations/create', { type: 'group', participants: ['ben'] }],
  ['conversations/create', { type: 'group', participants: [], name: 5 }],
  ['conversations/list', { limit: 101 }],
  ['conversations/list', { archived: 'yes' }],
  ['conversations/list', { cursor: ' ' }],
  ['conversations/get', { conversationId: '../x' }],
  ['conversations/addParticipant', { conversationId: nobody(), participant: nobody() }],
  ['messages/send', { conversationId: nobody(), parts: [] }],
  ['messages/send', { to: 'agent:ben', ...say('x') }],
  ['messages/list', { conversationId: nobody(), sinceSeq: '1' }],
  ['agents/list', { limit: 1 }],
])('RP44 %s with %j is refused with -32602, and nothing is stored', async (method, params) => {
  await using server = await TestServer.start()
  using crew = await aprilCrew(server)
  const { seq } = server.app.core.shard.crew(crew.leadId).state
  expect(await crew.ada.refusal(method, params)).toBe(-32_602)
  expect(server.app.core.shard.crew(crew.leadId).state.seq).toBe(seq)
})

test('RP44 a conversation of a task that does not concern the caller is answered as one that is not there', async () => {
  await using server = await TestServer.start({ config: PLENTY })
  using crew = await rpcCrew(server)
  const { conversationId } = await crew.task('ben', 'cleo')
  for (const name of ['finn', 'zoe']) {
    using remote = await AprilRemote.connect(server, crew.tokens[name])
    for (const [method, more] of [
      ['conversations/get', {}],
      ['conversations/archive', {}],
      ['conversations/leave', {}],
      ['conversations/addParticipant', { participant: { type: 'agent', id: crew.id(name) } }],
      ['messages/list', {}],
      ['messages/send', say('hi')],
    ] as const) {
      const real = await remote.ask(method, { conversationId, ...more })
      const none = await remote.ask(method, { conversationId: nobody(), ...more })
      expect(real['error'], `${name} ${method}`).toMatchObject({ code: -32_002 })
      expect(real['error']).toEqual(none['error'])
    }
  }
})
