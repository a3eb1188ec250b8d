import { rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServer, stopServer, type BenchServer } from './bench-server'
import { type BenchResult, median, round } from './measure'

const HOSTILE = 8
const OTHERS = 4
const MS = 5_000
const BOUND = 0.7
const KEYS = 50_000

interface Sender {
  readonly id: string
  readonly token: string
}

/** Clients that call a tool with fifty thousand keys, again and again, beside others that ask and post as before. */
export async function hostileBench(): Promise<BenchResult[]> {
  const server = await startServer()
  try {
    const { lead } = await server.call('POST', '/api/lead', { name: 'bench' })
    const crew = `/api/lead/${lead.id}`
    const senders: Sender[] = []
    for (let n = 0; n < HOSTILE + OTHERS; n++) {
      const { agent, token } = await server.call('POST', `${crew}/agents`, { role: 'developer' })
      senders.push({ id: agent.id as string, token: token as string })
    }
    const memberIds = senders.map(({ id }) => id)
    await server.call('POST', `${crew}/groups`, { name: 'plan', memberIds })
    const others = senders.slice(HOSTILE)
    const before = [await answers(server, crew, others), await answers(server, crew, others)]
    let isOver = false
    const hostile = senders.slice(0, HOSTILE).map(async (sender) => {
      let refused = 0
      for (; !isOver; refused++) await hostileCall(server, sender)
      return refused
    })
    const beside = await answers(server, crew, others)
    isOver = true
    const refused = await Promise.all(hostile)
    const alone = median([...before, await answers(server, crew, others)])
    const ratio = beside / alone
    return [
      {
        name: `answers beside ${HOSTILE} clients with ${KEYS} keys each, of those without them`,
        ratio: round(ratio),
        bound: `at least ${BOUND}`,
        ok: ratio >= BOUND,
        detail: {
          'answers/s alone': round(alone),
          'answers/s beside': round(beside),
          refused: refused.reduce((sum, count) => sum + count, 0),
        },
      },
    ]
  } finally {
    await stopServer(server)
    rmSync(server.folder, { recursive: true, force: true })
  }
}

/** Answers a second that clients get which ask and post one after the other. */
async function answers(
  server: BenchServer,
  crew: string,
  senders: readonly Sender[],
): Promise<number> {
  const until = performance.now() + MS
  const counts = await Promise.all(
    senders.map(async (sender) => {
      const agent = new Agent({ keepAlive: true })
      let count = 0
      for (; performance.now() < until; count++) {
        if (count % 2 === 0) await sent(server, sender, agent, `${crew}/groups`)
        else await sent(server, sender, agent, `${crew}/groups/plan/messages`, POST)
      }
      agent.destroy()
      return count
    }),
  )
  return (counts.reduce((sum, count) => sum + count, 0) * 1_000) / MS
}

const POST = Buffer.from(JSON.stringify({ content: 'the fixtures are read' }))
const MUCH = Buffer.from(
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: 'group_message',
      arguments: Object.fromEntries(Array.from({ length: KEYS }, (_, n) => [`key${n}`, n])),
    },
  }),
)
const hostileAgent = new Agent({ keepAlive: true })

async function hostileCall(server: BenchServer, sender: Sender): Promise<void> {
  const status = await sent(server, sender, hostileAgent, '/mcp', MUCH).catch(() => 0)
  // A connection that was cut costs the server nothing, and would be tried again without an end.
  if (status === 0) await sleep(10)
}

function sent(
  { url }: BenchServer,
  { token }: Sender,
  agent: Agent,
  path: string,
  body?: Buffer,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
      ...(body ? { 'content-type': 'application/json', 'content-length': body.length } : {}),
    }
    const asked = request(`${url}${path}`, { method: body ? 'POST' : 'GET', headers, agent })
    asked.on('response', (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
      response.once('error', reject)
    })
    asked.once('error', reject)
    asked.end(body)
  })
}
