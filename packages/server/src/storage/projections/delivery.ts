import { and, eq, sql } from 'drizzle-orm'
import { chatGroupMemberships, deliveries, turns } from '../schema'
import { flag, type Projection, type ProjectionContext } from './projection'

const p = sql.placeholder

export function deliveryProjection({ orm, guard }: ProjectionContext) {
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

  return {
    'delivery:created': ({ data: { delivery }, leadId, seq, at }) =>
      putDelivery({
        ...delivery,
        leadId,
        seq,
        at,
        wake: flag(delivery.wake),
        content: JSON.stringify(delivery.content),
      }),
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
    'turn:ended': ({ data, leadId, at }) =>
      endTurn({
        turnId: data.turnId,
        leadId,
        at,
        reason: data.reason,
        usage: data.usage === null ? null : JSON.stringify(data.usage),
      }),
  } satisfies Projection
}
