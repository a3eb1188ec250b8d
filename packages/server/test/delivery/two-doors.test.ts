import { expect, test } from 'vitest'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { Sent } from '../../src/delivery/remote-inbox'
import { createGroup } from '../../src/groups/create-group'
import { sendMessage } from '../../src/groups/send-message'
import { BY_PERSON, testCrew } from '../harness/test-crew'
import { TestServer } from '../harness/test-server'
import { type Frame, TestSocket } from '../harness/test-socket'

interface Item {
  readonly text: string
  readonly repeat: boolean
}

/** A crew with one remote agent, and a group in which the person writes. */
async function oneReader() {
  const server = await TestServer.start()
  const { leadId, ids, tokens } = await server.crew('atlas', { dev: 'developer' })
  const groups = `/api/lead/${leadId}/groups`
  await server.call('POST', groups, { name: 'team', memberIds: [ids['dev']] })
  const options = { token: tokens['dev'] ?? '' }
  const inbox = `/api/agents/${ids['dev']}/inbox`
  const connect = async (waitsFor?: 'wake') => {
    const socket = new TestSocket(`${server.app.url}/agent`)
    await socket.opened()
    socket.send({
      type: 'hello',
      token: tokens['dev'],
      agentId: ids['dev'],
      ...(waitsFor && { for: waitsFor }),
    })
    await socket.wait(({ type }) => type === 'hello')
    return socket
  }
  return {
    server,
    connect,
    join: (name: string) => server.call('POST', groups, { name, memberIds: [ids['dev']] }),
    write: (content: string) => server.call('POST', `${groups}/team/messages`, { content }),
    poll: async () => (await server.call('GET', inbox, undefined, options)).body,
    ack: (cursor: unknown) => server.call('POST', `${inbox}/ack`, { cursor }, options),
    owed: async () => (await server.call('GET', `/api/agents/${ids['dev']}/owed`)).body,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

const itemsOf = (frames: readonly Frame[]) =>
  frames.flatMap(({ type, deliveries }) => (type === 'turn' ? (deliveries as Item[]) : []))
const said = (frames: readonly Frame[]) =>
  itemsOf(frames).map(({ text, repeat }) => [/(?<=]: ).*/s.exec(text)?.[0] ?? 'notice', repeat])
const brings = (text: string) => (frame: Frame) =>
  itemsOf([frame]).some((item) => item.text.endsWith(text))

test('DL44 items of a poll whose answer was lost come over the connection before anything new, as repeats', async () => {
  await using reader = await oneReader()
  using socket = await reader.connect('wake')
  await reader.write('Hello.')
  const first = await socket.wait(brings('Hello.'))
  socket.send({ type: 'ack', cursor: first['cursor'] })
  await socket.wait(({ type }) => type === 'acked')
  // That it is in one more group is no reason to start, so that this connection is not sent it yet.
  await reader.join('plan')
  socket.frames.length = 0
  const lost = await reader.poll()
  expect(lost['deliveries']).toMatchObject([{ kind: 'system', repeat: false }])
  await reader.write('And?')
  const page = await socket.wait(brings('And?'))
  expect(said(socket.frames)).toEqual([
    ['notice', true],
    ['And?', false],
  ])
  socket.send({ type: 'ack', cursor: page['cursor'] })
  await socket.wait(({ type }) => type === 'acked')
  expect(await reader.owed()).toMatchObject({ count: 0, unconfirmed: 0 })
})

test('DL45 what is acknowledged over HTTP makes room on the connection', async () => {
  await using reader = await oneReader()
  using socket = await reader.connect()
  const all = () => said(socket.frames).map(([text]) => text)
  for (let n = 1; n < LIMITS.turnItems; n++) await reader.write(`${n}`)
  await socket.wait(brings(`${LIMITS.turnItems - 1}`))
  await reader.write('one more')
  expect(all()).toHaveLength(LIMITS.turnItems)
  const page = socket.frames.filter(({ type }) => type === 'turn').at(-1)
  await reader.ack(page?.['cursor'])
  await socket.wait(brings('one more'))
  expect(said(socket.frames).at(-1)).toEqual(['one more', false])
})

test('DL46 an agent with a connection stays connected, even a minute after it asked for its inbox over HTTP', async () => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  const { inbox, presence } = crew.core
  const dev = crew.id('dev')
  const connection = () => presence.get(dev).connection
  inbox.connects(dev, '/agent')
  // As a poll does, at its beginning and at its end.
  inbox.heard(dev, true)
  inbox.heard(dev)
  crew.clock.advance(61_000)
  expect(connection()).toBe('connected')
  inbox.lost(dev)
  expect(connection()).toBe('lost')
  inbox.heard(dev)
  crew.clock.advance(61_000)
  expect(connection(), 'a poll alone counts for a minute').toBe('lost')
})

test('DL44 if there is room for only a part, the rest comes with the next page, and nothing comes twice', async () => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  const { inbox } = crew.core
  const dev = crew.id('dev')
  createGroup(crew.shard, crew.crew, crew.by('lead'), { name: 'team', members: ['dev'] })
  await crew.reads('dev')
  for (const content of ['1', '2', '3', '4', '5']) {
    sendMessage(crew.shard, crew.crew, BY_PERSON, { group: 'team', content })
  }
  const taken = await inbox.fetch(dev, {})
  expect(taken.deliveries).toHaveLength(5)
  await inbox.attach(dev)
  const sent: Sent = new WeakMap()
  const texts = (limit: number) =>
    inbox.takeNew(dev, limit, sent)?.deliveries.map(({ text, repeat }) => [text.at(-1), repeat])
  expect(texts(3)).toEqual([
    ['1', true],
    ['2', true],
    ['3', true],
  ])
  expect([inbox.unconfirmed(dev, sent), inbox.hasNew(dev, sent)]).toEqual([3, true])
  expect(texts(3)).toEqual([
    ['4', true],
    ['5', true],
  ])
  expect([inbox.unconfirmed(dev, sent), inbox.hasNew(dev, sent)]).toEqual([5, false])
})
