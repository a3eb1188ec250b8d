import { existsSync, statSync } from 'node:fs'
import type { Sqlite } from './database'
import { JOURNAL_BYTES } from './journal-bytes'
import { RECORD_BYTES } from './record-bytes'

/** What a database keeps, as a person thinks of it. */
export const SPACE_KINDS = [
  'records',
  'journal',
  'messages',
  'handOvers',
  'search',
  'other',
  'free',
] as const
export type SpaceKind = (typeof SPACE_KINDS)[number]

interface Part {
  readonly id: string
  readonly name: string
  readonly bytes: number
}

/** What takes the space of a database. The kinds are pages and add up to the file; the rest is about. */
export interface Space {
  readonly fileBytes: number
  /** What is not moved into the file yet. */
  readonly logBytes: number
  readonly kinds: Readonly<Record<SpaceKind, number>>
  /** The largest first, without the search index. */
  readonly crews: readonly Part[]
  readonly agents: readonly Part[]
  /** Agents' records by the day that they are of, the oldest first. */
  readonly recordDays: readonly {
    readonly day: string
    readonly entries: number
    readonly bytes: number
  }[]
}

const KIND_OF: Readonly<Record<string, SpaceKind>> = {
  rollout_entries: 'records',
  journal: 'journal',
  chat_group_messages: 'messages',
  chat_group_reactions: 'messages',
  direct_messages: 'messages',
  deliveries: 'handOvers',
  turns: 'handOvers',
  agent_inboxes: 'handOvers',
  sessions: 'messages',
  runs: 'handOvers',
  rounds: 'handOvers',
  responses: 'handOvers',
  session_given: 'handOvers',
  admissions: 'handOvers',
  invites: 'handOvers',
}
/** How long a row is, roughly, in the tables that grow with what a crew does: its share of their pages. */
const ROW_BYTES: Readonly<Record<string, string>> = {
  rollout_entries: RECORD_BYTES,
  journal: JOURNAL_BYTES,
  chat_group_messages:
    '300 + octet_length(content) + octet_length(mentions) + coalesce(octet_length(parts), 0)',
  direct_messages: '300 + octet_length(content)',
  deliveries: '250 + octet_length(content)',
  turns: '250 + octet_length(parts) + octet_length(delivery_ids)',
}
const LARGEST = 5

/** Reads through a whole file: for a process that can be ended at any moment. */
export function spaceOf(sqlite: Sqlite, file: string): Space {
  sqlite.exec('BEGIN')
  try {
    const number = (pragma: string) => sqlite.pragma(pragma, { simple: true }) as number
    const pageBytes = number('page_size')
    const tables = bytesByTable(sqlite)
    const kinds = Object.fromEntries(SPACE_KINDS.map((kind) => [kind, 0])) as Record<
      SpaceKind,
      number
    >
    for (const [table, bytes] of tables) kinds[kindOf(table)] += bytes
    kinds.free = number('freelist_count') * pageBytes
    return {
      fileBytes: number('page_count') * pageBytes,
      logBytes: existsSync(`${file}-wal`) ? statSync(`${file}-wal`).size : 0,
      kinds,
      crews: largest(sqlite, crewWeights(sqlite, tables), 'leads'),
      agents: largest(sqlite, agentBytes(sqlite), 'agents'),
      recordDays: sqlite
        .prepare<[], Space['recordDays'][number]>(
          `select substr(at, 1, 10) as day, count(*) as entries, sum(${RECORD_BYTES}) as bytes
           from rollout_entries own group by day order by day`,
        )
        .all(),
    }
  } finally {
    sqlite.exec('COMMIT')
  }
}

/** Pages of each table with those of its indexes. */
function bytesByTable(sqlite: Sqlite): Map<string, number> {
  const rows = sqlite
    .prepare<[], { table: string; bytes: number }>(
      `select coalesce(tbl_name, stat.name) as "table", sum(stat.pgsize) as bytes
       from dbstat('main', 1) stat left join sqlite_schema entry on entry.name = stat.name group by 1`,
    )
    .all()
  return new Map(rows.map(({ table, bytes }) => [table, bytes]))
}

function kindOf(table: string): SpaceKind {
  return table.startsWith('search_') ? 'search' : (KIND_OF[table] ?? 'other')
}

/** What each crew's rows take of the pages of their tables. */
function crewWeights(sqlite: Sqlite, tables: ReadonlyMap<string, number>): Map<string, number> {
  const crews = new Map<string, number>()
  for (const [table, row] of Object.entries(ROW_BYTES)) {
    const rows = sqlite
      .prepare<[], { id: string; weight: number }>(
        `select lead_id as id, sum(${row}) as weight from ${table} own group by lead_id`,
      )
      .all()
    const whole = rows.reduce((sum, { weight }) => sum + weight, 0)
    for (const { id, weight } of rows) {
      const bytes = ((tables.get(table) ?? 0) * weight) / whole
      crews.set(id, (crews.get(id) ?? 0) + bytes)
    }
  }
  return crews
}

function agentBytes(sqlite: Sqlite): Map<string, number> {
  const rows = sqlite
    .prepare<[], { id: string; bytes: number }>(
      `select agent_id as id, sum(${RECORD_BYTES}) as bytes from rollout_entries own group by agent_id`,
    )
    .all()
  return new Map(rows.map(({ id, bytes }) => [id, bytes]))
}

function largest(
  sqlite: Sqlite,
  sizes: ReadonlyMap<string, number>,
  table: 'leads' | 'agents',
): Part[] {
  const nameOf = sqlite
    .prepare<[string], string>(`select name from ${table} where id = ? limit 1`)
    .pluck()
  // What belongs to no crew has no name: the server's own facts.
  return [...sizes]
    .map(([id, bytes]) => ({ id, name: nameOf.get(id), bytes: Math.round(bytes) }))
    .filter((part): part is Part => part.name !== undefined)
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, LARGEST)
}
