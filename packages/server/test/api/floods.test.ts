import { connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { Greedy } from '../harness/greedy'
import { ServerWithWriter, type TestRoom } from '../harness/server-with-writer'
import { sendRaw } from '../harness/raw-request'
import { eventually } from '../harness/speaker'
import { type Frame, TestSocket } from '../harness/test-socket'
import { isLong } from '../harness/long'

const KIB = 1024
/** What the system itself may hold of a connection, on both sides. */
const IN_THE_SYSTEM = 8 * KIB * KIB

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** What the server can do now has been done: other requests have come and gone, each in several turns of its loop. */
async function served(server: ServerWithWriter): Promise<void> {
  for (let n = 0; n < 40; n++) expect((await server.call('GET', '/api/me')).status).toBe(200)
}

const holds = (server: ServerWithWriter) =>
  eventually('the writer stands before a commit', () => server.writer.holds)

function agentIn(room: TestRoom, name: string) {
  const agent = room.agents[name]
  if (!agent) throw new Error('nobody of this name')
  return agent
}

async function program(server: ServerWithWriter, room: TestRoom, name: string) {
  const { id, token } = agentIn(room, name)
  const socket = new TestSocket(`${server.app.url}/agent`)
  closing.push(() => socket[Symbol.dispose]())
  await socket.opened()
  socket.send({ type: 'hello', token, agentId: id })
  await socket.wait(({ type }) => type === 'hello')
  return socket
}

/** A line of output that is no command. */
const spoken = (length: number) => `${'x'.repeat(length - 1)}\n`

describe('RE46 what an agent writes faster than it is stored', () => {
  test('waits with its program, and is all taken in when storing goes on', async () => {
    await using server = await ServerWithWriter.start()
    const room = await server.crew(['ada', 'ben'])
    const socket = await program(server, room, 'ada')
    server.writer.plan('hold')
    const text = spoken(400 * KIB)
    const count = 60
    for (let n = 0; n < count; n++) socket.send({ type: 'output', text, offset: n * text.length })
    await holds(server)
    await served(server)
    expect(socket.unsent).toBeGreaterThan(
      count * text.length - 4 * LIMITS.unansweredBytes - IN_THE_SYSTEM,
    )

    // A newer connection of the same agent has no allowance of its own.
    const newer = await program(server, room, 'ada')
    for (let n = 0; n < count; n++)
      newer.send({ type: 'output', text, stream: 'newer', offset: n * text.length })
    await served(server)
    expect(newer.unsent).toBeGreaterThan(
      count * text.length - 4 * LIMITS.unansweredBytes - IN_THE_SYSTEM,
    )

    server.writer.letGo()
    await newer.wait(({ type, offset }) => type === 'output' && offset === count * text.length)
    expect(newer.frames.filter(({ type }) => type === 'error')).toEqual([])
    await server.assertLaw()
  })

  test.skipIf(!isLong)(
    'waits as well where several agents together fill what may wait for the disk',
    async () => {
      await using server = await ServerWithWriter.start()
      const names = ['ada', 'ben', 'cleo', 'dan', 'eve', 'finn']
      const room = await server.crew(names)
      const sockets = await Promise.all(names.map((name) => program(server, room, name)))
      server.writer.plan('hold')
      const content = 'y'.repeat(48 * KIB)
      const post = `⟦⟦ GROUP_MESSAGE ${JSON.stringify({ group: 'room', content })} ⟧⟧\n`
      const [text, count] = [post.repeat(9), 3]
      for (const socket of sockets)
        for (let n = 0; n < count; n++)
          socket.send({ type: 'output', text, offset: n * text.length })
      await holds(server)
      await served(server)
      server.writer.letGo()
      // Nothing follows a refusal: it is seen at once.
      const isOver = ({ type, offset }: Frame) =>
        type === 'error' || (type === 'output' && offset === count * text.length)
      const ends = await Promise.all(sockets.map((socket) => socket.wait(isOver)))
      expect(ends.filter(({ type }) => type === 'error')).toEqual([])
      await server.assertLaw()
    },
  )

  test('is measured over its socket and HTTP together', async () => {
    await using server = await ServerWithWriter.start()
    const room = await server.crew(['ada', 'ben'])
    const { id, token } = agentIn(room, 'ada')
    const socket = await program(server, room, 'ada')
    server.writer.plan('hold')
    const text = spoken(400 * KIB)
    for (let n = 0; n < 4; n++) socket.send({ type: 'output', text, offset: n * text.length })
    await holds(server)
    await served(server)
    const body = { text: spoken(10), stream: 'http', offset: 0 }
    const reply = server.call('POST', `/api/agents/${id}/output`, body, token)
    await served(server)
    server.writer.letGo()
    expect((await reply).status).toBe(503)
    await socket.wait(({ type, offset }) => type === 'output' && offset === 4 * text.length)
    expect((await server.call('POST', `/api/agents/${id}/output`, body, token)).status).toBe(200)
    await server.assertLaw()
  })

  test('is refused over HTTP with a time to come back, and taken then', async () => {
    await using server = await ServerWithWriter.start()
    const room = await server.crew(['ada', 'ben'])
    const { id, token } = agentIn(room, 'ada')
    server.writer.plan('hold')
    const text = spoken(300 * KIB)
    const send = (stream: string) =>
      fetch(`${server.app.url}/api/agents/${id}/output`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ text, stream, offset: 0 }),
      })
    const replies = Array.from({ length: 40 }, (_, n) => send(`s${n}`))
    const refused = (await Promise.all(replies.slice(30))).map((reply) => reply)
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 503))
    expect(refused.map(({ headers }) => headers.get('retry-after'))).toEqual(refused.map(() => '1'))
    expect(await refused[0]?.json()).toMatchObject({ error: { code: 'busy' } })
    await holds(server)
    server.writer.letGo()
    const statuses = (await Promise.all(replies)).map(({ status }) => status)
    const taken = statuses.filter((status) => status === 200).length
    expect(taken).toBeGreaterThanOrEqual(3)
    expect(taken * text.length).toBeLessThan(2 * LIMITS.unansweredBytes)
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
    for (const [n, status] of statuses.entries()) {
      if (status === 503) expect((await send(`s${n}`)).status).toBe(200)
    }
    await server.assertLaw()
  })
})

/** A group with more than a page of long messages, and how many pages of it were made. */
async function longGroup(server: ServerWithWriter) {
  const room = await server.crew(['ada', 'ben'])
  const content = 'x'.repeat(LIMITS.content)
  for (let n = 0; n < 12; n++) await server.call('POST', room.messages, { content })
  const { reader } = server.app.core.shard.ports
  const made = { pages: 0 }
  const page = reader.page.bind(reader)
  reader.page = (...query) => {
    made.pages++
    return page(...query)
  }
  return { room, made }
}

describe('RE47 who asks for many pages in one packet', () => {
  const TIMES = 80

  test('and reads nothing is made a few, and others are answered meanwhile', async () => {
    await using server = await ServerWithWriter.start()
    const { room, made } = await longGroup(server)
    const { token } = agentIn(room, 'ada')
    using greedy = new Greedy(server.app.url, `${room.messages}?limit=200`, token, TIMES)
    await eventually('it is served', () => made.pages > 0)
    await served(server)
    const page = await server.call(
      'GET',
      `${room.messages}?limit=1`,
      undefined,
      agentIn(room, 'ben').token,
    )
    expect(page.status).toBe(200)
    // What the system takes is gone; the rest is not made.
    const most = LIMITS.answersAtOnce + Math.ceil(IN_THE_SYSTEM / LIMITS.pageBytes) + 1
    expect(made.pages).toBeLessThanOrEqual(most)

    greedy.read()
    await eventually('all of it is read', () => greedy.statuses.length === TIMES)
    expect(new Set(greedy.statuses)).toEqual(new Set(['200']))
  })

  test('and goes away is not answered any more', async () => {
    await using server = await ServerWithWriter.start()
    const { room, made } = await longGroup(server)
    const { token } = agentIn(room, 'ada')
    using greedy = new Greedy(server.app.url, `${room.messages}?limit=200`, token, TIMES)
    await eventually('it is served', () => made.pages > 0)
    greedy.leave()
    await served(server)
    expect(made.pages).toBeLessThan(TIMES / 2)
    // Its places are free again.
    const page = await server.call('GET', `${room.messages}?limit=1`, undefined, token)
    expect(page.status).toBe(200)
  })

  test('is told to wait when there are too many', async () => {
    await using server = await ServerWithWriter.start()
    const { room } = await longGroup(server)
    const { token } = agentIn(room, 'ada')
    const times = LIMITS.waitingAnswers + 40
    using greedy = new Greedy(server.app.url, `${room.messages}?limit=1`, token, times)
    greedy.read()
    await eventually('all of it is read', () => greedy.statuses.length === times)
    const statuses = greedy.statuses
    expect(statuses.filter((status) => status === '503').length).toBeGreaterThan(0)
    expect(statuses.filter((status) => status === '200').length).toBeGreaterThanOrEqual(256)
    expect(new Set(statuses)).toEqual(new Set(['200', '503']))
  })
})

test('RE48 bodies of one sender that are not answered are bounded before they are read', async () => {
  await using server = await ServerWithWriter.start()
  const room = await server.crew(['ada', 'ben'])
  const { id, token } = agentIn(room, 'ada')
  // Each says that it will send the largest body there may be, and sends none of it.
  const { hostname, port } = new URL(server.app.url)
  const head = `POST /api/agents/${id}/output HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${LIMITS.bodyBytes}\r\n\r\n{`
  const answers: string[] = []
  for (let n = 0; n < 30; n++) {
    const socket = connect(Number(port), hostname, () => socket.write(head))
    socket.once('data', (part: Buffer) => answers.push(part.toString('utf8').slice(0, 12)))
    socket.on('error', () => {})
    closing.push(() => socket.destroy())
  }
  const waiting = Math.floor(LIMITS.bodiesInFlightBytes / LIMITS.bodyBytes)
  await eventually('the others are refused', () => answers.length >= 30 - waiting)
  await served(server)
  expect(answers).toEqual(Array.from({ length: 30 - waiting }, () => 'HTTP/1.1 503'))
  const other = { text: 'hello\n', stream: 'main' }
  const ben = agentIn(room, 'ben')
  const reply = await server.call('POST', `/api/agents/${ben.id}/output`, other, ben.token)
  expect(reply.status).toBe(200)
})

/** A WebSocket that says nothing, and does not even answer that it is closed. */
class Mute {
  readonly #socket
  readonly opened: Promise<void>
  isEnded = false

  constructor(url: string, path: string) {
    const { hostname, port } = new URL(url)
    this.#socket = connect(Number(port), hostname, () =>
      this.#socket.write(
        `GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
          `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${'A'.repeat(22)}==\r\n\r\n`,
      ),
    )
    this.opened = new Promise((resolve) => this.#socket.once('data', () => resolve()))
    this.#socket.on('error', () => {})
    this.#socket.once('end', () => (this.isEnded = true))
    this.#socket.once('close', () => (this.isEnded = true))
    closing.push(() => this.#socket.destroy())
  }
}

test('SE30 who says hello is let in, however many open a connection and say nothing', async () => {
  await using server = await ServerWithWriter.start()
  const room = await server.crew(['ada', 'ben'])
  const mute: Mute[] = []
  const open = () => mute.filter(({ isEnded }) => !isEnded).length
  // More than there may be connections in all, some at each address.
  for (let n = 0; n < LIMITS.sockets + 50; n++) {
    mute.push(new Mute(server.app.url, n % 2 === 0 ? '/ws' : '/agent'))
    if (n % 50 === 0) await mute.at(-1)?.opened
  }
  await eventually('those that waited longest are gone', () => open() <= LIMITS.socketsBeforeHello)
  await program(server, room, 'ada')
  using page = new TestSocket(`${server.app.url}/ws`)
  await page.opened()
  page.send({ type: 'hello', token: server.token, leads: '*' })
  await page.wait(({ type }) => type === 'hello')
  expect(open()).toBeGreaterThan(0)
})

test('SE30, WS17 a program for which there is no place does not take the place of the one that is connected', async () => {
  await using server = await ServerWithWriter.start()
  const room = await server.crew(['ada'])
  const { id, token } = agentIn(room, 'ada')
  const first = await program(server, room, 'ada')
  const page = async () => {
    const socket = new TestSocket(`${server.app.url}/ws`)
    closing.push(() => socket[Symbol.dispose]())
    await socket.opened()
    socket.send({ type: 'hello', token: server.token })
    await socket.wait(({ type }) => type === 'hello')
  }
  // Together, but no more than may wait before hello.
  for (let left = LIMITS.sockets - 1; left > 0; left -= 100) {
    await Promise.all(Array.from({ length: Math.min(100, left) }, page))
  }
  using second = new TestSocket(`${server.app.url}/agent`)
  await second.opened()
  second.send({ type: 'hello', token, agentId: id })
  expect((await second.wait(({ type }) => type === 'error'))['code']).toBe('busy')
  await second.closed
  await server.call('POST', room.messages, { content: 'still there?' })
  const isTold = (frame: Frame) => JSON.stringify(frame).includes('still there?')
  await Promise.race([first.wait(isTold), first.closed])
  expect(first.frames.filter(isTold)).toHaveLength(1)
})

test('SE31 a request that names several hosts is refused, before an upgrade too', async () => {
  await using server = await ServerWithWriter.start()
  const { host } = new URL(server.app.url)
  for (const second of [host, 'evil.test']) {
    const hosts = `Host: ${host}\r\nhost: ${second}\r\n`
    const plain = await sendRaw(
      server.app.url,
      `GET /api/health HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`,
    )
    expect(plain).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"malformed"/)
    const upgrade = await sendRaw(
      server.app.url,
      `GET /ws HTTP/1.1\r\n${hosts}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${'A'.repeat(22)}==\r\n\r\n`,
    )
    expect(upgrade).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"malformed"/)
  }
})
