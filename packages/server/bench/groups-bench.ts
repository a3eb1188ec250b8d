import { rmSync } from 'node:fs'
import { queryGroupsCommand } from '../src/commands/query-groups'
import { type BenchStore, benchStore, BY } from './bench-crew'
import { startServer, stopServer } from './bench-server'
import { manyMessages } from './many-messages'
import { type BenchResult, median, percentile, round } from './measure'

const EACH = 1_000
const QUERIES = 500
const STARTS = 5

/** What a crew with many groups costs: its answer to QUERY_GROUPS, and the start of its server. */
export async function groupsBench(): Promise<BenchResult[]> {
  return [...(await withGroups(100, 0.2, null)), ...(await withGroups(1_000, 1, 2_000))]
}

async function withGroups(
  count: number,
  targetMs: number,
  startTargetMs: number | null,
): Promise<BenchResult[]> {
  const sizes = Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`group-${n}`, EACH] as const),
  )
  const { folder, leadId } = await manyMessages(sizes, true)
  try {
    const store = await benchStore(folder)
    const asked = query(store, leadId, count, targetMs)
    await store.close('keep')
    return startTargetMs === null ? [asked] : [asked, await start(folder, count, startTargetMs)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The lead, who is in all groups, asks; the answer is text that its program could be given. */
function query(store: BenchStore, leadId: string, count: number, targetMs: number): BenchResult {
  const { shard, presence } = store.core
  const crew = shard.crew(leadId)
  const took: number[] = []
  let length = 0
  for (let n = -QUERIES; n < QUERIES; n++) {
    const began = performance.now()
    const { text } = queryGroupsCommand.run(
      {
        shard,
        crew,
        presence,
        drivers: { configured: {}, presets: [] },
        agentId: leadId,
        by: BY,
        turnBeganSeq: 0,
        called: false,
      },
      {},
    )
    if (n >= 0) took.push(performance.now() - began)
    length = text.length
  }
  return {
    name: `QUERY_GROUPS at ${count} groups x ${EACH} messages, p50 ms`,
    ratio: round(median(took), 3),
    bound: `printed, target ${targetMs}`,
    ok: true,
    detail: { 'p99 ms': round(percentile(took, 0.99), 3), 'characters of the answer': length },
  }
}

/** From the start of the process until it takes requests. */
async function start(folder: string, count: number, targetMs: number): Promise<BenchResult> {
  const took: number[] = []
  for (let n = 0; n < STARTS; n++) {
    const began = performance.now()
    const server = await startServer(folder)
    await server.call('GET', '/api/lead')
    took.push(performance.now() - began)
    await stopServer(server)
  }
  return {
    name: `start at ${count} groups x ${EACH} messages, ms`,
    ratio: Math.round(median(took)),
    bound: `printed, target ${targetMs}`,
    ok: true,
    detail: { 'slowest ms': Math.round(Math.max(...took)) },
  }
}
