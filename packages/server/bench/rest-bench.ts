import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { openForReading } from '../src/storage/database'
import { benchFolder } from './bench-crew'
import { type BenchServer, startServer, stopServer } from './bench-server'
import { cpuMicroseconds } from './e2e/process-cost'
import { manyMessages } from './many-messages'
import { type BenchResult, median, round } from './measure'
import { ask, type Asked } from './rest/client'

const CONNECTIONS = 16
const ROUNDS = 9
const EACH_ROUND = 600
/** Counted, not timed: on a busy machine code would be slow for longer than any time. */
const WARM_UP = 3_000
const PAGE = 50
/** As long as the messages of the group are. */
const CONTENT =
  'The parser keeps its place between two reads, so a command that is cut in the middle is found whole when the rest of it has come.'
const GROUP = 'bench'

interface Program {
  readonly pid: number
  readonly port: number
  readonly token: string
}

/** The whole server's REST door beside express and SQLite with nothing between them. */
export async function restBench(): Promise<BenchResult[]> {
  const { folder, leadId } = await manyMessages({ [GROUP]: 2_000 }, true)
  const server = await startServer(folder)
  const bare = await startBare(server, leadId)
  const ours = programOf(server)
  const at = `/api/lead/${leadId}/groups/${GROUP}/messages`
  try {
    return [
      await compare(`GET of ${PAGE} messages`, 0.7, ours, bare, {
        method: 'GET',
        path: `${at}?limit=${PAGE}`,
      }),
      await compare('POST of a message', 0.5, ours, bare, {
        method: 'POST',
        path: at,
        body: { content: CONTENT },
      }),
    ]
  } finally {
    await bare.stop()
    await stopServer(server)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Both answer in turn; which of them begins changes from round to round. */
async function compare(
  what: string,
  atLeast: number,
  ours: Program,
  bare: Program,
  asked: Asked,
): Promise<BenchResult> {
  const rates = new Map<Program, number[]>([
    [ours, []],
    [bare, []],
  ])
  const costs = new Map<Program, number[]>([
    [ours, []],
    [bare, []],
  ])
  let bytes = 0
  for (const program of [ours, bare])
    await ask(program.port, program.token, asked, CONNECTIONS, WARM_UP)
  for (let n = 0; n < ROUNDS; n++) {
    for (const program of n % 2 === 0 ? [ours, bare] : [bare, ours]) {
      const before = cpuMicroseconds(program.pid)
      const done = await ask(program.port, program.token, asked, CONNECTIONS, EACH_ROUND)
      rates.get(program)?.push(EACH_ROUND / done.seconds)
      costs.get(program)?.push((cpuMicroseconds(program.pid) - before) / EACH_ROUND)
      if (program === ours) ({ bytes } = done)
    }
  }
  const rate = (of: Program) => median(rates.get(of) ?? [])
  const cost = (of: Program) => median(costs.get(of) ?? [])
  const ratio = rate(ours) / rate(bare)
  return {
    name: `${what}, ${CONNECTIONS} connections: requests/s / bare express`,
    ratio: round(ratio),
    bound: `>= ${atLeast}`,
    ok: ratio >= atLeast,
    detail: {
      'requests/s': Math.round(rate(ours)),
      'bare requests/s': Math.round(rate(bare)),
      'CPU / bare': round(cost(ours) / cost(bare)),
      'CPU µs': Math.round(cost(ours)),
      'bare CPU µs': Math.round(cost(bare)),
      'bytes of the answer': bytes,
    },
  }
}

function programOf({ process: child, url, token }: BenchServer): Program {
  return { pid: child.pid ?? 0, port: Number(new URL(url).port), token }
}

/** On a copy of the same tables, so that both find the same rows behind the same indexes. */
async function startBare(
  { folder, token }: BenchServer,
  leadId: string,
): Promise<Program & { stop(): Promise<void> }> {
  const own = benchFolder()
  const copy = path.join(own, 'bare.sqlite')
  const tables = openForReading(path.join(folder, 'crewroom.sqlite'))
  tables.prepare('vacuum into ?').run(copy)
  tables.close()
  const script = new URL('./bare-program.js', import.meta.url).pathname
  const child = spawn(process.execPath, [script, copy, token, leadId, GROUP], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`bare express ended with ${code}`)))
    child.stdout.once('data', (data: Buffer) => resolve(Number(data.toString('utf8'))))
  })
  return {
    pid: child.pid ?? 0,
    port,
    token,
    stop: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
      rmSync(own, { recursive: true, force: true })
    },
  }
}
