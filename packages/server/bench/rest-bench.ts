import { rmSync } from 'node:fs'
import { type BenchServer, startServer, stopServer } from './bench-server'
import { cpuMicroseconds } from './e2e/process-cost'
import { manyMessages } from './many-messages'
import { type BenchResult, median, round } from './measure'
import { type Program, startBare } from './rest/bare'
import { ask, type Asked } from './rest/client'

const CONNECTIONS = 16
const ROUNDS = 9
const EACH_ROUND = 600
/** Counted, not timed: on a busy machine code would be slow for longer than any time. */
const WARM_UP = 3_000
const PAGE = 50
/** A sentence, as agents write them. */
const CONTENT =
  'The parser keeps its place between two reads, so a command that is cut in the middle is found whole when the rest of it has come.'
const GROUP = 'bench'

/** The whole server's REST door beside express and SQLite with nothing between them. */
export async function restBench(): Promise<BenchResult[]> {
  const { folder, leadId } = await manyMessages({ [GROUP]: 2_000 }, true)
  const server = await startServer(folder)
  const bare = await startBare(server, leadId, GROUP)
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
