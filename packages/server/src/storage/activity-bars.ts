import type { OverviewQuery } from '../journal/ports/overview-port'
import type { Sqlite } from './database'

/** The most entries per agent that are counted within the time of the bars: the newest. */
const MOST_COUNTED = 2_000
/** Of more agents than this nothing is remembered. */
const MOST_KNOWN = 2_000

/** What counts as activity: what an agent emits, and not what it is given. */
const PUT_OUT: ReadonlySet<string> = new Set([
  'text',
  'thought',
  'tool_call',
  'tool_result',
  'plan',
])

interface Known {
  /** The newest entry that is counted, and its time: another one there is of another record. */
  readonly n: number
  readonly at: string
  /** Entries by the span that they are in, counted since 1970. */
  readonly counts: ReadonlyMap<number, number>
}

const NOTHING: Known = { n: 0, at: '', counts: new Map() }

/**
 * How many things an agent put out in each span of time. Entries are added and never changed, so each is counted once,
 * however often somebody looks.
 */
export function activityBars(sqlite: Sqlite) {
  const newer = sqlite.prepare<[string, number], { n: number; at: string; kind: string }>(
    'select n, at, kind from rollout_entries where agent_id = ? and n > ? order by n desc',
  )
  const timeOf = sqlite
    .prepare<[string, number], string>(
      'select at from rollout_entries where agent_id = ? and n = ?',
    )
    .pluck()
  const known = new Map<string, Known>()

  const counted = (agentId: string, since: string, spanMs: number): Known => {
    let before = known.get(agentId) ?? NOTHING
    if (before.n > 0 && timeOf.get(agentId, before.n) !== before.at) before = NOTHING
    const first = Math.floor(Date.parse(since) / spanMs)
    const counts = new Map([...before.counts].filter(([span]) => span >= first))
    let newest: Known = before
    let seen = 0
    for (const { n, at, kind } of newer.iterate(agentId, before.n)) {
      if (newest === before) newest = { n, at, counts }
      if (at < since || ++seen > MOST_COUNTED) break
      if (!PUT_OUT.has(kind)) continue
      const span = Math.floor(Date.parse(at) / spanMs)
      counts.set(span, (counts.get(span) ?? 0) + 1)
    }
    return { ...newest, counts }
  }

  return (agentId: string, { since, barSeconds, bars }: OverviewQuery): number[] => {
    const spanMs = barSeconds * 1_000
    const own = counted(agentId, since, spanMs)
    if (known.size >= MOST_KNOWN && !known.has(agentId)) known.clear()
    known.set(agentId, own)
    const first = Math.floor(Date.parse(since) / spanMs)
    return Array.from({ length: bars }, (_, bar) => own.counts.get(first + bar) ?? 0)
  }
}
