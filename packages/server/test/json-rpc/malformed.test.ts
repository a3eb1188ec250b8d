import { expect, test } from 'vitest'
import { Random } from '../harness/random'
import { RpcRemote } from '../harness/rpc-remote'
import { TestServer } from '../harness/test-server'

const PLENTY = { agentMessagesPerMinute: 1_000_000, agentMessageBurst: 1_000_000 }

interface Case {
  readonly frame: string | Buffer
  readonly code: number
  readonly id: string | null
}

const NAMES: Readonly<Record<number, string>> = {
  [-32_700]: 'ParseError',
  [-32_600]: 'InvalidRequestError',
  [-32_601]: 'MethodNotFoundError',
  [-32_602]: 'InvalidParamsError',
}

const json = (value: unknown) => JSON.stringify(value)

/** One malformed frame, and what the table of the protocol says to it. */
function malformed(random: Random, n: number): Case {
  const id = `m${n}`
  const good = { jsonrpc: '2.0', id, method: 'network/ping', params: {} }
  const text = json(good)
  const wrong = (frame: object, echoed: string | null = id): Case => ({
    frame: json(frame),
    code: -32_600,
    id: echoed,
  })
  switch (random.below(13)) {
    case 0: {
      const bytes = Buffer.from(
        Array.from({ length: 1 + random.below(200) }, () => random.below(256)),
      )
      return { frame: bytes, code: -32_700, id: null }
    }
    case 1:
      return { frame: text.slice(0, 1 + random.below(text.length - 1)), code: -32_700, id: null }
    case 2: {
      const letters = Array.from({ length: 1 + random.below(40) }, () => 33 + random.below(90))
      return { frame: `{${String.fromCharCode(...letters)}`, code: -32_700, id: null }
    }
    case 3:
      return wrong({ ...good, jsonrpc: random.pick(['1.0', '2', 2, 2.1, null, '', ' 2.0']) })
    case 4:
      return wrong({ ...good, id: random.pick([n, 0, -1, 1.5, null, true, [], { id: 'x' }]) }, null)
    case 5:
      return wrong({ ...good, [random.pick(['extra', 'result', 'error', 'Id', '__proto'])]: n })
    case 6:
      return {
        frame: json(Array.from({ length: random.below(5) }, () => good)),
        code: -32_600,
        id: null,
      }
    case 7:
      return wrong({ ...good, method: random.pick(['', 5, null, {}, []]) })
    case 8:
      return {
        frame: json(random.pick([1, 'x', true, null, 'network/ping'])),
        code: -32_600,
        id: null,
      }
    case 9: {
      const method = random.pick([
        'no/such',
        'network',
        '__proto__',
        'toString',
        'NETWORK/PING',
        '💥',
      ])
      return { frame: json({ ...good, method }), code: -32_601, id }
    }
    case 10:
      return {
        frame: json({ ...good, params: random.pick([[], 1, 'x', null, true, { more: 1 }]) }),
        code: -32_602,
        id,
      }
    case 11: {
      const params = random.pick([
        {},
        { taskId: 'x', conversationId: 'y', parts: [] },
        { taskId: 5 },
        { parts: [{ type: 'text', text: 'x' }] },
      ])
      return { frame: json({ ...good, method: 'messages/send', params }), code: -32_602, id }
    }
    default:
      return {
        frame: json({ ...good, params: { text: 'x'.repeat(66_000) } }),
        code: -32_600,
        id,
      }
  }
}

test('RP5 500 malformed frames are answered as the table says, and the connection and the server live', async () => {
  await using server = await TestServer.start({ config: PLENTY })
  const { tokens, leadId } = await server.crew('atlas', { ada: 'architect' })
  using remote = await RpcRemote.connect(server, tokens['ada'])
  using neighbour = await RpcRemote.connect(server, tokens['ada'])
  const before = server.app.core.shard.crew(leadId).state.seq
  const random = new Random(20)
  const cases = Array.from({ length: 500 }, (_, n) => malformed(random, n))
  for (const { frame } of cases) remote.raw(frame)
  await remote.answered(501)
  const told = remote.answers.slice(1).map(({ id, error }) => ({ id, code: error?.code }))
  expect(told).toEqual(cases.map(({ id, code }) => ({ id, code })))
  for (const { error } of remote.answers.slice(1)) {
    expect(error?.data['name']).toBe(NAMES[error?.code ?? 0])
  }
  await remote.quiet()
  await neighbour.quiet()
  expect([...remote.unfit, ...remote.notifications]).toEqual([])
  expect(server.app.core.shard.crew(leadId).state.seq).toBe(before)
})

test('RP6 what asks for no answer gets none: a notification, and an answer to nothing', async () => {
  await using server = await TestServer.start()
  const { tokens } = await server.crew('atlas', { ada: 'architect' })
  using remote = await RpcRemote.connect(server, tokens['ada'])
  remote.raw({ jsonrpc: '2.0', method: 'network/ping' })
  remote.raw({ jsonrpc: '2.0', method: 'no/such', params: [1] })
  remote.raw({ jsonrpc: '2.0', id: 'x', result: {} })
  await remote.quiet()
  expect(remote.answers).toHaveLength(2)
})

test('RP7 a connection sends so many requests a minute, whatever they are, and then -32004 until there is room', async () => {
  await using server = await TestServer.start({ config: { agentMessagesPerMinute: 10 } })
  const { tokens } = await server.crew('atlas', { ada: 'architect' })
  using remote = await RpcRemote.connect(server, tokens['ada'])
  using other = await RpcRemote.connect(server, tokens['ada'])
  for (let n = 1; n < 20; n++) await remote.ask(n % 2 ? 'network/ping' : 'no/such')
  const { error } = await remote.ask('network/ping')
  expect(error).toMatchObject({ code: -32_004, data: { name: 'RateLimitedError' } })
  expect(error?.data['retryAfter']).toBeGreaterThanOrEqual(1)
  expect(error?.data['retryAfter']).toBeLessThanOrEqual(3)
  remote.raw('not json')
  await remote.answered(22)
  expect(remote.answers.at(-1)).toMatchObject({ id: null, error: { code: -32_004 } })
  await other.quiet()
})

test('RP40 a frame that is too large is refused with its id, where that is text before or behind its params', async () => {
  await using server = await TestServer.start({ config: PLENTY })
  const { tokens } = await server.crew('atlas', { ada: 'architect' })
  const text = 'x'.repeat(66_000)
  const long = { method: 'network/ping', params: { text, id: 'within' } }
  const ping = { jsonrpc: '2.0', id: 'p', method: 'network/ping' }
  for (const [frame, id] of [
    [{ jsonrpc: '2.0', id: 'first', ...long }, 'first'],
    [{ id: 'a "quoted\\ one', jsonrpc: '2.0', ...long }, 'a "quoted\\ one'],
    [{ jsonrpc: '2.0', method: 'network/ping', id: 'third', params: { text } }, 'third'],
    [{ jsonrpc: '2.0', ...long, id: 'last' }, 'last'],
    [{ jsonrpc: '2.0', ...long, id: 7 }, null],
    [{ jsonrpc: '2.0', ...long }, null],
    [{ jsonrpc: '2.0', id: 'x'.repeat(200), ...long }, null],
    [[{ id: 'in a batch', text }], null],
    [{ jsonrpc: '2.0', id: '語', method: 'network/ping', params: '語'.repeat(32_768) }, '語'],
  ] as const) {
    using remote = await RpcRemote.connect(server, tokens['ada'])
    remote.raw(frame)
    await remote.answered(2)
    expect(remote.answers.at(-1)).toMatchObject({ id, error: { code: -32_600 } })
    expect(remote.answers.at(-1)?.error?.data['code']).toBe('too_large')
    remote.raw(ping)
    await remote.answerTo('p')
  }
})
