import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { type BenchServer, type Reply, startServer, stopServer } from './bench-server'
import { type BenchResult, median, round } from './measure'

const REMOTE = 100
const ACP = 20
/** People write to large groups too; a group holds 100, so everybody is reached by two. */
const GROUPS = 2
const MESSAGES = 200
const TURNS = 100
const TURN_MS = 20

/** Resident memory of a process in KiB; 0 where there is no /proc. */
function residentKiB(pid: number | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

function acpDriver(notes: string, turnMs: number): object {
  const script = new URL('./acp-agent.js', import.meta.url).pathname
  const env = { BENCH_NOTES: notes, BENCH_TURN_MS: String(turnMs) }
  return { kind: 'acp', command: process.execPath, args: [script], env }
}

interface Note {
  readonly came?: number
  readonly left?: number
  readonly items?: number
}

function notesIn(file: string): Note[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Note)
}

/** From the end of a turn, as the agent's program sees it, to its next prompt, while more is owed all the time. */
async function turnBench(server: BenchServer): Promise<BenchResult> {
  const notes = path.join(server.folder, 'turns.jsonl')
  const { lead } = await server.call('POST', '/api/lead', { name: 'turns' })
  const made = await server.call('POST', `/api/lead/${lead.id}/agents`, {
    role: 'developer',
    driver: acpDriver(notes, TURN_MS),
  })
  const messages = `/api/agents/${made['agent'].id}/messages`
  for (let n = 0; notesIn(notes).length < 2 * TURNS; n++) {
    await server.call('POST', messages, { content: `message ${n}` })
    await sleep(TURN_MS / 4)
  }
  const gaps: number[] = []
  let left: number | undefined
  for (const note of notesIn(notes)) {
    if (note.came !== undefined && left !== undefined) gaps.push((note.came - left) / 1e6)
    left = note.left ?? left
  }
  const p50 = median(gaps)
  gaps.sort((a, b) => a - b)
  return {
    name: 'end of turn to next prompt, p50 ms (both ways through the pipes included)',
    ratio: round(p50),
    bound: '<= 5',
    ok: p50 <= 5,
    detail: {
      'p99 ms': round(gaps[Math.floor(gaps.length * 0.99)] ?? Number.NaN),
      turns: gaps.length,
    },
  }
}

/** 100 remote and 20 ACP agents in one crew: what they cost, how soon they are there, and how fast all are told. */
async function crowdBench(server: BenchServer): Promise<BenchResult[]> {
  const before = residentKiB(server.process.pid)
  const { lead } = await server.call('POST', '/api/lead', { name: 'crowd' })
  const address = `/api/lead/${lead.id}`
  const remotes: { id: string; token: string }[] = []
  for (let n = 0; n < REMOTE; n++) {
    const { agent, token } = await server.call('POST', `${address}/agents`, { role: 'developer' })
    remotes.push({ id: agent.id as string, token: token as string })
  }
  const withRemotes = residentKiB(server.process.pid)
  const notes = (n: number) => path.join(server.folder, `crowd-${n}.jsonl`)
  const began = performance.now()
  const acps = await Promise.all(
    Array.from({ length: ACP }, (_, n) =>
      server.call('POST', `${address}/agents`, {
        role: 'architect',
        driver: acpDriver(notes(n), 0),
      }),
    ),
  )
  const ids = acps.map(({ agent }) => agent.id as string)
  for (;;) {
    const { agents } = await server.call('GET', `${address}/agents`)
    const there = agents.filter(
      (agent: Reply) => ids.includes(agent['id']) && agent['connection'] === 'connected',
    )
    if (there.length === ACP) break
    await sleep(20)
  }
  const startMs = performance.now() - began
  const withAll = residentKiB(server.process.pid)
  const rate = await tellAll(server, address, remotes, ids, notes)
  return [
    {
      name: `${REMOTE} remote and ${ACP} ACP agents: server memory per ACP agent, MiB`,
      ratio: round((withAll - withRemotes) / 1024 / ACP),
      bound: 'printed',
      ok: true,
      detail: {
        'per remote agent, MiB': round((withRemotes - before) / 1024 / REMOTE, 3),
        'server with all, MiB': Math.round(withAll / 1024),
        [`${ACP} ACP programs connected after, ms`]: Math.round(startMs),
      },
    },
    {
      name: `messages/s that reach all ${REMOTE + ACP} agents`,
      ratio: Math.round(rate),
      bound: 'printed',
      ok: true,
      detail: { 'handed over per second': Math.round(rate * (REMOTE + ACP)) },
    },
  ]
}

/** Messages per second from the first post until every agent has been handed all of them. */
async function tellAll(
  server: BenchServer,
  address: string,
  remotes: readonly { readonly id: string; readonly token: string }[],
  ids: readonly string[],
  notes: (n: number) => string,
): Promise<number> {
  const half = (list: readonly string[], n: number) =>
    list.filter((_, index) => index % GROUPS === n)
  const names = ['left', 'right'].slice(0, GROUPS)
  for (const [n, name] of names.entries()) {
    const memberIds = [
      ...half(
        remotes.map((remote) => remote.id),
        n,
      ),
      ...half(ids, n),
    ]
    await server.call('POST', `${address}/groups`, { name, memberIds: memberIds.slice(0, 99) })
  }
  const sockets = await Promise.all(remotes.map((remote) => connect(server.url, remote)))
  const began = performance.now()
  const read = sockets.map((socket) => readAll(socket))
  for (let n = 0; n < MESSAGES; n++) {
    await Promise.all(
      names.map((name) =>
        server.call('POST', `${address}/groups/${name}/messages`, { content: `message ${n}` }),
      ),
    )
  }
  await Promise.all(read)
  const given = (n: number) => notesIn(notes(n)).reduce((sum, { items }) => sum + (items ?? 0), 0)
  while (ids.some((_, n) => given(n) < MESSAGES)) await sleep(10)
  const seconds = (performance.now() - began) / 1000
  for (const socket of sockets) socket.terminate()
  return MESSAGES / seconds
}

/** A remote agent on `/agent`: pushed turns, each confirmed. */
async function connect(url: string, remote: { id: string; token: string }): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/agent`)
  await new Promise((resolve) => socket.once('open', resolve))
  socket.send(JSON.stringify({ type: 'hello', token: remote.token, agentId: remote.id }))
  return socket
}

function readAll(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    let seen = 0
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString('utf8')) as Reply
      if (frame['type'] !== 'turn') return
      socket.send(JSON.stringify({ type: 'ack', cursor: frame['cursor'] }))
      seen += frame['deliveries'].filter(({ kind }: Reply) => kind === 'group').length
      if (seen >= MESSAGES) resolve()
    })
  })
}

export async function agentsBench(): Promise<BenchResult[]> {
  const server = await startServer()
  try {
    return [await turnBench(server), ...(await crowdBench(server))]
  } finally {
    await stopServer(server)
    rmSync(server.folder, { recursive: true, force: true })
  }
}
