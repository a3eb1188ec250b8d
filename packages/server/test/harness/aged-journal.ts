import Database from 'better-sqlite3'
import { expect } from 'vitest'
import { SYSTEM } from '@crewroom/shared/model/participant'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import type { Envelope } from '../../src/journal/facts'
import { FanOut } from '../../src/journal/fan-out'
import type { Trimmed } from '../../src/journal/ports/retention-port'
import { openForWriting, type Sqlite } from '../../src/storage/database'
import { InProcessAppender } from '../../src/storage/in-process-appender'
import { shardLoader } from '../../src/storage/load'
import { Reader } from '../../src/storage/reader'
import { Writer } from '../../src/storage/writer'
import { loadedShard } from './loaded-shard'
import { batchesOf, dumpOf } from './recorded-batches'

const FIRST = { shard: 'main', firstEpoch: 'epoch-1' }

/** Tables that the journal's own rows are in, and what is not of a crew. */
const ASIDE = ['journal', 'journal_trims', 'journal_latest', 'shard']

/** As many streams are in `positionsOf`. */
export const STREAMS = 10

interface Given {
  readonly count: number
  /** When the first was decided: one minute after the other. */
  readonly from: number
}

type Undecided = Omit<Envelope, 'seq'>

/** How far the output of a crew's lead was read, of ten streams in turns. */
export function positionsOf(leadId: string, { count, from }: Given): Undecided[] {
  return Array.from({ length: count }, (_, at) => ({
    leadId,
    v: 1,
    at: new Date(from + at * 60_000).toISOString(),
    type: 'stream:advanced',
    actor: SYSTEM,
    cause: { kind: 'system' },
    data: {
      position: {
        agentId: leadId,
        stream: `stream-${at % STREAMS}`,
        offset: at,
        safe: at,
        done: 0,
      },
    },
  }))
}

/** Stores facts of one crew behind what its journal has, in a database that no server has open. */
export function storeFacts(file: string, facts: readonly Undecided[]): void {
  const sqlite = openForWriting(file)
  const writer = new Writer({ sqlite, ...FIRST })
  // What the crew decided before them is no younger.
  sqlite.prepare('update journal set at = :at where at > :at').run({ at: facts[0]?.at })
  const head = sqlite
    .prepare<[string], number>('select max(seq) from journal where lead_id = ?')
    .pluck()
    .get(facts[0]?.leadId ?? '')
  const numbered = facts.map((fact, at) => ({ ...fact, seq: (head ?? 0) + 1 + at }) as Envelope)
  expect(writer.write(batchesOf(numbered, 500, writer.position))).toEqual({ ok: true })
  writer.close()
}

/** Takes out of a journal what later facts, as old as `before`, replaced. */
export function trimJournal(sqlite: Sqlite, before: string): Promise<Trimmed> {
  return new InProcessAppender(new Writer({ sqlite, ...FIRST })).trimJournal(before)
}

/** Tables that these facts alone are written to. */
export function replayed(facts: readonly Envelope[]): Sqlite {
  const sqlite = new Database(':memory:')
  const writer = new Writer({ sqlite, ...FIRST })
  expect(writer.write(batchesOf(facts, 100))).toEqual({ ok: true })
  return sqlite
}

/** The facts that the journal still has; the deletion of a crew took its own with it. */
export function keptOf(sqlite: Sqlite, facts: readonly Envelope[]): readonly Envelope[] {
  const rows = sqlite.prepare<[], { leadId: string; seq: number }>(
    'select lead_id as leadId, seq from journal',
  )
  const kept = new Set(rows.all().map(({ leadId, seq }) => `${leadId} ${seq}`))
  return facts.filter(
    ({ leadId, seq, type }) => type === 'lead:deleted' || kept.has(`${leadId} ${seq}`),
  )
}

/** Everything that a start loads, and every row but those of the journal: in no order. */
export function stateOf(sqlite: Sqlite): unknown {
  const { position: _, ...stored } = shardLoader(sqlite)()
  const rows = Object.entries(dumpOf(sqlite)).filter(([table]) => !ASIDE.includes(table))
  const sorted = rows.map(([table, all]) => [table, all.map((row) => JSON.stringify(row)).sort()])
  return { stored: plain(stored), rows: Object.fromEntries(sorted) }
}

/** To compare what was loaded from rows that were written in another order. */
export function plain(value: unknown): unknown {
  if (value instanceof Map) return plain(Object.fromEntries(value))
  if (Array.isArray(value)) {
    return value.map((one) => JSON.stringify(plain(one))).sort()
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, one]) => [key, plain(one)] as const)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** What a client that comes back with `since` is sent: null is a person. */
export async function eventsSince(
  sqlite: Sqlite,
  leadId: string,
  viewer: string | null,
  since: number,
): Promise<readonly CrewEvent[]> {
  const shard = loadedShard(sqlite)
  const crew = shard.crew(leadId)
  const fanOut = new FanOut(new Reader(sqlite), () => ({
    durableSeq: crew.state.seq,
    memberships: crew.memberships,
    past: crew.past,
  }))
  const events: CrewEvent[] = []
  const subscription = fanOut.subscribe(
    {
      send: (event) => events.push(event) > 0,
      gap: () => {
        throw new Error('a gap')
      },
      drained: () => Promise.resolve(),
    },
    leadId,
    viewer,
    since,
  )
  for (let turn = 0; subscription.at() < crew.state.seq; turn++) {
    if (turn > 10_000) throw new Error('the replay does not come to its end')
    await Promise.resolve()
  }
  return events
}

/** The numbers that a crew's journal has. */
export const numbersOf = (sqlite: Sqlite, leadId: string) =>
  sqlite
    .prepare<[string], number>('select seq from journal where lead_id = ? order by seq')
    .pluck()
    .all(leadId)
export const upTo = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n)
