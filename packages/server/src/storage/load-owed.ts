import { and, asc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { DeliveryKind } from '@crewroom/shared/model/delivery'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { MAIN_SESSION } from '@crewroom/shared/model/session'
import type { TurnPart } from '../journal/facts'
import type {
  PendingDelivery,
  StoredInbox,
  StoredInterval,
  StoredTurn,
} from '../journal/ports/stored-shard'
import type { Orm } from './database'
import * as schema from './schema'

const p = sql.placeholder

/** The stays of a crew's members in its groups, each with what it is owed. */
export function intervalLoader(db: Orm): (leadId: string) => StoredInterval[] {
  const stay = schema.chatGroupMemberships
  // Counted by the ordinals' index per stay: what an agent has not been handed is short.
  const owed = sql<number>`(select count(*) from chat_group_messages m
    where m.lead_id = ${stay.leadId} and m.group_name = ${stay.groupName} and m.session_id = ${MAIN_SESSION} and m.seq > ${stay.handedSeq}
      and (${stay.leftSeq} is null or m.seq <= ${stay.leftSeq}) and m.from_agent_id <> ${stay.agentId})`
  // Both are put inside another expression: on its own, drizzle would leave out the name of the outer table.
  const call = sql<number>`(select coalesce(max(m.seq), 0) from chat_group_messages m
    where m.lead_id = ${stay.leadId} and m.group_name = ${stay.groupName} and m.session_id = ${MAIN_SESSION} and m.seq > ${stay.handedSeq}
      and (${stay.leftSeq} is null or m.seq <= ${stay.leftSeq}) and m.from_agent_id <> ${stay.agentId} and (m.from_agent_id = ${HUMAN_ID}
        or exists (select 1 from json_each(m.mentions) where value = ${stay.agentId})))`
  const joinedN = sql<number>`(select m.n from chat_group_messages m
    where m.lead_id = ${stay.leadId} and m.group_name = ${stay.groupName} and m.session_id = ${MAIN_SESSION} and m.seq < ${stay.joinedSeq}
    order by m.seq desc limit 1)`
  const all = db
    .select({
      groupName: stay.groupName,
      agentId: stay.agentId,
      joinedSeq: stay.joinedSeq,
      joinedN: sql<number>`coalesce(${joinedN}, 0)`,
      leftSeq: stay.leftSeq,
      handedSeq: stay.handedSeq,
      callSeq: sql<number>`case when ${stay.agentId} = ${HUMAN_ID} then 0 else ${call} end`,
      owed: sql<number>`case when ${stay.agentId} = ${HUMAN_ID} then 0 else ${owed} end`,
    })
    .from(stay)
    .where(eq(stay.leadId, p('leadId')))
    .orderBy(asc(stay.joinedSeq))
    .prepare()
  return (leadId) => all.all({ leadId })
}

/** By agent: up to where it may hold things. */
export function inboxLoader(db: Orm): (leadId: string) => Map<string, StoredInbox> {
  const { agentInboxes } = schema
  const all = db
    .select()
    .from(agentInboxes)
    .where(eq(agentInboxes.leadId, p('leadId')))
    .prepare()
  return (leadId) =>
    new Map(all.all({ leadId }).map(({ agentId, inHandTo }) => [agentId, { inHandTo }]))
}

/** Deliveries that are not confirmed, read from each agent's confirmed place on: older ones stay in the table. */
export function pendingLoader(db: Orm): (leadId: string) => PendingDelivery[] {
  const { agents, agentInboxes, deliveries } = schema
  const inboxes = db
    .select({ agentId: agents.id, upTo: agentInboxes.upTo, skipped: agentInboxes.skipped })
    .from(agents)
    .leftJoin(
      agentInboxes,
      and(eq(agentInboxes.leadId, agents.leadId), eq(agentInboxes.agentId, agents.id)),
    )
    .where(eq(agents.leadId, p('leadId')))
    .prepare()
  const waiting = (place: SQL) =>
    db
      .select()
      .from(deliveries)
      .where(
        and(
          eq(deliveries.agentId, p('agentId')),
          isNull(deliveries.turnId),
          place,
          eq(deliveries.leadId, p('leadId')),
        ),
      )
      .orderBy(asc(deliveries.seq))
      .prepare()
  const after = waiting(gt(deliveries.seq, p('upTo')))
  const among = waiting(sql`${deliveries.seq} in (select value from json_each(${p('skipped')}))`)
  return (leadId) =>
    inboxes.all({ leadId }).flatMap(({ agentId, upTo, skipped }) => {
      const of = { leadId, agentId }
      const left = skipped === null || skipped === '[]' ? [] : among.all({ ...of, skipped })
      return [...left, ...after.all({ ...of, upTo: upTo ?? 0 })].map((row) => ({
        id: row.id,
        agentId: row.agentId,
        seq: row.seq,
        kind: row.kind as DeliveryKind,
        wake: row.wake === 1,
        at: row.at,
        hop: row.hop,
      }))
    })
}

/** Stored turns that have not ended. */
export function turnLoader(db: Orm): (leadId: string) => StoredTurn[] {
  const { turns } = schema
  const open = db
    .select()
    .from(turns)
    .where(and(eq(turns.leadId, p('leadId')), isNull(turns.ended)))
    .orderBy(asc(turns.seq))
    .prepare()
  return (leadId) =>
    open.all({ leadId }).map((row) => ({
      id: row.id,
      agentId: row.agentId,
      driver: row.driver,
      parts: JSON.parse(row.parts) as TurnPart[],
      deliveryIds: JSON.parse(row.deliveryIds) as string[],
      count: row.count,
      seq: row.seq,
      at: row.at,
      acked: row.acked,
      seen: row.seen === 1,
      hop: row.hop,
    }))
}
