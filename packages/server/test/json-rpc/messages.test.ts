import { expect, test } from 'vitest'
import { RpcRemote } from '../harness/rpc-remote'
import { TestServer } from '../harness/test-server'

const PLENTY = { agentMessagesPerMinute: 1_000_000, agentMessageBurst: 1_000_000 }

/** A crew with a group `plan` of ada and ben; cleo is outside. */
async function world(server: TestServer) {
  const crew = await server.crew('atlas', { ada: 'architect', ben: 'developer', cleo: 'designer' })
  const { tokens, leadId } = crew
  const path = `/api/lead/${leadId}`
  const as = { token: tokens['ada'] ?? '' }
  const { body } = await server.call(
    'POST',
    `${path}/groups`,
    { name: 'plan', memberIds: ['ben'] },
    as,
  )
  const at = { taskId: leadId, conversationId: body['group'].id as string }
  return { ...crew, path, at }
}

const text = (content: string) => ({ parts: [{ type: 'text', text: content }] })

test('RP8 messages/send posts to the group: every other participant is told once, after the answer, and nobody else', async () => {
  await using server = await TestServer.start()
  const { tokens, ids, leadId, path, at } = await world(server)
  using ada = await RpcRemote.connect(server, tokens['ada'])
  using second = await RpcRemote.connect(server, tokens['ada'])
  using ben = await RpcRemote.connect(server, tokens['ben'])
  using cleo = await RpcRemote.connect(server, tokens['cleo'])
  const { message } = await ada.done('messages/send', { ...at, ...text('Plan B it is') })
  expect(message).toMatchObject({
    conversationId: at.conversationId,
    senderId: ids['ada'],
    parts: [{ type: 'text', text: 'Plan B it is' }],
  })
  expect(await ben.told('messages/received')).toEqual({ taskId: leadId, message })
  const posted = await server.call('POST', `${path}/groups/plan/messages`, { content: 'Go' })
  await ada.told('messages/received', (told) => told['message'].senderId === 'human')
  for (const remote of [ada, second, ben, cleo]) await remote.quiet()
  expect(ben.count('messages/received')).toBe(2)
  for (const remote of [ada, second]) expect(remote.count('messages/received')).toBe(1)
  expect(cleo.notifications).toEqual([])
  const { messages, hasMore } = await ben.done('messages/list', at)
  expect(messages.map((one: { id: string }) => one.id)).toEqual([
    message.id,
    posted.body['message'].id,
  ])
  expect(hasMore).toBe(false)
  const { body } = await server.call('GET', `${path}/groups/plan/messages`)
  expect(body['messages'].map((one: { content: string }) => one.content)).toEqual([
    'Plan B it is',
    'Go',
  ])
  for (const remote of [ada, second, ben, cleo]) expect(remote.unfit).toEqual([])
})

test('RP9 what a request leads to is told after its answer, on the connection that sent it too, and in order', async () => {
  await using server = await TestServer.start({ config: PLENTY })
  const { tokens, at } = await world(server)
  using ada = await RpcRemote.connect(server, tokens['ada'])
  using ben = await RpcRemote.connect(server, tokens['ben'])
  const asked: Promise<unknown>[] = []
  for (let n = 0; n < 50; n++) {
    asked.push(ada.ask('task/conversation/archive', at, `a${n}`))
    asked.push(ada.ask('task/conversation/unarchive', at, `u${n}`))
    asked.push(ada.ask('messages/send', { ...at, ...text(`${n}`) }, `s${n}`))
    asked.push(ada.ask('messages/list', { ...at, limit: 1 }, `l${n}`))
  }
  await Promise.all(asked)
  for (const remote of [ada, ben]) await remote.quiet()
  const order = ada.order
  for (let n = 0; n < 50; n++) {
    const [archived, unarchived] = [
      nth(order, 'task/conversation/archived', n),
      nth(order, 'task/conversation/unarchived', n),
    ]
    expect(archived).toBeGreaterThan(order.indexOf(`a${n}`))
    expect(unarchived).toBeGreaterThan(order.indexOf(`u${n}`))
    expect(unarchived).toBeGreaterThan(archived)
  }
  const got = ben.notifications.map(({ method, params }) =>
    method === 'messages/received' ? params['message'].parts[0].text : method.split('/').at(-1),
  )
  expect(got).toEqual(
    Array.from({ length: 50 }, (_, n) => ['archived', 'unarchived', `${n}`]).flat(),
  )
  expect(ada.answers.filter(({ error }) => error)).toEqual([])
})

function nth(order: readonly string[], method: string, n: number): number {
  return order.flatMap((one, at) => (one === method ? [at] : []))[n] ?? -1
}

test('RP10 messages are read oldest first from behind a seq, without gap or repeat while others write', async () => {
  await using server = await TestServer.start({ config: PLENTY })
  const { tokens, at } = await world(server)
  using ada = await RpcRemote.connect(server, tokens['ada'])
  using ben = await RpcRemote.connect(server, tokens['ben'])
  const say = (n: number) => ada.ask('messages/send', { ...at, ...text(`${n}`) })
  await Promise.all(Array.from({ length: 130 }, (_, n) => say(n)))
  const read: string[] = []
  let sinceSeq: string | undefined
  for (let n = 130; ; n++) {
    const page = await ben.done('messages/list', {
      ...at,
      ...(sinceSeq ? { sinceSeq } : {}),
      limit: 20,
    })
    read.push(...page['messages'].map((one: { parts: { text: string }[] }) => one.parts[0]?.text))
    sinceSeq = page['messages'].at(-1)?.seq ?? sinceSeq
    if (!page['hasMore']) break
    if (n < 140) await say(n)
  }
  expect(read).toEqual(Array.from({ length: read.length }, (_, n) => `${n}`))
  expect(read.length).toBeGreaterThanOrEqual(135)
  expect(await ben.done('messages/list', { ...at, sinceSeq })).toEqual({
    messages: [],
    hasMore: false,
  })
  const usual = await ben.done('messages/list', at)
  expect([usual['messages'].length, usual['hasMore']]).toEqual([50, true])
  for (const limit of [0, 201, 1.5, '5']) {
    expect(await ben.refusal('messages/list', { ...at, limit })).toBe(-32_602)
  }
})

test('RP11 parts and frames have limits: 10 parts, 32,768 characters of one, 65,536 bytes of a frame', async () => {
  await using server = await TestServer.start({ config: PLENTY })
  const { tokens, at } = await world(server)
  using ada = await RpcRemote.connect(server, tokens['ada'])
  using ben = await RpcRemote.connect(server, tokens['ben'])
  const part = { type: 'text', text: 'x' }
  const send = (parts: unknown) => ada.refusal('messages/send', { ...at, parts })
  for (const parts of [
    [],
    Array(11).fill(part),
    [{ type: 'text', text: 'x'.repeat(32_769) }],
    [{ type: 'text', text: '' }],
    [{ type: 'text', text: 'x', more: 1 }],
    [{ type: 'video', url: 'https://a.b/c' }],
    [{ type: 'image', url: 'file:///etc/passwd' }],
    [{ type: 'image', url: 'https://a.b/c', altText: 'x'.repeat(257) }],
    [{ type: 'file', url: 'https://a.b/c' }],
    [{ type: 'file', url: 'https://a.b/c', name: 'x', size: -1 }],
    'x',
  ]) {
    expect(await send(parts), JSON.stringify(parts).slice(0, 80)).toBe(-32_602)
  }
  await ben.quiet()
  expect(ben.notifications).toEqual([])
  expect(await send([{ type: 'text', text: 'x'.repeat(32_768) }])).toBe(0)
  expect(await send(Array(10).fill(part))).toBe(0)
  const frame = (bytes: number) => {
    const of = (content: string) =>
      JSON.stringify({
        jsonrpc: '2.0',
        id: 'big',
        method: 'messages/list',
        params: { ...at, cursor: content },
      })
    return of('é'.repeat(100) + 'x'.repeat(bytes - Buffer.byteLength(of('')) - 200))
  }
  // At the limit the frame is read: this method has no such parameter.
  ada.raw(frame(65_536))
  expect((await ada.answerTo('big')).error?.code).toBe(-32_602)
  ada.raw(frame(65_537))
  await ada.answered(ada.answers.length + 1)
  expect(ada.answers.at(-1)).toMatchObject({
    id: 'big',
    error: { code: -32_600, data: { code: 'too_large' } },
  })
})
