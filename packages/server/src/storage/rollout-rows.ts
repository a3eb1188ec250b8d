import { and, asc, desc, eq, gt, lt, max, min, type SQL, sql } from 'drizzle-orm'
import type { RolloutEntry, RolloutKind } from '@crewroom/shared/model/rollout'
import type {
  GivenData,
  RolloutPage,
  RolloutQuery,
  RolloutRow,
} from '../journal/ports/rollout-port'
import type { Orm } from './database'
import { readRows, rowBytes } from './page-bytes'
import type { ProjectionContext } from './projections/projection'
import { agents, rolloutEntries as entries } from './schema'

const p = sql.placeholder
type Stored = typeof entries.$inferSelect

/** Writes one row. A row that is there already stays: after a lost answer the same rows come again. */
export function rolloutInsert({ orm, guard }: ProjectionContext): (row: RolloutRow) => void {
  const insert = guard(
    orm
      .insert(entries)
      .values({
        agentId: p('agentId'),
        n: p('n'),
        leadId: p('leadId'),
        at: p('at'),
        kind: p('kind'),
        turnId: p('turnId'),
        text: p('text'),
        data: p('data'),
        cut: p('cut'),
      })
      .onConflictDoNothing(),
  )
  return (row) => insert({ ...row, cut: row.cut ? 1 : 0 })
}

/** Prepared reads of agents' records: keyset on `n`, which is also the order. */
export function rolloutRows(orm: Orm) {
  const all = eq(entries.agentId, p('agentId'))
  const ofKind = and(all, eq(entries.kind, p('kind')))
  // A statement for each: with "kind is null or …" in one, SQLite could not choose the index by kind.
  const reads = (which: SQL | undefined) => ({
    before: orm
      .select()
      .from(entries)
      .where(and(which, lt(entries.n, p('n'))))
      .orderBy(desc(entries.n))
      .limit(p('limit'))
      .prepare(),
    after: orm
      .select()
      .from(entries)
      .where(and(which, gt(entries.n, p('n'))))
      .orderBy(asc(entries.n))
      .limit(p('limit'))
      .prepare(),
  })
  const any = reads(all)
  const one = reads(ofKind)
  const ofTurns = reads(
    and(
      all,
      sql`${entries.turnId} in (select value from json_each(${p('turnIds')}))`,
      sql`(${p('kind')} is null or ${entries.kind} = ${p('kind')})`,
    ),
  )
  const first = orm
    .select({ n: min(entries.n) })
    .from(entries)
    .where(all)
    .prepare()
  // An agent with a turn for each hand-over needs no entries for that.
  const givenFrom = orm
    .select({ at: sql<string | null>`max(${entries.at})` })
    .from(agents)
    .innerJoin(
      entries,
      and(
        eq(entries.agentId, agents.id),
        gt(entries.n, 1),
        sql`${entries.n} = (select min(oldest.n) from ${entries} oldest where oldest.agent_id = ${agents.id})`,
      ),
    )
    .where(
      and(
        eq(agents.leadId, p('leadId')),
        sql`json_extract(${agents.driver}, '$.kind') not in ('acp', 'model')`,
      ),
    )
    .prepare()
  const last = orm
    .select({ n: max(entries.n) })
    .from(entries)
    .where(all)
    .prepare()

  const before = (query: RolloutQuery, n: number, limit: number): Stored[] =>
    rowsOf('before', query, n, limit).reverse()
  const after = (query: RolloutQuery, n: number, limit: number): Stored[] =>
    rowsOf('after', query, n, limit)
  function rowsOf(
    side: 'before' | 'after',
    { agentId, kind, turnIds }: RolloutQuery,
    n: number,
    limit: number,
  ): Stored[] {
    if (turnIds) {
      const ids = JSON.stringify(turnIds)
      return ofTurns[side].all({ agentId, kind: kind ?? null, turnIds: ids, n, limit })
    }
    return kind === undefined
      ? any[side].all({ agentId, n, limit })
      : one[side].all({ agentId, kind, n, limit })
  }

  return {
    last: (agentId: string): number => last.get({ agentId })?.n ?? 0,

    /** When what is kept of some agent begins, if that is not its beginning: of several, the latest. */
    givenFrom: (leadId: string): string | null => givenFrom.get({ leadId })?.at ?? null,

    page(query: RolloutQuery): Omit<RolloutPage, 'asOf'> {
      // Numbers begin with 1 and leave nothing out.
      const removed = (first.get({ agentId: query.agentId })?.n ?? 1) - 1
      const { limit } = query
      if (query.after !== undefined) {
        const from = query.after
        const { rows, more } = readRows<Stored>(
          { next: (last, count) => after(query, last?.n ?? from, count), bytes },
          limit,
        )
        return {
          entries: rows.map(toEntry),
          hasBefore: before(query, rows[0]?.n ?? from + 1, 1).length > 0,
          hasAfter: more,
          removed,
        }
      }
      const from = query.before ?? Number.MAX_SAFE_INTEGER
      const { rows, more } = readRows<Stored>(
        { next: (last, count) => before(query, last?.n ?? from, count).reverse(), bytes },
        limit,
      )
      const newest = rows[0]?.n ?? (query.before ?? 1) - 1
      return {
        entries: rows.reverse().map(toEntry),
        hasBefore: more,
        hasAfter: query.before !== undefined && after(query, newest, 1).length > 0,
        removed,
      }
    },
  }
}

/** `data` is JSON already. What only refers to texts counts with them: they are read with the page. */
function bytes({ kind, text, data }: Stored): number {
  const own = rowBytes(text) + (data === null ? 0 : Buffer.byteLength(data))
  if (kind !== 'prompt' || text !== null || data === null) return own
  return own + ((JSON.parse(data) as Partial<GivenData>).bytes ?? 0)
}

function toEntry(row: Stored): RolloutEntry {
  return {
    agentId: row.agentId,
    n: row.n,
    at: row.at,
    kind: row.kind as RolloutKind,
    turnId: row.turnId,
    text: row.text,
    data: row.data === null ? null : (JSON.parse(row.data) as Record<string, unknown>),
    cut: row.cut === 1,
  }
}
