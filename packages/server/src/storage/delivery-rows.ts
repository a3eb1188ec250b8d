import { sql } from 'drizzle-orm'
import type { DeliveryKind } from '@crewroom/shared/model/delivery'
import type { DeliveryContent } from '../journal/facts'
import type { Orm } from './database'
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
