import { and, eq, sql } from 'drizzle-orm'
import type { DeliveryKind } from '@crewroom/shared/model/delivery'
import type { DeliveryContent } from '../journal/facts'
import type { Orm } from './database'
import { CONFIRMED, WITHDRAWN } from './delivery-schema'
import { deliveries } from './schema'

/** A prepared read of deliveries by their ids. */
export function deliveryRows(db: Orm) {
  const named = db
    .select()
    .from(deliveries)
    .where(sql`${deliveries.id} in (select value from json_each(${sql.placeholder('ids')}))`)
    .prepare()
  return (ids: readonly string[]) =>
    named.all({ ids: JSON.stringify(ids) }).map((row) => ({
      id: row.id,
      leadId: row.leadId,
      agentId: row.agentId,
      kind: row.kind as DeliveryKind,
      wake: row.wake === 1,
      groupName: row.groupName,
      content: JSON.parse(row.content) as DeliveryContent,
      hop: row.hop,
      seq: row.seq,
      at: row.at,
    }))
}

/** A prepared read of the histories with some message that agents were to be given when they joined its group. */
export function historyRows(db: Orm) {
  const { placeholder } = sql
  const found = db
    .select({ id: deliveries.id, agentId: deliveries.agentId })
    .from(deliveries)
    .where(
      and(
        sql`${deliveries.agentId} in (select value from json_each(${placeholder('agentIds')}))`,
        eq(deliveries.groupName, placeholder('groupName')),
        sql`${deliveries.kind} = 'history'`,
        sql`json_extract(${deliveries.content}, '$.history.fromN') <= ${placeholder('n')}`,
        sql`json_extract(${deliveries.content}, '$.history.toN') >= ${placeholder('n')}`,
      ),
    )
    .prepare()
  return (agentIds: readonly string[], groupName: string, n: number) =>
    agentIds.length === 0 ? [] : found.all({ agentIds: JSON.stringify(agentIds), groupName, n })
}

/** A prepared read of the hand-overs that asked an agent in a session, each with the number of its round. */
export function roundDeliveryRows(db: Orm) {
  const { placeholder } = sql
  const asked = db
    .select({
      id: deliveries.id,
      turnId: deliveries.turnId,
      n: sql<number>`json_extract(${deliveries.content}, '$.n')`,
    })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.agentId, placeholder('agentId')),
        // As the index on them has it: with a parameter SQLite would not know that it may use it.
        sql`${deliveries.kind} = 'round'`,
        sql`json_extract(${deliveries.content}, '$.sessionId') = ${placeholder('sessionId')}`,
      ),
    )
    .prepare()
  return (agentId: string, sessionId: string): ReadonlyMap<string, number> => {
    const rounds = new Map<string, number>()
    for (const { id, turnId, n } of asked.all({ agentId, sessionId })) {
      // Agents without turns have the delivery itself in their record.
      rounds.set(id, n)
      if (turnId !== null && turnId !== CONFIRMED && turnId !== WITHDRAWN) rounds.set(turnId, n)
    }
    return rounds
  }
}
