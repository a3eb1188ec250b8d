import { and, desc, eq, gte, isNotNull, isNull, lt, notExists, or, sql } from 'drizzle-orm'
import type { TurnTimes } from '@crewroom/shared/model/turn'
import type { TurnPart } from '../journal/facts'
import type { TurnsQuery } from '../journal/ports/reader-port'
import type { Orm } from './database'
import { givenPrompt, rolloutEntries, turns } from './schema'

const p = sql.placeholder

/** A prepared read of hand-overs by their ids. */
export function turnsById(orm: Orm) {
  const named = orm
    .select({
      id: turns.id,
      leadId: turns.leadId,
      agentId: turns.agentId,
      driver: turns.driver,
      parts: turns.parts,
      deliveryIds: turns.deliveryIds,
      count: turns.count,
      hop: turns.hop,
    })
    .from(turns)
    .where(sql`${turns.id} in (select value from json_each(${p('ids')}))`)
    .prepare()
  return (ids: readonly string[]) =>
    named.all({ ids: JSON.stringify(ids) }).map((row) => ({
      ...row,
      parts: JSON.parse(row.parts) as TurnPart[],
      deliveryIds: JSON.parse(row.deliveryIds) as string[],
    }))
}

/**
 * Prepared reads of hand-overs: those that are under way by their number, then the others, those of either kind by
 * their end.
 */
export function turnRows(orm: Orm) {
  const select = () =>
    orm
      .select({
        id: turns.id,
        seq: turns.seq,
        agentId: turns.agentId,
        sentAt: turns.at,
        seenAt: turns.seenAt,
        endedAt: turns.endedAt,
        reason: turns.ended,
      })
      .from(turns)
  const open = select()
    .where(and(eq(turns.leadId, p('leadId')), isNull(turns.endedAt), lt(turns.seq, p('seq'))))
    .orderBy(desc(turns.seq))
    .limit(p('limit'))
    .prepare()
  const over = select()
    .where(
      and(
        eq(turns.leadId, p('leadId')),
        gte(turns.endedAt, p('since')),
        or(
          lt(turns.endedAt, p('endedAt')),
          and(eq(turns.endedAt, p('endedAt')), lt(turns.seq, p('seq'))),
        ),
      ),
    )
    .orderBy(desc(turns.endedAt), desc(turns.seq))
    .limit(p('limit'))
    .prepare()

  // Of those without a turn it is known what was given; that was over as soon as it was taken.
  const rowid = sql<number>`${rolloutEntries}.rowid`
  const given = orm
    .select({
      id: sql<string>`${rolloutEntries.turnId}`,
      seq: rowid,
      agentId: rolloutEntries.agentId,
      sentAt: rolloutEntries.at,
    })
    .from(rolloutEntries)
    .where(
      and(
        eq(rolloutEntries.leadId, p('leadId')),
        givenPrompt(rolloutEntries.kind),
        isNotNull(rolloutEntries.turnId),
        gte(rolloutEntries.at, p('since')),
        lt(rolloutEntries.at, p('until')),
        or(
          lt(rolloutEntries.at, p('endedAt')),
          and(eq(rolloutEntries.at, p('endedAt')), lt(rowid, p('seq'))),
        ),
        notExists(
          orm.select({ id: turns.id }).from(turns).where(eq(turns.id, rolloutEntries.turnId)),
        ),
      ),
    )
    .orderBy(desc(rolloutEntries.at), desc(rowid))
    .limit(p('limit'))
    .prepare()

  return (leadId: string, { since, before, limit, recordsUntil }: TurnsQuery): TurnTimes[] => {
    const first = before === null || before.endedAt === null
    const underWay = first
      ? open.all({ leadId, seq: before?.seq ?? Number.MAX_SAFE_INTEGER, limit })
      : []
    const rest = over.all({
      leadId,
      since,
      // After every possible time.
      endedAt: before?.endedAt ?? '~',
      seq: before?.seq ?? 0,
      limit: limit - underWay.length,
    })
    const records = given.all({
      leadId,
      since,
      until: recordsUntil,
      endedAt: before?.endedAt ?? '~',
      seq: before?.seq ?? 0,
      limit: limit - underWay.length,
    })
    const told = records.map((row) => ({ ...row, seenAt: null, endedAt: row.sentAt, reason: null }))
    return [...underWay, ...rest, ...told]
  }
}
