import { expect, test } from 'vitest'
import { ChildServer, ownerToken, request } from '../harness/child-server'
import { Greedy } from '../harness/greedy'
import { PeakMemory } from '../harness/peak-memory'
import { eventually, pause } from '../harness/speaker'
import { tempFolder } from '../harness/temp-folder'
import { TestSocket } from '../harness/test-socket'

const KIB = 1024
const MIB = 1024 * KIB
/** What each flood sends, or asks for. */
const FLOOD = Number(process.env['CREWROOM_FLOOD_MIB']) * MIB
/**
 * The program's own memory is limited as well: without that V8 keeps garbage for as long as the machine has room, and nobody
 * could tell it from what is kept. A server that keeps too much ends, or grows by more than these. Of bodies as many as
 * are sent here at once would still fit: that most are refused is looked at beside it.
 */
const HEAP_MIB = 384
const GROWTH = { frames: 320 * MIB, bodies: 512 * MIB, pages: 320 * MIB }
const PATIENCE_MS = 300_000
const NAMES = ['ada', 'ben', 'cleo', 'dan']
const MANY = '1000000'
const ENVIRONMENT = {
  CREWROOM_AGENT_MESSAGES_PER_MINUTE: MANY,
  CREWROOM_AGENT_MESSAGE_BURST: MANY,
  CREWROOM_HOP_LIMIT: MANY,
  CREWROOM_REPLY_LIMIT: MANY,
  NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}`,
}

interface Agent {
  readonly id: string
  readonly token: string
}

/** The built server as a process of its own, and a group of agents in it. */
class Flooded {
  readonly #folder = tempFolder()
  readonly agents: Agent[] = []
  room = ''
  /** Rejects when the server ends, which it should not before it is told to. */
  ended!: Promise<never>
  #server!: ChildServer
  #memory!: PeakMemory

  static async start(): Promise<Flooded> {
    const flooded = new Flooded()
    await flooded.#found()
    return flooded
  }

  async #found(): Promise<void> {
    const data = this.#folder.path
    this.#server = await ChildServer.start({ data, port: 0, environment: ENVIRONMENT })
    const lead = await this.call('POST', '/api/lead', { name: 'atlas' })
    const crew = `/api/lead/${lead['lead'].id}`
    for (const name of NAMES) {
      const made = await this.call('POST', `${crew}/agents`, { name, role: 'developer' })
      this.agents.push({ id: made['agent'].id as string, token: made['token'] as string })
    }
    const memberIds = this.agents.map(({ id }) => id)
    await this.call('POST', `${crew}/groups`, { name: 'room', memberIds })
    this.room = `${crew}/groups/room`
    // What the first of everything needs once is no growth.
    for (const content of Array.from({ length: 30 }, () => 'x'.repeat(50_000)))
      await this.call('POST', `${this.room}/messages`, { content })
    await this.call('GET', `${this.room}/messages?limit=200`)
    this.#memory = new PeakMemory(this.#server.pid)
    const { exited } = this.#server
    this.ended = exited.then(({ code, signal }) => {
      throw new Error(`the server ended (${code ?? signal}): ${this.#server.output}`)
    })
    this.ended.catch(() => {})
  }

  get url(): string {
    return this.#server.url
  }

  get grown(): number {
    return this.#memory.grown
  }

  async call(method: string, route: string, body?: unknown) {
    const token = ownerToken(this.#folder.path)
    const reply = await request(`${this.url}${route}`, token, method, body)
    if (!reply || reply.status >= 300) throw new Error(`${method} ${route}: ${reply?.status}`)
    return reply.body
  }

  async messageCount(): Promise<number> {
    return (await this.call('GET', this.room))['group'].messageCount as number
  }

  report(what: string): void {
    const mib = (bytes: number) => `${Math.round(bytes / MIB)} MiB`
    process.stdout.write(
      `${what}, ${mib(FLOOD)} in all: ${mib(this.#memory.before)} of memory before, ${mib(this.grown)} more at its worst\n`,
    )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.end('SIGKILL')
    this.#folder[Symbol.dispose]()
  }
}

/** So many messages of the largest size, and prose. */
function output(messages: number, length: number): string {
  const payload = JSON.stringify({ group: 'room', content: 'y'.repeat(48 * KIB) })
  const commands = `⟦⟦ GROUP_MESSAGE ${payload} ⟧⟧\n`.repeat(messages)
  return `${commands}${'x'.repeat(length - commands.length - 1)}\n`
}

test('RE46 agents that write frames of 480 KB without a pause lose nothing and take no more memory', async () => {
  await using server = await Flooded.start()
  const before = await server.messageCount()
  const text = output(4, 480 * KIB)
  const count = Math.ceil(FLOOD / text.length / server.agents.length)
  const flood = async ({ id, token }: Agent) => {
    using socket = new TestSocket(`${server.url}/agent`)
    await socket.opened()
    socket.send({ type: 'hello', token, agentId: id })
    for (let n = 0; n < count; n++) {
      socket.send({ type: 'output', text, offset: n * text.length })
      // This process has bounds, too.
      while (socket.unsent > 16 * MIB) await pause(5)
    }
    const end = count * text.length
    const isTaken = () =>
      socket.frames.some(({ type, offset }) => type === 'output' && offset === end)
    await eventually('all of it is taken', isTaken, PATIENCE_MS)
    expect(socket.frames.filter(({ type }) => type === 'error')).toEqual([])
  }
  await Promise.race([server.ended, Promise.all(server.agents.map(flood))])
  expect((await server.messageCount()) - before).toBe(4 * count * server.agents.length)
  server.report('Frames on /agent')
  expect(server.grown).toBeLessThan(GROWTH.frames)
})

test('RE46, RE48 agents that send bodies of 480 KB, many at once, are told to wait and take no more memory', async () => {
  await using server = await Flooded.start()
  const before = await server.messageCount()
  const text = output(4, 480 * KIB)
  const STREAMS = 20
  const count = Math.ceil(FLOOD / text.length / server.agents.length / STREAMS)
  const statuses = new Map<number, number>()
  const flood = async ({ id, token }: Agent, stream: string) => {
    for (let n = 0; n < count;) {
      const body = { text, stream, offset: n * text.length }
      const reply = await request(`${server.url}/api/agents/${id}/output`, token, 'POST', body)
      // No answer in time: when it was taken, the next one is told so.
      const status = reply?.status ?? 0
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 200) n++
      else if (status === 409) n = reply?.body['error'].details.expected / text.length
      else await pause(50)
    }
  }
  const streams = Array.from({ length: STREAMS }, (_, n) => `s${n}`)
  await Promise.all(server.agents.flatMap((agent) => streams.map((stream) => flood(agent, stream))))
  server.report(`Bodies of output (${[...statuses].join(' ')})`)
  const usual = new Set([0, 200, 409, 503])
  expect([...statuses.keys()].filter((status) => !usual.has(status))).toEqual([])
  expect(statuses.get(503)).toBeGreaterThan(0)
  const written = 4 * count * STREAMS * server.agents.length
  expect((await server.messageCount()) - before).toBe(written)
  expect(server.grown).toBeLessThan(GROWTH.bodies)
})

test('RE47 agents that ask for many pages in packets of 54 KB, and read them late or never, take no more memory', async () => {
  await using server = await Flooded.start()
  const route = `${server.room}/messages?limit=200`
  const TIMES = 256
  const PAGE = 512 * KIB
  const rounds = Math.ceil(FLOOD / PAGE / TIMES / server.agents.length)
  let pages = 0
  for (let round = 0; round < rounds; round++) {
    const all = server.agents.flatMap(({ token }) =>
      Array.from({ length: 4 }, () => new Greedy(server.url, route, token, TIMES)),
    )
    // Others are served, and what can be made is made meanwhile.
    for (let n = 0; n < 1000; n++) await server.call('GET', '/api/me')
    const readers = all.filter((_, n) => n % 4 === 0)
    for (const one of all) if (!readers.includes(one)) one.leave()
    for (const reader of readers) reader.read()
    const isRead = () => readers.every(({ statuses }) => statuses.length === TIMES)
    await eventually('what is read is answered', isRead, PATIENCE_MS)
    const statuses = readers.flatMap((reader) => reader.statuses)
    expect(statuses.filter((status) => status !== '200' && status !== '503')).toEqual([])
    pages += statuses.filter((status) => status === '200').length
  }
  server.report(`${pages} pages in ${rounds} rounds`)
  expect(server.grown).toBeLessThan(GROWTH.pages)
})
