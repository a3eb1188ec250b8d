import { and, eq, isNull, sql } from 'drizzle-orm'
import type { ConfirmedInboxes } from '../../journal/facts'
import { CONFIRMED } from '../delivery-schema'
import { agentInboxes, agents, chatGroupMemberships, deliveries, turns } from '../schema'
import { ANYTHING } from '../../journal/ports/stored-shard'
import { givenCounter } from './rounds'
import { usageCounter } from './usage'
import { flag, type Projection, type ProjectionContext } from './projection'

const p = sql.placeholder

export function deliveryProjection(context: ProjectionContext) {
  const { orm, guard } = context
  const countUsage = usageCounter(context)
  const give = givenCounter(context)
  const ofTurn = and(eq(turns.id, p('turnId')), eq(turns.leadId, p('leadId')))
  const putDelivery = guard(
    orm.insert(deliveries).values({
      id: p('id'),
      leadId: p('leadId'),
      agentId: p('agentId'),
      seq: p('seq'),
      at: p('at'),
      kind: p('kind'),
      wake: p('wake'),
      groupName: p('groupName'),
      content: p('content'),
      hop: p('hop'),
    }),
  )
  const handDelivery = guard(
    orm
      .update(deliveries)
      .set({ turnId: sql`${p('turnId')}` })
      .where(and(eq(deliveries.id, p('id')), eq(deliveries.leadId, p('leadId')))),
  )
  const putTurn = guard(
    orm.insert(turns).values({
      id: p('id'),
      leadId: p('leadId'),
      agentId: p('agentId'),
      seq: p('seq'),
      at: p('at'),
      driver: p('driver'),
      parts: p('parts'),
      deliveryIds: p('deliveryIds'),
      count: p('count'),
      hop: p('hop'),
    }),
  )
  const moveHanded = guard(
    orm
      .update(chatGroupMemberships)
      .set({ handedSeq: sql`${p('to')}` })
      .where(
        and(
          eq(chatGroupMemberships.leadId, p('leadId')),
          eq(chatGroupMemberships.groupName, p('groupName')),
          eq(chatGroupMemberships.agentId, p('agentId')),
          eq(chatGroupMemberships.joinedSeq, p('joinedSeq')),
        ),
      ),
  )
  const ackTurn = guard(
    orm
      .update(turns)
      .set({ acked: sql`${p('acked')}` })
      .where(ofTurn),
  )
  const seeTurn = guard(
    orm
      .update(turns)
      .set({ seen: sql`1`, seenAt: sql`${p('at')}` })
      .where(ofTurn),
  )
  const endTurn = guard(
    orm
      .update(turns)
      .set({
        ended: sql`${p('reason')}`,
        endedAt: sql`${p('at')}`,
        acked: sql`${turns.count}`,
        usage: sql`${p('usage')}`,
      })
      .where(ofTurn),
  )

  const inbox = { leadId: p('leadId'), agentId: p('agentId') }
  const target = [agentInboxes.leadId, agentInboxes.agentId]
  const putExcept = guard(
    orm
      .insert(agentInboxes)
      .values({ ...inbox, upTo: p('upTo'), skipped: p('skipped') })
      .onConflictDoUpdate({
        target,
        set: { upTo: sql`excluded.up_to`, skipped: sql`excluded.skipped` },
      }),
  )
  // What an earlier version noted as skipped is behind its place: the place moves on when nothing of that is left.
  const putAddressed = guard(
    orm
      .insert(agentInboxes)
      .values({ ...inbox, upTo: p('upTo') })
      .onConflictDoUpdate({
        target,
        set: {
          upTo: sql`max(${agentInboxes.upTo}, excluded.up_to)`,
          skipped: sql`case when excluded.up_to >= ${agentInboxes.upTo} then '[]' else ${agentInboxes.skipped} end`,
        },
      }),
  )
  const waits = and(
    eq(deliveries.agentId, p('agentId')),
    isNull(deliveries.turnId),
    eq(deliveries.leadId, p('leadId')),
  )
  const alone = { turnId: sql`${CONFIRMED}` }
  const confirmBeyond = guard(
    orm
      .update(deliveries)
      .set(alone)
      .where(and(waits, sql`${deliveries.seq} in (select value from json_each(${p('beyond')}))`)),
  )
  const confirmSkipped = guard(
    orm
      .update(deliveries)
      .set(alone)
      .where(
        and(
          waits,
          sql`${deliveries.seq} in (select value from ${agentInboxes} i, json_each(i.skipped)
            where i.lead_id = ${p('leadId')} and i.agent_id = ${p('agentId')} and i.up_to > ${p('upTo')} and value <= ${p('upTo')})`,
        ),
      ),
  )
  const putChain = guard(
    orm
      .insert(agentInboxes)
      .values({
        ...inbox,
        hop: p('hop'),
        turnSeq: p('turnSeq'),
        turnsInChain: p('turnsInChain'),
      })
      .onConflictDoUpdate({
        target,
        set: {
          hop: sql`excluded.hop`,
          turnSeq: sql`excluded.turn_seq`,
          turnsInChain: sql`excluded.turns_in_chain`,
        },
      }),
  )
  const putInHand = guard(
    orm
      .insert(agentInboxes)
      .values({ ...inbox, inHandTo: p('inHandTo') })
      .onConflictDoUpdate({ target, set: { inHandTo: sql`excluded.in_hand_to` } }),
  )
  const agentIds = orm
    .select({ id: agents.id })
    .from(agents)
    .where(eq(agents.leadId, p('leadId')))
    .orderBy(sql`${agents}.rowid`)
    .prepare()
  const confirm = (leadId: string, confirmed: ConfirmedInboxes) => {
    const ids = agentIds.all({ leadId })
    const at = (place: number) => {
      const agent = ids[place]
      if (!agent) throw new Error(`the crew has no agent ${place}`)
      return agent.id
    }
    for (const { group, joined, seq, agents: places } of confirmed.stays) {
      for (const place of places) {
        moveHanded({ leadId, groupName: group, agentId: at(place), joinedSeq: joined, to: seq })
      }
    }
    for (const entry of confirmed.addressed) {
      const of = { leadId, agentId: at(entry.agent), upTo: entry.upTo }
      if ('skipped' in entry) {
        putExcept({ ...of, skipped: JSON.stringify(entry.skipped) })
        continue
      }
      confirmSkipped(of)
      putAddressed(of)
      if (entry.beyond.length > 0) confirmBeyond({ ...of, beyond: JSON.stringify(entry.beyond) })
    }
    for (const { agents: places, ...chain } of confirmed.chains) {
      for (const place of places) putChain({ leadId, agentId: at(place), ...chain })
    }
    for (const place of confirmed.attached) {
      putInHand({ leadId, agentId: at(place), inHandTo: ANYTHING })
    }
    for (const { agent, upTo } of confirmed.detached) {
      putInHand({ leadId, agentId: at(agent), inHandTo: upTo })
    }
  }

  return {
    'inbox:confirmed': ({ data, leadId }) => confirm(leadId, data),
    'delivery:created': ({ data: { delivery }, leadId, seq, at }) => {
      putDelivery({
        ...delivery,
        leadId,
        seq,
        at,
        wake: flag(delivery.wake),
        content: JSON.stringify(delivery.content),
      })
      give(delivery, leadId)
    },
    'turn:sent': ({ data: { turn }, leadId, seq, at }) => {
      putTurn({
        ...turn,
        leadId,
        seq,
        at,
        parts: JSON.stringify(turn.parts),
        deliveryIds: JSON.stringify(turn.deliveryIds),
      })
      for (const part of turn.parts) {
        moveHanded({
          leadId,
          groupName: part.groupName,
          agentId: turn.agentId,
          joinedSeq: part.joinedSeq,
          to: part.to,
        })
      }
      for (const id of turn.deliveryIds) handDelivery({ id, leadId, turnId: turn.id })
    },
    'turn:acked': ({ data, leadId }) => ackTurn({ turnId: data.turnId, leadId, acked: data.acked }),
    'turn:seen': ({ data, leadId, at }) => seeTurn({ turnId: data.turnId, leadId, at }),
    'turn:ended': ({ data, leadId, at }) => {
      endTurn({
        turnId: data.turnId,
        leadId,
        at,
        reason: data.reason,
        usage: data.usage === null ? null : JSON.stringify(data.usage),
      })
      countUsage({ turnId: data.turnId, leadId })
    },
  } satisfies Projection
}
