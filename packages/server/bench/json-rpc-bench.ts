import { rmSync } from 'node:fs'
import { WebSocket } from 'ws'
import { commandLine } from '@crewroom/shared/command/grammar'
import { RPC_PROTOCOL } from '@crewroom/shared/protocol/rpc/version'
import { type BenchServer, type Reply, startServer, stopServer } from './bench-server'
import { type BenchResult, median, percentile, round } from './measure'

const READERS = 20
const IN_FLIGHT = 128
const WARM_UP = 500
const MESSAGES = 2_000
const TIMES = 5
const GROUP = 'bench'
const TEXT =
  'The parser keeps its place between two reads, so a command that is cut in the middle is found whole when the rest of it has come.'
/** One agent that writes as fast as it can would be slowed down, and held. */
const UNBOUNDED = {
  CREWROOM_AGENT_MESSAGES_PER_MINUTE: '1000000',
  CREWROOM_AGENT_MESSAGE_BURST: '1000000',
  CREWROOM_HOP_LIMIT: '1000000',
  CREWROOM_REPLY_LIMIT: '1000000',
}

/** One door: sends messages, so many at a time, until all readers were sent all of them; gives messages per second. */
interface Door {
  run(messages: number): Promise<number>
  close(): void
}

/**
 * Messages of one agent to twenty others, 128 under way, from the first to the last one's frame at all of them: over
 * JSON-RPC, and as commands in the output of an agent on `/agent`. Each door has a crew of its own.
 */
export async function jsonRpcBench(): Promise<BenchResult[]> {
  const server = await startServer(undefined, UNBOUNDED)
  try {
    const doors = { rpc: await rpcDoor(server), agent: await agentDoor(server) }
    await doors.rpc.run(WARM_UP)
    await doors.agent.run(WARM_UP)
    const rates = { rpc: [] as number[], agent: [] as number[] }
    for (let time = 0; time < TIMES; time++) {
      // Whichever comes first has the fuller log of the one before.
      const order = time % 2 === 0 ? (['rpc', 'agent'] as const) : (['agent', 'rpc'] as const)
      for (const door of order) rates[door].push(await doors[door].run(MESSAGES))
    }
    for (const door of Object.values(doors)) door.close()
    const ratio = median(rates.rpc) / median(rates.agent)
    return [
      {
        name: `messages/s of one agent to ${READERS} others, ${IN_FLIGHT} in flight: over /rpc/ws / over /agent`,
        ratio: round(ratio),
        bound: '>= 0.7',
        ok: ratio >= 0.7,
        detail: {
          'JSON-RPC per s': Math.round(median(rates.rpc)),
          '/agent per s': Math.round(median(rates.agent)),
          'JSON-RPC p10 per s': Math.round(percentile(rates.rpc, 0.1)),
          '/agent p10 per s': Math.round(percentile(rates.agent, 0.1)),
        },
      },
    ]
  } finally {
    await stopServer(server)
    rmSync(server.folder, { recursive: true, force: true })
  }
}

interface Named {
  readonly id: string
  readonly token: string
}

async function crewWith(server: BenchServer, name: string) {
  const { lead } = await server.call('POST', '/api/lead', { name })
  const leadId = lead.id as string
  const agents: Named[] = []
  for (let n = 0; n <= READERS; n++) {
    const made = await server.call('POST', `/api/lead/${leadId}/agents`, { role: 'developer' })
    agents.push({ id: made['agent'].id as string, token: made['token'] as string })
  }
  const memberIds = agents.map(({ id }) => id)
  const { group } = await server.call('POST', `/api/lead/${leadId}/groups`, {
    name: GROUP,
    memberIds,
  })
  const [sender, ...readers] = agents
  if (!sender) throw new Error('nobody sends')
  return { leadId, conversationId: group.id as string, sender, readers }
}

/** What came, counted over all readers, and who waits for how much of it. */
class Arrived {
  #count = 0
  #wanted = 0
  #reached: () => void = () => {}

  add(count: number): void {
    this.#count += count
    if (this.#count >= this.#wanted) this.#reached()
  }

  /** Begins again, and resolves when so many more have come. */
  next(wanted: number): Promise<void> {
    this.#count = 0
    this.#wanted = wanted
    return new Promise((resolve) => (this.#reached = resolve))
  }
}

async function opened(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'))
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  return socket
}

const frameOf = (data: Buffer) => JSON.parse(data.toString('utf8')) as Reply

/** `send` puts out one message, `isAnswer` tells the answer to one. */
function doorOf(
  sender: WebSocket,
  sockets: readonly WebSocket[],
  arrived: Arrived,
  send: () => void,
  isAnswer: (frame: Reply) => boolean,
): Door {
  let left = 0
  sender.on('message', (data: Buffer) => {
    if (!isAnswer(frameOf(data)) || left === 0) return
    left--
    send()
  })
  return {
    run: async (messages) => {
      const all = arrived.next(messages * READERS)
      const began = performance.now()
      const first = Math.min(IN_FLIGHT, messages)
      left = messages - first
      for (let n = 0; n < first; n++) send()
      await all
      return messages / ((performance.now() - began) / 1000)
    },
    close: () => {
      for (const socket of [sender, ...sockets]) socket.terminate()
    },
  }
}

async function rpcDoor(server: BenchServer): Promise<Door> {
  const { leadId, conversationId, sender, readers } = await crewWith(server, 'rpc')
  const arrived = new Arrived()
  let next = 0
  const ask = (socket: WebSocket, method: string, params: object) => {
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: `${next++}`, method, params }))
  }
  const connect = async ({ token }: Named) => {
    const socket = await opened(`${server.url}/rpc/ws`)
    const versions = { minProtocol: RPC_PROTOCOL, maxProtocol: RPC_PROTOCOL }
    const said = new Promise((resolve) => socket.once('message', resolve))
    ask(socket, 'network/connect', { agentKey: token, ...versions })
    await said
    return socket
  }
  const sockets = await Promise.all(readers.map(connect))
  for (const socket of sockets) {
    socket.on('message', (data: Buffer) => {
      if (frameOf(data)['method'] === 'messages/received') arrived.add(1)
    })
  }
  const own = await connect(sender)
  const params = { taskId: leadId, conversationId, parts: [{ type: 'text', text: TEXT }] }
  const send = () => ask(own, 'messages/send', params)
  return doorOf(own, sockets, arrived, send, (frame) => {
    if (frame['error']) throw new Error(JSON.stringify(frame['error']))
    return frame['result'] !== undefined
  })
}

async function agentDoor(server: BenchServer): Promise<Door> {
  const { sender, readers } = await crewWith(server, 'agent')
  const arrived = new Arrived()
  const connect = async ({ id, token }: Named) => {
    const socket = await opened(`${server.url}/agent`)
    const said = new Promise((resolve) => socket.once('message', resolve))
    socket.send(JSON.stringify({ type: 'hello', token, agentId: id }))
    await said
    return socket
  }
  const sockets = await Promise.all(readers.map(connect))
  for (const socket of sockets) {
    socket.on('message', (data: Buffer) => {
      const frame = frameOf(data)
      if (frame['type'] !== 'turn') return
      socket.send(JSON.stringify({ type: 'ack', cursor: frame['cursor'] }))
      arrived.add(frame['deliveries'].filter(({ kind }: Reply) => kind === 'group').length)
    })
  }
  const own = await connect(sender)
  const text = `${commandLine('GROUP_MESSAGE', { group: GROUP, content: TEXT })}\n`
  const frame = JSON.stringify({ type: 'output', text, replies: 'inline' })
  return doorOf(
    own,
    sockets,
    arrived,
    () => own.send(frame),
    ({ type, code, message }) => {
      if (type === 'error') throw new Error(`${code}: ${message}`)
      return type === 'output'
    },
  )
}
