import { mkdirSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { ChildServer, ownerToken, request } from '../child-server'
import { traceOf } from '../crewroom'
import { tempFolder } from '../temp-folder'
import { type Call, callsIn, compiledRecorder, recordingEnvironment } from './recording'

export interface Recording {
  readonly calls: readonly Call[]
  /** The folder below which everything was recorded, and the data folder in it. */
  readonly root: string
  readonly data: string
  readonly owner: string
  /** What each sender has sent, in order, whether it was confirmed or not. */
  readonly said: Readonly<Record<string, readonly string[]>>
  /** What was in the data folder in the end. */
  readonly left: Readonly<Record<string, string>>
  /** How many calls there were when the first start was over. */
  readonly firstStart: number
}

/** Where tests must be complete, a missing compiler is a failure, not a gap. */
export function recordable(): { readonly cannotRecord: boolean; readonly skipped: string } {
  using folder = tempFolder()
  const isPossible = compiledRecorder(folder.path) !== null
  return {
    cannotRecord: !isPossible && !process.env['CI'],
    skipped: isPossible ? '' : ' [needs a C compiler and Linux]',
  }
}

const SENDERS = ['you', 'ada'] as const
/** Some that fit into a page, some that take several. */
const SIZES = [40, 900, 5_000, 20_000]
const ENVIRONMENT = {
  CREWROOM_AGENT_MESSAGES_PER_MINUTE: '1000000',
  CREWROOM_AGENT_MESSAGE_BURST: '1000000',
}

/**
 * A server's life, recorded: the first start, a load that makes the log longer than a checkpoint, a clean end, a
 * start, an end by kill -9, and a last start.
 */
export async function recordLoad(messages: number): Promise<Recording> {
  using folder = tempFolder()
  const recorder = compiledRecorder(folder.path)
  if (recorder === null) throw new Error('the recorder needs a C compiler')
  const root = path.join(realpathSync(folder.path), 'disk')
  mkdirSync(root)
  const data = path.join(root, 'data')
  const logs: string[] = []
  const start = () => {
    const log = path.join(folder.path, `calls-${logs.length}`)
    logs.push(log)
    const environment = { ...ENVIRONMENT, ...recordingEnvironment(recorder, log, root) }
    return ChildServer.start({ data, port: 0, environment, cwd: folder.path })
  }
  const said: Record<string, string[]> = {}
  const talk = async (server: ChildServer, room: Room, count: number) => {
    await Promise.all(SENDERS.map((name) => post(server, room, name, count, (said[name] ??= []))))
  }
  await using first = await start()
  const firstStart = callsIn(logs).length
  const room = await found(first.url, ownerToken(data))
  await talk(first, room, messages)
  await first.end('SIGTERM')
  await using second = await start()
  await talk(second, room, Math.ceil(messages / 10))
  await second.end('SIGKILL')
  await using third = await start()
  await talk(third, room, Math.ceil(messages / 10))
  await third.end('SIGTERM')
  const left = traceOf(data)
  return { calls: callsIn(logs), root, data, owner: room.tokens.you, said, left, firstStart }
}

interface Room {
  readonly leadId: string
  readonly agentId: string
  readonly messages: string
  readonly tokens: Readonly<Record<(typeof SENDERS)[number], string>>
}

async function found(url: string, owner: string): Promise<Room> {
  const ask = async (route: string, body: object) => {
    const reply = await request(`${url}${route}`, owner, 'POST', body)
    if (reply?.status !== 201) throw new Error(JSON.stringify(reply))
    return reply.body
  }
  const lead = await ask('/api/lead', { name: 'atlas' })
  const leadId = lead['lead'].id as string
  const { agent, token } = await ask(`/api/lead/${leadId}/agents`, {
    name: 'ada',
    role: 'developer',
  })
  const groups = `/api/lead/${leadId}/groups`
  await ask(groups, { name: 'room', memberIds: [agent.id] })
  return {
    leadId,
    agentId: agent.id as string,
    messages: `${groups}/room/messages`,
    tokens: { you: owner, ada: token as string },
  }
}

/** One after the other; an agent's record is written beside them. */
async function post(
  server: ChildServer,
  room: Room,
  name: (typeof SENDERS)[number],
  count: number,
  said: string[],
): Promise<void> {
  for (let left = count; left > 0; left--) {
    const n = said.length + 1
    const content = `${name} ${n} ${'x'.repeat(SIZES[n % SIZES.length] ?? 40)}`
    said.push(`${name} ${n}`)
    const reply = await request(`${server.url}${room.messages}`, room.tokens[name], 'POST', {
      content,
    })
    if (reply?.status !== 201) throw new Error(JSON.stringify(reply))
    if (name === 'ada' && n % 5 === 0) {
      const text = `thinking about ${n}\n`
      await request(`${server.url}/api/agents/${room.agentId}/output`, room.tokens.ada, 'POST', {
        text,
        stream: 'main',
      })
    }
  }
}
