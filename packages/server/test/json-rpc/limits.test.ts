import { expect, test } from 'vitest'
import { createAgent } from '../../src/agents/create-agent'
import { nobody, PLENTY, rpcCrew, say } from '../harness/rpc-crew'
import { RpcRemote } from '../harness/rpc-remote'
import { BY_PERSON } from '../harness/test-crew'
import { ServerWithWriter } from '../harness/server-with-writer'
import { TestServer } from '../harness/test-server'

test('RP26 a message keeps its parts and what it replies to, on this door and on the others', async () => {
  await using server = await TestServer.start()
  using crew = await rpcCrew(server)
  const at = await crew.task('ben', 'cleo')
  const { message: first } = await crew
    .remote('ben')
    .done('messages/send', { ...at, ...say('Which?') })
  const parts = [
    { type: 'text', text: 'This one' },
    { type: 'image', url: 'https://pictures.example/a.png', altText: 'a plan' },
    {
      type: 'file',
      url: 'https://files.example/a.pdf',
      name: 'a.pdf',
      mimeType: 'application/pdf',
      size: 5,
    },
  ]
  const sent = { ...at, parts, replyToId: first.id }
  const { message } = await crew.remote('cleo').done('messages/send', sent)
  expect(message).toMatchObject({ parts, replyToId: first.id, senderId: crew.id('cleo') })
  expect((await crew.remote('ben').told('messages/received'))['message']).toEqual(message)
  const { messages } = await crew
    .remote('ben')
    .done('messages/list', { ...at, sinceSeq: first.seq })
  expect(messages).toEqual([message])
  const group = Object.values(server.app.core.shard.crew(crew.leadId).state.groups).find(
    ({ id }) => id === at.conversationId,
  )
  const { body } = await server.call(
    'GET',
    `/api/lead/${crew.leadId}/groups/${group?.name}/messages`,
  )
  expect(body['messages'].at(-1)).toMatchObject({ parts, replyTo: { id: first.id, n: 1 } })
  expect(body['messages'].at(-1).content).toContain('[a.pdf](https://files.example/a.pdf)')
  const unknown = { ...at, ...say('x'), replyToId: nobody() }
  expect(await crew.remote('ben').refusal('messages/send', unknown)).toBe(-32_002)
  expect(crew.unfit()).toEqual([])
})

test('RP27 a conversation with more participants than a group may have members is refused with -32007 and what to do', async () => {
  await using server = await TestServer.start()
  const { leadId, tokens } = await server.crew('atlas', { ada: 'architect' })
  const { shard } = server.app.core
  const crew = shard.crew(leadId)
  const ids = Array.from(
    { length: 100 },
    () => createAgent(shard, crew, BY_PERSON, { role: 'developer' }).agent.id,
  )
  using ada = await RpcRemote.connect(server, tokens['ada'])
  const create = (participants: readonly string[]) =>
    ada.ask('task/conversation/create', { taskId: leadId, participants })
  const full = await create(ids)
  expect(full.error).toMatchObject({
    code: -32_007,
    message:
      'A conversation has at most 100 participants. Remove some first, or create another one.',
    data: { name: 'ConversationFullError' },
  })
  expect(crew.state.groups).toEqual({})
  // With ada, who makes it, and the lead, who reads along, these are a hundred.
  const { result } = await create(ids.slice(0, 98))
  const at = { taskId: leadId, conversationId: result?.['conversation'].id as string }
  const one = { ...at, agentId: ids[99] }
  expect(await ada.refusal('task/conversation/participants/add', one)).toBe(-32_007)
})

test('RP28 a client that does not read is cut off with 4008, and nobody else waits for it', async () => {
  await using server = await TestServer.start({ config: PLENTY })
  using crew = await rpcCrew(server)
  const at = await crew.task('ben', 'cleo')
  const [ben, cleo] = [crew.remote('ben'), crew.remote('cleo')]
  cleo.pause()
  const text = 'x'.repeat(30_000)
  let isOpen = true
  void cleo.closed.then(() => (isOpen = false))
  for (let n = 0; n < 800; n += 20) {
    await Promise.all(
      Array.from({ length: 20 }, () => ben.done('messages/send', { ...at, ...say(text) })),
    )
    if (!isOpen) break
  }
  cleo.resume()
  expect((await cleo.closed).code).toBe(4008)
  await crew.remote('dora').quiet()
})

test('RP29 after a restart everything is as it was: tasks, conversations, messages, and who is in them', async () => {
  await using server = await TestServer.start()
  using crew = await rpcCrew(server)
  const at = await crew.task('ben', 'cleo')
  await crew.remote('ben').done('messages/send', { ...at, ...say('kept') })
  await crew.remote('tm').done('task/conversation/archive', at)
  const ben = crew.remote('ben')
  const read = async (remote: RpcRemote) => [
    await remote.done('task/list'),
    await remote.done('task/conversation/list'),
    await remote.done('messages/list', at),
  ]
  const before = await read(ben)
  await server.restart()
  expect((await ben.closed).code).toBe(1001)
  const again = await RpcRemote.connect(server, crew.tokens['ben'])
  using _ = again
  expect(await read(again)).toEqual(before)
})

test('RP17 a message beyond the rate of its agent is refused with -32004 and the time to wait, and nobody is notified', async () => {
  await using server = await TestServer.start({
    config: { agentMessagesPerMinute: 1, agentMessageBurst: 2 },
  })
  const { leadId, ids, tokens } = await server.crew('atlas', { ada: 'architect', ben: 'developer' })
  // Requests have a limit of their own, which one of the connections has not met.
  using creating = await RpcRemote.connect(server, tokens['ada'])
  const { conversation } = await creating.done('task/conversation/create', {
    taskId: leadId,
    participants: [ids['ben']],
  })
  const at = { taskId: leadId, conversationId: conversation.id as string }
  using ben = await RpcRemote.connect(server, tokens['ben'])
  const send = async (text: string) => {
    using ada = await RpcRemote.connect(server, tokens['ada'])
    const answer = await ada.ask('messages/send', { ...at, ...say(text) })
    return answer
  }
  for (const text of ['one', 'two']) expect((await send(text)).error).toBeUndefined()
  const { error } = await send('three')
  expect(error).toMatchObject({
    code: -32_004,
    data: { name: 'RateLimitedError', code: 'rate_limited' },
  })
  expect(error?.data['retryAfter']).toBeGreaterThan(0)
  await ben.quiet()
  expect(ben.count('messages/received')).toBe(2)
})

test('RP17 a message that could not be stored is refused with -32603 and the time to wait, and nobody is notified', async () => {
  await using server = await ServerWithWriter.start()
  const { leadId, agents } = await server.crew(['ada', 'ben'])
  const group = server.app.core.shard.crew(leadId).state.groups['room']
  const at = { taskId: leadId, conversationId: group?.id ?? '' }
  using ada = await RpcRemote.connect(server, agents['ada']?.token)
  using ben = await RpcRemote.connect(server, agents['ben']?.token)
  await ada.done('messages/send', { ...at, ...say('stored') })
  await ben.told('messages/received')
  server.writer.plan('fail SQLITE_FULL')
  const { error } = await ada.ask('messages/send', { ...at, ...say('lost') })
  expect(error).toMatchObject({
    code: -32_603,
    data: { name: 'InternalError', code: 'storage_failed' },
  })
  expect(error?.data['retryAfter']).toBeGreaterThan(0)
  expect(ben.count('messages/received')).toBe(1)
  expect(server.contents()).toEqual(['stored'])
})
