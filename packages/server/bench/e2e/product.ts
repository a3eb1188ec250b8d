import { constants, mkdirSync, openSync } from 'node:fs'
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

export interface ProductCrowd extends Crowd {
  readonly server: BenchServer
  /** How many messages were written so far. */
  written(): number
}

/** The whole built server: agents on `/agent` or as programs whose pipes it reads, dashboards on `/ws`. */
export async function productCrowd(door: Door, shape: Shape): Promise<ProductCrowd> {
  const server = await startServer(undefined, UNBOUNDED)
  const { lead, token } = await server.call('POST', '/api/lead', { name: 'bench' })
  const crew = `/api/lead/${lead.id}`
  let written = 0
  const crowd = {
    server,
    written: () => written,
    pid: server.process.pid ?? 0,
    shape,
    seen: (_reader: number, _n: number) => {},
    write: (_agent: number, _n: number) => {},
    close: () => stopServer(server),
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
  // The lead makes it and is a member too, which reads nothing here: a group holds 100.
  await createGroup(server, crew, token as string, ids)
  const connected = door === 'agent' ? await connectAll(server, made, seen) : null
  await Promise.all(
    Array.from({ length: shape.dashboards }, (_, n) =>
      watch(server, lead.id as string, seen(shape.agents + n)),
    ),
  )
  crowd.write = (agent, n) => {
    written++
    if (connected) connected[agent]?.send(JSON.stringify({ type: 'output', text: outputOf(n) }))
    else programs[agent]?.write(outputOf(n))
  }
  crowd.close = async () => {
    for (const socket of connected ?? []) socket.terminate()
    await stopServer(server)
    for (const program of programs) program.destroy()
  }
  await allConnected(server, crew, ids)
  return crowd
}

async function createGroup(
  server: BenchServer,
  crew: string,
  token: string,
  memberIds: readonly string[],
): Promise<void> {
  const created = await fetch(`${server.url}${crew}/groups`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: GROUP, memberIds }),
  })
  if (!created.ok) throw new Error(await created.text())
}

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
