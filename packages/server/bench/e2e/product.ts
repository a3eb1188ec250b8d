import { constants, mkdirSync, openSync, rmSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { Socket } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { type BenchServer, type Reply, startServer, stopServer } from '../bench-server'
import { type Crowd, GROUP, messagesIn, outputOf, type Shape } from './crowd'

/** Rates and holds are for agents that misbehave: here they write as fast as they are asked to. */
const UNBOUNDED = {
  CREWROOM_AGENT_MESSAGES_PER_MINUTE: '1000000',
  CREWROOM_AGENT_MESSAGE_BURST: '1000000',
  CREWROOM_HOP_LIMIT: '1000000',
  CREWROOM_REPLY_LIMIT: '1000000',
}

export type Door = 'agent' | 'pipe'

/** What is different from an empty crew as it is started by default. */
export interface Setting {
  readonly environment?: Readonly<Record<string, string>>
  /** A crew that is there already, with its group. */
  readonly stored?: { readonly folder: string; readonly leadId: string }
  /** How many groups everybody is a member of; messages are in the first. */
  readonly groups?: number
  /** Messages go to the next group after so many; else all go to the first. */
  readonly moveOnAfter?: number
}

export interface ProductCrowd extends Crowd {
  readonly server: BenchServer
  /** How many messages were written so far. */
  written(): number
}

/** The whole built server: agents on `/agent` or as programs whose pipes it reads, dashboards on `/ws`. */
export async function productCrowd(
  door: Door,
  shape: Shape,
  { environment, stored, groups = 1, moveOnAfter = Number.POSITIVE_INFINITY }: Setting = {},
): Promise<ProductCrowd> {
  const server = await startServer(stored?.folder, { ...UNBOUNDED, ...environment })
  const { lead, token } = stored
    ? { lead: { id: stored.leadId }, token: '' }
    : await server.call('POST', '/api/lead', { name: 'bench' })
  const leadId = lead.id as string
  const crew = `/api/lead/${leadId}`
  let written = 0
  const crowd = {
    server,
    written: () => written,
    pid: server.process.pid ?? 0,
    shape,
    seen: (_reader: number, _n: number) => {},
    write: (_agent: number, _n: number) => {},
    close: () => Promise.resolve(),
  }
  const seen = (reader: number) => (text: string) => {
    for (const n of messagesIn(text)) crowd.seen(reader, n)
  }
  const made: Reply[] = []
  const programs: Socket[] = []
  for (let agent = 0; agent < shape.agents; agent++) {
    const fifos = path.join(server.folder, 'bench', `${agent}`)
    if (door === 'pipe') programs.push(programOf(fifos, seen(agent)))
    const body =
      door === 'pipe' ? { role: 'developer', driver: driverOf(fifos) } : { role: 'developer' }
    made.push(await server.call('POST', `${crew}/agents`, body))
  }
  const ids = made.map(({ agent }) => agent.id as string)
  if (stored) await server.call('POST', `${crew}/groups/${GROUP}/members`, { memberIds: ids })
  else await createGroups(`${server.url}${crew}`, token as string, ids, groups)
  const connected = door === 'agent' ? await connectAll(server, made, seen) : null
  await Promise.all(
    Array.from({ length: shape.dashboards }, (_, n) =>
      watch(server, leadId, seen(shape.agents + n)),
    ),
  )
  crowd.write = (agent, n) => {
    const output = outputOf(n, groupAt(Math.floor(written++ / moveOnAfter) % groups))
    if (connected) connected[agent]?.send(JSON.stringify({ type: 'output', text: output }))
    else programs[agent]?.write(output)
  }
  crowd.close = async () => {
    for (const socket of connected ?? []) socket.terminate()
    await stopServer(server)
    for (const program of programs) program.destroy()
    rmSync(server.folder, { recursive: true, force: true })
  }
  await allConnected(server, crew, ids)
  return crowd
}

/** The lead makes them, and is a member that reads nothing here: a group holds 100. */
async function createGroups(
  crew: string,
  token: string,
  memberIds: readonly string[],
  count: number,
): Promise<void> {
  for (let n = 0; n < count; n++) {
    const created = await fetch(`${crew}/groups`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: groupAt(n), memberIds }),
    })
    if (!created.ok) throw new Error(await created.text())
  }
}

const groupAt = (n: number) => (n === 0 ? GROUP : `${GROUP}-${n}`)

/** The fifos of a program stand for its terminal: the bench writes what it prints, and reads what it is given. */
function programOf(fifos: string, seen: (text: string) => void): Socket {
  mkdirSync(fifos, { recursive: true })
  execFileSync('mkfifo', [path.join(fifos, 'says'), path.join(fifos, 'reads')])
  // Open for both, so that neither side waits for the other.
  const open = (name: string) =>
    new Socket({
      fd: openSync(path.join(fifos, name), constants.O_RDWR | constants.O_NONBLOCK),
      readable: name === 'reads',
      writable: name === 'says',
    })
  let rest = ''
  open('reads').on('data', (data) => {
    const text = rest + data.toString('utf8')
    const end = text.lastIndexOf('\n')
    rest = text.slice(end + 1)
    if (end !== -1) seen(text.slice(0, end))
  })
  return open('says')
}

function driverOf(fifos: string): object {
  const script = `cat <'${fifos}/says' & exec cat >'${fifos}/reads'`
  return { kind: 'pipe', command: '/bin/sh', args: ['-c', script] }
}

async function connectAll(
  server: BenchServer,
  made: readonly Reply[],
  seen: (reader: number) => (text: string) => void,
): Promise<WebSocket[]> {
  return Promise.all(
    made.map(async ({ agent, token }, at) => {
      const socket = new WebSocket(`${server.url.replace(/^http/, 'ws')}/agent`)
      await new Promise((resolve) => socket.once('open', resolve))
      const read = seen(at)
      socket.on('message', (data: Buffer) => {
        const text = data.toString('utf8')
        if (!text.startsWith('{"type":"turn"')) return
        read(text)
        const cursor = /"cursor":"([^"]+)"/.exec(text)?.[1]
        if (cursor !== undefined) socket.send(JSON.stringify({ type: 'ack', cursor }))
      })
      socket.send(JSON.stringify({ type: 'hello', token, agentId: agent.id }))
      return socket
    }),
  )
}

async function watch(
  server: BenchServer,
  leadId: string,
  read: (text: string) => void,
): Promise<void> {
  const socket = new WebSocket(`${server.url.replace(/^http/, 'ws')}/ws`)
  await new Promise((resolve) => socket.once('open', resolve))
  socket.send(JSON.stringify({ type: 'hello', token: server.token, leads: [leadId] }))
  await new Promise((resolve) => socket.once('message', resolve))
  socket.on('message', (data: Buffer) => {
    const text = data.toString('utf8')
    if (text.startsWith('{"type":"group:message"')) read(text)
  })
}

async function allConnected(server: BenchServer, crew: string, ids: string[]): Promise<void> {
  for (;;) {
    const { agents } = await server.call('GET', `${crew}/agents`)
    const there = (agents as Reply[]).filter(
      (agent) => ids.includes(agent['id']) && agent['connection'] === 'connected',
    )
    if (there.length === ids.length) return
    await sleep(20)
  }
}
