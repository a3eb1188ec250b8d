import { readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Crew } from '../src/crew/crew'
import { readMessages } from '../src/groups/read-history'
import { searchMessages } from '../src/groups/search-messages'
import { type BenchStore, benchStore, BY } from './bench-crew'
import { manyMessages, wordOf } from './many-messages'
import { type BenchResult, median, percentile, round } from './measure'

const LARGE = 1_000_000
const SMALL = 1_000
const PAGE = 50
const PAGES = 1_000
const SEARCHES = 40

/** What a group of a million messages costs those who read and search it. */
export async function millionBench(): Promise<BenchResult[]> {
  const { folder, leadId } = await manyMessages({ small: SMALL, large: LARGE }, false)
  try {
    const store = await benchStore(folder)
    const crew = store.core.shard.crew(leadId)
    const began = performance.now()
    await store.index()
    const indexSeconds = (performance.now() - began) / 1000
    const results = [
      ...(await pages(store, crew)),
      await search(store, crew, { 'indexed per second': Math.round(LARGE / indexSeconds) }),
    ]
    await store.close('keep')
    results.at(-1)!.detail['database, MB'] = sizeOf(folder)
    return results
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Pages of the two groups in turn: the newest, and those at any place. */
async function pages(store: BenchStore, crew: Crew): Promise<BenchResult[]> {
  const head = crew.state.seq
  const places: Record<string, (at: number) => { before?: number }> = {
    newest: () => ({}),
    // The small group's messages are among the first: its pages are read where it has them.
    'at any place': (at) => ({ before: at }),
  }
  const results: BenchResult[] = []
  for (const [what, placed] of Object.entries(places)) {
    const read = async (group: string, upTo: number, n: number) => {
      const at = Math.floor((((n * 7919) % PAGES) / PAGES) * upTo) + PAGE * 4
      const page = await readMessages(store.core.shard, crew, BY, {
        group,
        limit: PAGE,
        ...placed(at),
      })
      if (page.messages.length !== PAGE) throw new Error(`${page.messages.length} messages`)
      JSON.stringify(page)
    }
    const took = { small: [] as number[], large: [] as number[] }
    for (let n = -PAGES / 5; n < PAGES; n++) {
      for (const [group, upTo] of [
        ['small', 2 * SMALL],
        ['large', head - PAGE * 4],
      ] as const) {
        const began = performance.now()
        await read(group, upTo, Math.abs(n))
        if (n >= 0) took[group].push(performance.now() - began)
      }
    }
    const ratio = median(took.large) / median(took.small)
    results.push({
      name: `${PAGE} messages of ${LARGE} / of ${SMALL}, ${what}`,
      ratio: round(ratio),
      bound: '<= 1.5',
      ok: ratio <= 1.5,
      detail: {
        'of the large, ms': round(median(took.large), 3),
        'of the small, ms': round(median(took.small), 3),
        'p99 of the large, ms': round(percentile(took.large, 0.99), 3),
      },
    })
  }
  return results
}

/** What people type, from words that are everywhere to words that are almost nowhere. */
const QUERIES: Readonly<Record<string, (n: number) => string>> = {
  'a common word': (n) => wordOf(n),
  'a word': (n) => wordOf(200 + n * 37),
  'a rare word': (n) => wordOf(18_000 + n),
  'two words': (n) => `${wordOf(n * 3)} ${wordOf(100 + n * 5)}`,
  'two rare words': (n) => `${wordOf(15_000 + n)} ${wordOf(17_000 + n)}`,
  'a phrase': (n) => `"${wordOf(n)} ${wordOf(n + 1)}"`,
  'a beginning': (n) => `${wordOf(3_000 + n).slice(0, 3)}*`,
  'from somebody': (n) => `from:"Dev 1" ${wordOf(20 + n)}`,
  'in the small group': (n) => `in:small ${wordOf(n)}`,
}

async function search(
  store: BenchStore,
  crew: Crew,
  detail: BenchResult['detail'],
): Promise<BenchResult> {
  const all: number[] = []
  const byKind: Record<string, number> = {}
  for (const [kind, query] of Object.entries(QUERIES)) {
    const took: number[] = []
    for (let n = 0; n < SEARCHES; n++) {
      const began = performance.now()
      const found = await searchMessages(store.core.shard, crew, BY, { q: query(n), limit: PAGE })
      JSON.stringify(found)
      took.push(performance.now() - began)
      if (!found.complete) throw new Error('the index is behind')
    }
    all.push(...took)
    byKind[`${kind}, p50 ms`] = round(median(took))
  }
  return {
    name: `search of ${LARGE} messages, p50 ms`,
    ratio: round(median(all)),
    bound: 'printed, target 50',
    ok: true,
    detail: { 'p99 ms': round(percentile(all, 0.99)), ...byKind, ...detail },
  }
}

function sizeOf(folder: string): number {
  const sizes = readdirSync(folder).map((name) => statSync(path.join(folder, name)).size)
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1_000_000)
}
