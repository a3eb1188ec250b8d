import { and, desc, eq, gte, isNull, lt, or, sql } from 'drizzle-orm'
import type { TurnTimes } from '@crewroom/shared/model/turn'
import type { TurnsQuery } from '../journal/ports/reader-port'
import type { Orm } from './database'
import { turns } from './schema'

const p = sql.placeholder

/** Prepared reads of hand-overs: those that are under way by their number, then the others by their end. */
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

  return (leadId: string, { since, before, limit }: TurnsQuery): TurnTimes[] => {
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
    return [...underWay, ...rest]
  }
}
