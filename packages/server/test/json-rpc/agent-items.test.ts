import { expect, test } from 'vitest'
import { FakeClock } from '../harness/fake-clock'
import { type InboxItem, RpcRemote } from '../harness/rpc-remote'
import { eventually } from '../harness/speaker'
import { TestServer } from '../harness/test-server'
import { TestSocket } from '../harness/test-socket'
import { unconfirmedIn } from '../../src/delivery/unconfirmed'

const NAMES = { ada: 'architect', ben: 'developer', cleo: 'designer' }

async function world(options: Parameters<typeof TestServer.start>[0] = {}) {
  const server = await TestServer.start(options)
  const crew = await server.crew('atlas', NAMES)
  const path = `/api/lead/${crew.leadId}`
  const memberIds = ['ada', 'ben']
  const { body } = await server.call('POST', `${path}/groups`, { name: 'plan', memberIds })
  const at = { taskId: crew.leadId, conversationId: body['group'].id as string }
  const id = (name: string) => crew.ids[name] ?? ''
  const by = (name: string) => ({ token: crew.tokens[name] ?? '' })
  /** Items that the agent has not confirmed: those it was handed, and those that wait. */
  const owed = (name: string) => {
    const home = server.app.core.shard.crewOf(id(name))
    if (!home) throw new Error(`no ${name}`)
    const waiting = [...home.inHand.pending(id(name)), ...home.inHand.owing(id(name))]
    return unconfirmedIn(home, id(name)) + waiting.length
  }
  // What came before is none of a test's.
  for (const name of Object.keys(NAMES)) {
    using remote = await RpcRemote.connect(server, crew.tokens[name])
    await eventually('all is delivered', () => owed(name) === 0)
    remote[Symbol.dispose]()
    await remote.closed
  }
  return {
    ...crew,
    server,
    path,
    at,
    id,
    by,
    connect: (name: string) => RpcRemote.connect(server, crew.tokens[name]),
    presence: (name: string) => server.app.core.presence.get(id(name)).connection,
    owed,
    tell: (name: string, content: string) =>
      server.call('POST', `/api/agents/${id(name)}/messages`, { content }),
    post: (content: string) => server.call('POST', `${path}/groups/plan/messages`, { content }),
    inbox: async (name: string) => {
      const page = await server.call('GET', `/api/agents/${id(name)}/inbox`, undefined, by(name))
      return page.body['deliveries'] as InboxItem[]
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

const say = (content: string) => ({ parts: [{ type: 'text', text: content }] })
const texts = ({ deliveries }: RpcRemote) => deliveries.map(({ text }) => text)

test('RP35 an agent is connected while one of its connections to any door is open, and lost with the last one', async () => {
  await using crew = await world()
  await eventually('lost', () => crew.presence('ben') === 'lost')
  const first = await crew.connect('ben')
  const second = await crew.connect('ben')
  const url = `${crew.server.app.url}/agent`
  const socket = new TestSocket(url)
  await socket.opened()
  socket.send({ type: 'hello', agentId: crew.id('ben'), token: crew.tokens['ben'] })
  await socket.wait(({ type }) => type === 'hello')
  expect(crew.presence('ben')).toBe('connected')
  first[Symbol.dispose]()
  await first.closed
  socket.close()
  await socket.closed
  await second.quiet()
  expect(crew.presence('ben')).toBe('connected')
  second[Symbol.dispose]()
  await eventually('lost', () => crew.presence('ben') === 'lost')
})

test('RP36 what an agent was told or handed is delivered once it has read it, by the ping that follows', async () => {
  await using crew = await world()
  using ben = await crew.connect('ben')
  using ada = await crew.connect('ada')
  await ada.done('messages/send', { ...crew.at, ...say('in the conversation') })
  await crew.post('from the person')
  await crew.tell('ben', 'to you alone')
  await ben.handed('to you alone')
  await eventually('all is delivered', () => crew.owed('ben') === 0)
  expect(ben.count('messages/received')).toBe(2)
  expect(texts(ben).filter((text) => /conversation|person/.test(text))).toEqual([])
  ben[Symbol.dispose]()
  await crew.server.restart()
  expect(await crew.inbox('ben')).toEqual([])
})

test('RP36 what an agent has not read stays owed, and comes again over its next connection, also the messages, marked as repeats', async () => {
  await using crew = await world()
  {
    using deaf = await RpcRemote.deaf(crew.server, crew.tokens['ben'])
    await crew.post('in the conversation')
    await crew.tell('ben', 'to you alone')
    await deaf.told('messages/received')
    await deaf.handed('to you alone')
    expect(crew.owed('ben')).toBe(2)
  }
  await eventually('lost', () => crew.presence('ben') === 'lost')
  using ben = await crew.connect('ben')
  const items = [await ben.handed('in the conversation'), await ben.handed('to you alone')]
  expect(items.map(({ kind, repeat }) => [kind, repeat])).toEqual([
    ['group', true],
    ['direct', true],
  ])
  await eventually('all is delivered', () => crew.owed('ben') === 0)
  expect(ben.count('messages/received')).toBe(0)
})

test('RP36 what an agent has not read before the server starts again comes again, marked as a repeat', async () => {
  await using crew = await world()
  using deaf = await RpcRemote.deaf(crew.server, crew.tokens['ben'])
  await crew.tell('ben', 'to you alone')
  await deaf.handed('to you alone')
  await crew.server.restart()
  using ben = await crew.connect('ben')
  expect(await ben.handed('to you alone')).toMatchObject({ kind: 'direct', repeat: true })
  await eventually('all is delivered', () => crew.owed('ben') === 0)
})

test('RP36 what one connection has not read comes over another one that is open, when the first one closes', async () => {
  await using crew = await world()
  const deaf = await RpcRemote.deaf(crew.server, crew.tokens['ben'])
  await crew.tell('ben', 'to you alone')
  await deaf.handed('to you alone')
  using other = await RpcRemote.deaf(crew.server, crew.tokens['ben'])
  deaf[Symbol.dispose]()
  expect(await other.handed('to you alone')).toMatchObject({ repeat: true })
  expect(crew.owed('ben')).toBe(1)
  other.pongs()
  await crew.tell('ben', 'and this')
  await eventually('all is delivered', () => crew.owed('ben') === 0)
})

test('RP37 tasks, direct messages, interrupts and rounds reach an agent as agent/delivered, on each of its connections', async () => {
  await using crew = await world()
  using ben = await crew.connect('ben')
  using second = await crew.connect('ben')
  const agent = `/api/agents/${crew.id('ben')}`
  await crew.server.call('POST', `${agent}/tasks`, { task: 'Write the parser' })
  await crew.tell('ben', 'a word')
  await crew.server.call('POST', `${agent}/interrupt`, { content: 'Stop that' })
  const body = { title: 'Names', agents: ['ben'] }
  const { session } = (await crew.server.call('POST', `${crew.path}/groups/plan/sessions`, body))
    .body
  const messages = `${crew.path}/groups/plan/sessions/${session.id}/messages`
  await crew.server.call('POST', messages, { content: 'Which name?' })
  for (const remote of [ben, second]) {
    const kinds: string[] = []
    for (const words of ['Write the parser', 'a word', 'Stop that', 'Which name?']) {
      kinds.push((await remote.handed(words)).kind)
    }
    expect(kinds).toEqual(['task', 'direct', 'interrupt', 'round'])
    expect(remote.deliveries.filter(({ text }) => text.includes('a word'))).toHaveLength(1)
    expect(remote.unfit).toEqual([])
  }
})

test('RP37 what came while an agent was not connected is handed over when it is, also its messages, once and in order', async () => {
  await using crew = await world()
  await crew.post('one')
  await crew.tell('ben', 'two')
  await crew.post('three')
  using ben = await crew.connect('ben')
  await ben.handed('three')
  const words = texts(ben).map((text) => /one|two|three/.exec(text)?.[0])
  expect(new Set(words)).toEqual(new Set(['one', 'two', 'three']))
  expect(words).toHaveLength(3)
  expect(words.filter((word) => word !== 'two')).toEqual(['one', 'three'])
  await eventually('all is delivered', () => crew.owed('ben') === 0)
  expect(ben.count('messages/received')).toBe(0)
})

test('RP37 a paused crew hands nothing over until it goes on', async () => {
  await using crew = await world()
  using cleo = await crew.connect('cleo')
  await crew.server.call('POST', `${crew.path}/pause`)
  await crew.tell('cleo', 'while paused')
  await cleo.quiet()
  expect(texts(cleo)).toEqual([])
  await crew.server.call('POST', `${crew.path}/resume`)
  await cleo.handed('while paused')
  await eventually('all is delivered', () => crew.owed('cleo') === 0)
})

test('RP37 an agent that is added to a conversation and taken out of it is told so once, by notifications alone', async () => {
  await using crew = await world()
  using cleo = await crew.connect('cleo')
  const members = `${crew.path}/groups/plan/members`
  await crew.server.call('POST', members, { memberIds: ['cleo'] })
  await crew.post('one')
  await crew.server.call('DELETE', `${members}/${crew.id('cleo')}`)
  await cleo.told('task/conversation/participants/removed')
  await eventually('all is delivered', () => crew.owed('cleo') === 0)
  await cleo.quiet()
  expect(texts(cleo)).toEqual([])
  expect(cleo.order.filter((one) => one.includes('/') && one !== 'network/ping')).toEqual([
    'task/conversation/participants/added',
    'messages/received',
    'task/conversation/participants/removed',
  ])
})

test('RP38 agent/answer answers a round by the id of its delivery, blank content passes, and each is told in words', async () => {
  await using crew = await world()
  using ben = await crew.connect('ben')
  const body = { title: 'Names', agents: ['ben'] }
  const { session } = (await crew.server.call('POST', `${crew.path}/groups/plan/sessions`, body))
    .body
  const messages = `${crew.path}/groups/plan/sessions/${session.id}/messages`
  const asks = async (content: string) => {
    await crew.server.call('POST', messages, { content })
    const { id } = await ben.handed(content)
    return id
  }
  const first = await asks('Which name?')
  const answer = { deliveryId: first, content: 'Ada.' }
  expect(await ben.done('agent/answer', answer)).toEqual({ status: 'done' })
  const second = await asks('Any other?')
  expect(await ben.done('agent/answer', { deliveryId: second, content: ' ' })).toEqual({
    status: 'passed',
  })
  const { body: page } = await crew.server.call('GET', messages)
  expect(page['messages'].map((one: { content: string }) => one.content)).toEqual([
    'Which name?',
    'Ada.',
    'Any other?',
  ])
  const again = await ben.ask('agent/answer', answer)
  expect(again.error).toMatchObject({ code: -32_003, data: { code: 'round_over' } })
  using ada = await crew.connect('ada')
  const other = await ada.ask('agent/answer', answer)
  expect(other.error).toMatchObject({ code: -32_002, data: { code: 'round_not_found' } })
  for (const wrong of [{ deliveryId: 7, content: 'x' }, { deliveryId: first }, { content: 'x' }]) {
    expect(await ben.refusal('agent/answer', wrong)).toBe(-32_602)
  }
})

test('RP46 agent/command runs a command with its rights and its reply: a task that came here is completed here', async () => {
  await using crew = await world()
  using ben = await crew.connect('ben')
  await crew.server.call('POST', `/api/agents/${crew.id('ben')}/tasks`, { task: 'Write it' })
  await ben.handed('Write it')
  const payload = { summary: 'It is written' }
  const done = await ben.done('agent/command', { command: 'complete_task', payload })
  expect(done).toEqual({ ok: true, reply: expect.stringContaining('Task closed') })
  const { body } = await crew.server.call('GET', `${crew.path}/tasks`)
  expect(body['tasks']).toMatchObject([{ status: 'completed', summary: 'It is written' }])
  await ben.quiet()
  expect(texts(ben).filter((text) => text.includes('Task closed'))).toEqual([])
  for (const [command, said] of [
    ['DELEGATE', 'DELEGATE refused: to: '],
    ['FLY', 'FLY'],
    ['GROUP_MESSAGE', 'group'],
  ] as const) {
    const refused = await ben.done('agent/command', { command, payload: {} })
    expect(refused, command).toEqual({ ok: false, reply: expect.stringContaining(said) })
  }
  for (const wrong of [{}, { command: 7 }, { command: ' ' }, { command: 'HELP', payload: 'x' }]) {
    expect(await ben.refusal('agent/command', wrong), JSON.stringify(wrong)).toBe(-32_602)
  }
  using before = await RpcRemote.open(crew.server)
  expect(await before.refusal('agent/command', { command: 'HELP' })).toBe(-32_000)
})

test('RP39 an agent that reads its inbox over HTTP or /agent is handed its items there and not here, until it stops', async () => {
  const clock = new FakeClock()
  await using crew = await world({ clock })
  clock.advance(61_000)
  expect(await crew.inbox('ben')).toEqual([])
  using ben = await crew.connect('ben')
  await crew.tell('ben', 'over HTTP')
  await crew.post('in the conversation')
  await ben.told('messages/received')
  await ben.quiet()
  expect(texts(ben)).toEqual([])
  expect((await crew.inbox('ben')).map(({ kind }) => kind)).toEqual(['direct', 'group'])
  clock.advance(61_000)
  await ben.handed('over HTTP')
  await eventually('all is delivered', () => crew.owed('ben') === 0)
})
