import { expect, test } from 'vitest'
import { RpcRemote } from '../harness/rpc-remote'
import { joined, letters } from '../harness/secrets'
import { TestServer } from '../harness/test-server'

const PLENTY = { agentMessagesPerMinute: 1_000_000, agentMessageBurst: 1_000_000 }
/** Known by its form. */
const SECRET = joined('gh', `p_${letters(36)}`)

interface Shown {
  readonly n: number
  readonly direction: string
  readonly method: string | null
  readonly id: string | null
  readonly agentId: string
  readonly ms: number | null
  readonly ok: boolean | null
  readonly code: number | null
  readonly frame: string
  readonly cut: boolean
}

async function world(server: TestServer) {
  const { leadId, ids, tokens } = await server.crew('atlas', { ada: 'architect', ben: 'developer' })
  const path = `/api/lead/${leadId}`
  const { body } = await server.call('POST', `${path}/groups`, {
    name: 'plan',
    memberIds: ['ada', 'ben'],
  })
  const at = { taskId: leadId, conversationId: body['group'].id as string }
  const frames = async (since?: number) => {
    const query = since === undefined ? '' : `?since=${since}`
    const { body: shown } = await server.call('GET', `${path}/rpc/frames${query}`)
    return shown as unknown as { frames: Shown[]; asOf: number }
  }
  return { leadId, ids, tokens, path, at, frames }
}

const say = (content: string) => ({ parts: [{ type: 'text', text: content }] })

test('RP12 people see what programs sent and got, with the time of each answer, and no key in it', async () => {
  await using server = await TestServer.start()
  const { ids, tokens, at, frames } = await world(server)
  expect(await frames()).toEqual({ frames: [], asOf: 0 })
  using ada = await RpcRemote.connect(server, tokens['ada'])
  using ben = await RpcRemote.connect(server, tokens['ben'])
  await ada.ask('messages/send', { ...at, ...say('Hello') }, 'first')
  await ada.ask('no/such', { agentKey: tokens['ben'] }, 'second')
  ada.raw('{"agentKey":"secret-key", broken')
  await ben.told('messages/received')
  for (const remote of [ada, ben]) await remote.quiet()
  const shown = await frames()
  const short = shown.frames.map(({ direction, method, id, agentId, ok, code }) =>
    [direction, method, id, agentId === ids['ada'] ? 'ada' : 'ben', ok, code].map(String).join(' '),
  )
  expect(short).toEqual(
    expect.arrayContaining([
      'in network/connect q1 ada null null',
      'out network/connect q1 ada true null',
      'in messages/send first ada null null',
      'out messages/send first ada true null',
      'notification messages/received null ben null null',
      'in no/such second ada null null',
      'out no/such second ada false -32601',
      'in null null ada null null',
      'out null null ada false -32700',
    ]),
  )
  expect(shown.frames.map(({ n }) => n)).toEqual(shown.frames.map((_, at) => at + 1))
  expect(shown.asOf).toBe(shown.frames.length)
  for (const { direction, ms } of shown.frames) expect(ms === null).toBe(direction !== 'out')
  const text = JSON.stringify(shown)
  for (const key of [tokens['ada'], tokens['ben'], 'secret-key']) expect(text).not.toContain(key)
  expect((await frames(shown.asOf - 2)).frames.map(({ n }) => n)).toEqual([
    shown.asOf - 1,
    shown.asOf,
  ])
  // A number from before a restart says nothing.
  expect((await frames(shown.asOf + 1)).frames).toHaveLength(shown.asOf)
})

test('RP12 a key is not shown however its name is written, and whatever it is', async () => {
  await using server = await TestServer.start({ config: PLENTY })
  const { tokens, frames } = await world(server)
  using ada = await RpcRemote.connect(server, tokens['ada'])
  const key = 'the-key-of-somebody'
  const escaped = ['agent\\u004bey', '\\u0061gentKey', 'session\\u0054oken', 'agentKey']
  for (const name of escaped) {
    ada.raw(`{"jsonrpc":"2.0","id":"1","method":"no/such","params":{"${name}":"${key}"}}`)
    ada.raw(`{"jsonrpc":"2.0","id":"2","method":"no/such","params":{"${name}":["${key}"]}}`)
    ada.raw(`{"jsonrpc":"2.0","id":"3","method":"no/such","params":[":",{"${name}" : "${key}"}]}`)
    ada.raw(`{"${name}":"${key}", broken`)
    ada.raw(`{"${name}":"${key}`)
    ada.raw(`{"x":"${'y'.repeat(70_000)}","${name}":"${key}"}`)
  }
  // What has no key in it is shown as it was sent.
  const plain = '{ "jsonrpc":"2.0", "id":"as it was", "method":"\\u006eo/such" }'
  ada.raw(plain)
  await ada.answerTo('as it was')
  await ada.quiet()
  const shown = (await frames()).frames
  expect(shown.filter(({ direction }) => direction === 'in')).toHaveLength(27)
  expect(JSON.stringify(shown)).not.toContain(key)
  expect(shown.map(({ frame }) => frame)).toContain(plain)
})

test('RP13 the newest 200 frames of a crew are kept, each cut at 4 KB, masked, and for people only', async () => {
  await using server = await TestServer.start({ config: PLENTY })
  const { leadId, tokens, path, at, frames } = await world(server)
  using ada = await RpcRemote.connect(server, tokens['ada'])
  let masked = 0
  // Wherever the cut falls: before the secret, in it, and behind it.
  for (let n = 3_850; n < 4_000; n += 5) {
    await ada.ask(
      'messages/send',
      { ...at, ...say(`${'x'.repeat(n)} ${SECRET} ${'y'.repeat(500)}`) },
      `l${n}`,
    )
    const { frames: shown } = await frames()
    const long = shown.find(({ direction, id }) => direction === 'in' && id === `l${n}`)
    expect(long?.cut).toBe(true)
    expect(long?.frame.length).toBeLessThanOrEqual(4_096)
    expect(long?.frame).not.toContain(SECRET.slice(0, 8))
    if (long?.frame.includes('[masked')) masked++
  }
  expect(masked).toBeGreaterThan(5)
  for (let n = 0; n < 150; n++) await ada.quiet()
  const { frames: kept, asOf } = await frames()
  expect(kept).toHaveLength(200)
  expect([kept[0]?.n, kept.at(-1)?.n]).toEqual([asOf - 199, asOf])
  const other = await server.crew('borealis', { zoe: 'developer' })
  const refused = await server.call('GET', `${path}/rpc/frames`, undefined, {
    token: tokens['lead'] ?? '',
  })
  expect([refused.status, refused.body['error'].code]).toEqual([403, 'forbidden'])
  const stranger = { token: other.tokens['zoe'] ?? '' }
  expect((await server.call('GET', `${path}/rpc/frames`, undefined, stranger)).status).toBe(404)
  const observer = { token: server.observer }
  expect((await server.call('GET', `${path}/rpc/frames`, undefined, observer)).status).toBe(200)
  await server.call('DELETE', `/api/lead/${leadId}`, { confirm: 'atlas' })
  expect((await ada.closed).code).toBe(4001)
})

test('RP13 an id and a method are cut as the frame is', async () => {
  await using server = await TestServer.start()
  const { tokens, frames } = await world(server)
  using ada = await RpcRemote.connect(server, tokens['ada'])
  await ada.ask(`no/${'x'.repeat(40_000)}`)
  await ada.ask('no/such', {}, 'i'.repeat(40_000))
  await ada.quiet()
  const shown = (await frames()).frames
  for (const { id, method } of shown) expect(`${id}${method}`.length).toBeLessThan(300)
})
