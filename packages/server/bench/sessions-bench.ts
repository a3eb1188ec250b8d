import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { type BenchServer, type Reply, startServer, stopServer } from './bench-server'
import { type BenchResult, median, percentile, round } from './measure'

const AGENTS = 20
const WARM_UP = 5
const TIMES = 40
const GROUP = 'bench'
/** What an agent writes, to a group or as its answer. */
const TEXT =
  'The parser keeps its place between two reads, so a command that is cut in the middle is found whole when the rest of it has come. I have looked at the tests, and they say the same; please look, too.'
const QUESTION = 'What do you think of the parser, each of you?'
const AS_MESSAGE = `⟦⟦ GROUP_MESSAGE ${JSON.stringify({ group: GROUP, content: TEXT })} ⟧⟧\n`
/** Twenty agents that all write at once, again and again, would be held. */
const UNBOUNDED = {
  CREWROOM_AGENT_MESSAGES_PER_MINUTE: '1000000',
  CREWROOM_HOP_LIMIT: '1000000',
  CREWROOM_REPLY_LIMIT: '1000000',
}

/**
 * From a person's question to the last of twenty remote agents' texts at a dashboard: as answers of a round, and as
 * messages to the group in which the same was asked.
 */
export async function sessionsBench(): Promise<BenchResult[]> {
  const server = await startServer(undefined, UNBOUNDED)
  try {
    const stage = await open(server)
    const unasked: number[] = []
    const messages: number[] = []
    const rounds: number[] = []
    for (let time = 0; time < WARM_UP + TIMES; time++) {
      const [alone, asked, answered] = [
        await messagesAlone(stage),
        await askedInGroup(stage),
        await askedInSession(stage),
      ]
      if (time < WARM_UP) continue
      unasked.push(alone)
      messages.push(asked)
      rounds.push(answered)
    }
    for (const socket of stage.sockets) socket.terminate()
    const ratio = median(rounds) / median(messages)
    return [
      {
        name: `from a question to ${AGENTS} remote agents to the last answer's frame: in a session / in a group`,
        ratio: round(ratio),
        bound: '<= 1.5',
        ok: ratio <= 1.5,
        detail: {
          'session p50 ms': round(median(rounds)),
          'session p99 ms': round(percentile(rounds, 0.99)),
          'group p50 ms': round(median(messages)),
          'group p99 ms': round(percentile(messages, 0.99)),
          [`${AGENTS} group messages unasked, p50 ms`]: round(median(unasked)),
        },
      },
    ]
  } finally {
    await stopServer(server)
    rmSync(server.folder, { recursive: true, force: true })
  }
}

interface Stage {
  readonly server: BenchServer
  readonly address: string
  readonly session: string
  readonly agents: readonly WebSocket[]
  readonly sockets: readonly WebSocket[]
  /** Resolves with the frame that completes so many of this kind at the dashboard. */
  seen(type: string, count: number): Promise<void>
}

async function open(server: BenchServer): Promise<Stage> {
  const { lead } = await server.call('POST', '/api/lead', { name: 'bench' })
  const address = `/api/lead/${lead.id}/groups/${GROUP}`
  const made: Reply[] = []
  for (let n = 0; n < AGENTS; n++) {
    made.push(await server.call('POST', `/api/lead/${lead.id}/agents`, { role: 'developer' }))
  }
  const memberIds = made.map(({ agent }) => agent.id as string)
  await server.call('POST', `/api/lead/${lead.id}/groups`, { name: GROUP, memberIds })
  const { session } = await server.call('POST', `${address}/sessions`, {})
  const agents = await Promise.all(
    made.map(({ agent, token }) => connect(server, agent.id as string, token as string)),
  )
  const dashboard = await socketTo(server, '/ws')
  dashboard.send(JSON.stringify({ type: 'hello', token: server.token, leads: [lead.id] }))
  await new Promise((resolve) => dashboard.once('message', resolve))
  return {
    server,
    address,
    session: session.id as string,
    agents,
    sockets: [...agents, dashboard],
    seen: (type, count) =>
      new Promise((resolve) => {
        let left = count
        const begins = `{"type":"${type}"`
        const read = (data: Buffer) => {
          if (!data.toString('latin1', 0, begins.length).startsWith(begins) || --left > 0) return
          dashboard.off('message', read)
          resolve()
        }
        dashboard.on('message', read)
      }),
  }
}

async function socketTo(server: BenchServer, path: string): Promise<WebSocket> {
  const socket = new WebSocket(`${server.url.replace(/^http/, 'ws')}${path}`)
  await new Promise((resolve) => socket.once('open', resolve))
  return socket
}

/** An agent that answers what it is asked, where it is asked, and confirms at once what it is handed. */
async function connect(server: BenchServer, agentId: string, token: string): Promise<WebSocket> {
  const socket = await socketTo(server, '/agent')
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString('utf8')) as Reply
    if (frame['type'] !== 'turn') return
    const asked = (frame['deliveries'] as Reply[]).find(({ text }) => text.endsWith(QUESTION))
    if (asked?.['kind'] === 'group')
      socket.send(JSON.stringify({ type: 'output', text: AS_MESSAGE }))
    if (asked?.['kind'] === 'round') {
      socket.send(JSON.stringify({ type: 'output', text: TEXT }))
      socket.send(JSON.stringify({ type: 'turn_end' }))
    }
    socket.send(JSON.stringify({ type: 'ack', cursor: frame['cursor'] }))
  })
  socket.send(JSON.stringify({ type: 'hello', token, agentId }))
  return socket
}

/** Milliseconds from the first write to the last message's frame. */
async function messagesAlone({ agents, seen }: Stage): Promise<number> {
  const all = seen('group:message', AGENTS)
  const began = performance.now()
  for (const agent of agents) agent.send(JSON.stringify({ type: 'output', text: AS_MESSAGE }))
  await all
  return sinceQuiet(began)
}

/** Milliseconds from a person's message in the group to the frame of the last message to which it led. */
async function askedInGroup({ server, address, seen }: Stage): Promise<number> {
  const all = seen('group:message', AGENTS + 1)
  const began = performance.now()
  await server.call('POST', `${address}/messages`, { content: QUESTION })
  await all
  return sinceQuiet(began)
}

/** Milliseconds from a person's message in the session to the last answer's frame. */
async function askedInSession({ server, address, session, seen }: Stage): Promise<number> {
  const all = seen('session:message', AGENTS + 1)
  const began = performance.now()
  await server.call('POST', `${address}/sessions/${session}/messages`, { content: QUESTION })
  await all
  return sinceQuiet(began)
}

/** What is confirmed is stored within 100 ms; the next one begins after that. */
async function sinceQuiet(began: number): Promise<number> {
  const took = performance.now() - began
  await sleep(150)
  return took
}
