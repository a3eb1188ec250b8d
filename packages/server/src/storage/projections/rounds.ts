import { and, eq, isNull, sql } from 'drizzle-orm'
import type { RoundRecord, RoundResponse } from '@crewroom/shared/model/round'
import type { DeliveryRecord } from '../../journal/facts'
import { CONFIRMED, WITHDRAWN } from '../delivery-schema'
import { deliveries, responses, rounds, sessionGiven } from '../schema'
import { flag, type Projection, type ProjectionContext } from './projection'
import { sessionToucher } from './touch-session'

const p = sql.placeholder

export function roundsProjection(context: ProjectionContext) {
  const touchSession = sessionToucher(context)
  const putRound = roundWriter(context)
  const { orm, guard } = context
  const closeRound = guard(
    orm
      .update(rounds)
      .set({ closed: sql`${p('why')}` })
      .where(
        and(eq(rounds.runId, p('runId')), eq(rounds.n, p('n')), eq(rounds.leadId, p('leadId'))),
      ),
  )
  const setResponse = guard(
    orm
      .update(responses)
      .set({
        status: sql`${p('status')}`,
        late: sql`${p('late')}`,
        cut: sql`${p('cut')}`,
        deliveryId: sql`${p('deliveryId')}`,
        messageId: sql`${p('messageId')}`,
        error: sql`${p('error')}`,
        askedAt: sql`${p('askedAt')}`,
        endedAt: sql`${p('endedAt')}`,
        stoppedBy: sql`${p('stoppedBy')}`,
        done: sql`${p('done')}`,
        decision: sql`${p('decision')}`,
        usage: sql`${p('usage')}`,
        child: sql`${p('child')}`,
        soFar: sql`${p('soFar')}`,
      })
      .where(
        and(
          eq(responses.runId, p('runId')),
          eq(responses.n, p('n')),
          eq(responses.agentId, p('agentId')),
          eq(responses.leadId, p('leadId')),
        ),
      ),
  )
  const withdraw = guard(
    orm
      .update(deliveries)
      .set({ turnId: sql`${p('turnId')}` })
      .where(
        and(
          eq(deliveries.id, p('id')),
          eq(deliveries.leadId, p('leadId')),
          eq(deliveries.agentId, p('agentId')),
          isNull(deliveries.turnId),
        ),
      ),
  )
  const ofDelivery = (field: string) =>
    sql`(select json_extract(d.content, ${sql.raw(`'$.${field}'`)}) from ${deliveries} d
      where d.id = ${p('id')} and d.lead_id = ${p('leadId')})`
  const setBack = guard(
    orm
      .update(sessionGiven)
      .set({ seq: sql`min(${sessionGiven.seq}, ${ofDelivery('fromSeq')})` })
      .where(
        and(
          eq(sessionGiven.leadId, p('leadId')),
          eq(sessionGiven.sessionId, ofDelivery('sessionId')),
          eq(sessionGiven.agentId, p('agentId')),
        ),
      ),
  )

  return {
    'round:opened': ({ data: { round }, leadId, at }) => {
      putRound(round, leadId)
      touchSession(round.sessionId, leadId, at)
    },
    'round:responded': ({ data: { runId, n, sessionId, response }, leadId, at }) => {
      setResponse({ runId, n, leadId, ...responseRow(response) })
      touchSession(sessionId, leadId, at)
    },
    'round:closed': ({ data: { runId, n, sessionId, why }, leadId, at }) => {
      closeRound({ runId, n, leadId, why })
      touchSession(sessionId, leadId, at)
    },
    'delivery:withdrawn': ({ data: { agentId, deliveryIds, given }, leadId }) => {
      for (const id of deliveryIds) {
        withdraw({ id, leadId, agentId, turnId: given ? CONFIRMED : WITHDRAWN })
        if (!given) setBack({ id, leadId, agentId })
      }
    },
  } satisfies Projection
}

/** Notes that an agent is given a session's messages, if that is what a delivery brings. */
export function givenCounter({ orm, guard }: ProjectionContext) {
  const give = guard(
    orm
      .insert(sessionGiven)
      .values({
        leadId: p('leadId'),
        sessionId: p('sessionId'),
        agentId: p('agentId'),
        seq: p('toSeq'),
      })
      .onConflictDoUpdate({
        target: [sessionGiven.leadId, sessionGiven.sessionId, sessionGiven.agentId],
        set: { seq: sql`max(${sessionGiven.seq}, excluded.seq)` },
      }),
  )
  return ({ content, agentId }: DeliveryRecord, leadId: string) => {
    if (content.form !== 'round') return
    const { sessionId, toSeq } = content
    give({ leadId, sessionId, agentId, toSeq })
  }
}

/** Writes a round with its responses: as it begins, and again when an agent is asked once more. */
function roundWriter({ orm, guard }: ProjectionContext) {
  const putRound = guard(
    orm
      .insert(rounds)
      .values({
        runId: p('runId'),
        n: p('n'),
        leadId: p('leadId'),
        sessionId: p('sessionId'),
        groupName: p('groupName'),
        ask: p('ask'),
        reason: p('reason'),
        triggerSeq: p('triggerSeq'),
        triggerMessageId: p('triggerMessageId'),
        openedSeq: p('openedSeq'),
        openedAt: p('openedAt'),
        closed: p('closed'),
        discussionId: p('discussionId'),
        discussionN: p('discussionN'),
      })
      .onConflictDoUpdate({
        target: [rounds.runId, rounds.n],
        set: {
          ask: sql`excluded.ask`,
          reason: sql`excluded.reason`,
          triggerSeq: sql`excluded.trigger_seq`,
          triggerMessageId: sql`excluded.trigger_message_id`,
          openedSeq: sql`excluded.opened_seq`,
          openedAt: sql`excluded.opened_at`,
          closed: sql`excluded.closed`,
          discussionId: sql`excluded.discussion_id`,
          discussionN: sql`excluded.discussion_n`,
        },
        setWhere: sql`${rounds.leadId} = excluded.lead_id`,
      }),
  )
  const dropResponses = guard(
    orm
      .delete(responses)
      .where(
        and(
          eq(responses.runId, p('runId')),
          eq(responses.n, p('n')),
          eq(responses.leadId, p('leadId')),
        ),
      ),
  )
  const putResponse = guard(
    orm.insert(responses).values({
      runId: p('runId'),
      n: p('n'),
      agentId: p('agentId'),
      leadId: p('leadId'),
      position: p('position'),
      status: p('status'),
      late: p('late'),
      cut: p('cut'),
      deliveryId: p('deliveryId'),
      messageId: p('messageId'),
      error: p('error'),
      askedAt: p('askedAt'),
      endedAt: p('endedAt'),
      stoppedBy: p('stoppedBy'),
      done: p('done'),
      decision: p('decision'),
      usage: p('usage'),
      child: p('child'),
      soFar: p('soFar'),
    }),
  )
  return (round: RoundRecord, leadId: string) => {
    const { runId, n, run } = round
    putRound({ ...round, leadId, discussionId: run?.id ?? null, discussionN: run?.n ?? null })
    dropResponses({ runId, n, leadId })
    round.responses.forEach((response, position) =>
      putResponse({ runId, n, leadId, position, ...responseRow(response) }),
    )
  }
}

function responseRow(response: RoundResponse) {
  const { late, cut, done, usage } = response
  const { askedAt = null, stoppedBy = null, decision = null, child = null, soFar = null } = response
  return {
    ...response,
    late: flag(late),
    cut: flag(cut),
    askedAt,
    stoppedBy,
    done: done === undefined ? null : flag(done),
    decision,
    usage: usage ? JSON.stringify(usage) : null,
    child,
    soFar,
  }
}
