import { and, asc, desc, eq, gte, lt, sql } from 'drizzle-orm'
import type {
  AnswerUsage,
  ResponseStatus,
  RoundAsk,
  RoundEnd,
  RoundRecord,
} from '@crewroom/shared/model/round'
import type { Orm } from './database'
import { readRows, rowBytes } from './page-bytes'
import { openResponse, responses, rounds } from './schema'

const p = sql.placeholder
type Row = typeof rounds.$inferSelect

/** Prepared reads of rounds with their responses, each in the order in which its round asked. */
export function roundRows(db: Orm) {
  const ofRun = and(eq(rounds.leadId, p('leadId')), eq(rounds.runId, p('runId')))
  const one = db
    .select()
    .from(rounds)
    .where(and(ofRun, eq(rounds.n, p('n'))))
    .prepare()
  const before = db
    .select()
    .from(rounds)
    .where(and(ofRun, lt(rounds.n, p('before'))))
    .orderBy(desc(rounds.n))
    .limit(p('limit'))
    .prepare()
  const ofDiscussion = db
    .select()
    .from(rounds)
    .where(
      and(
        eq(rounds.discussionId, p('discussionId')),
        gte(rounds.n, p('from')),
        eq(rounds.leadId, p('leadId')),
      ),
    )
    .orderBy(asc(rounds.n))
    .limit(p('limit'))
    .prepare()
  const open = db
    .selectDistinct({ n: responses.n })
    .from(responses)
    .where(
      and(
        eq(responses.leadId, p('leadId')),
        eq(responses.runId, p('runId')),
        openResponse(responses.status),
      ),
    )
    .orderBy(asc(responses.n))
    .prepare()
  const answers = db
    .select()
    .from(responses)
    .where(
      and(
        eq(responses.runId, p('runId')),
        sql`${responses.n} between ${p('first')} and ${p('last')}`,
      ),
    )
    .orderBy(asc(responses.n), asc(responses.position))
    .prepare()

  const whole = (rows: readonly Row[]): RoundRecord[] => {
    const [first, last] = [rows[0], rows.at(-1)]
    if (!first || !last) return []
    const given = answers.all({ runId: first.runId, first: first.n, last: last.n })
    return rows.map((row) =>
      roundRecord(
        row,
        given.filter(({ n }) => n === row.n),
      ),
    )
  }
  const round = (leadId: string, runId: string, n: number): RoundRecord | null => {
    const row = one.get({ leadId, runId, n })
    return row ? (whole([row])[0] ?? null) : null
  }
  /** Those before a number, at most `limit`, ascending. */
  const earlier = (leadId: string, runId: string, number: number, limit: number): RoundRecord[] =>
    whole(before.all({ leadId, runId, before: number, limit }).reverse())

  return {
    round,
    /** Those before a number, ascending: at most `limit`, and as many as fit into a page. */
    page: (leadId: string, runId: string, number: number, limit: number) => {
      const next = (last: RoundRecord | null, count: number) =>
        earlier(leadId, runId, last?.n ?? number, count).toReversed()
      const { rows, more } = readRows<RoundRecord>({ next, bytes: roundBytes }, limit)
      return { rounds: rows.toReversed(), hasMore: more }
    },
    /** Those of a discussion from a number of its session on, ascending: as many as fit into a page. */
    ofDiscussion: (leadId: string, discussionId: string, from: number, limit: number) => {
      const next = (last: RoundRecord | null, count: number) =>
        whole(
          ofDiscussion.all({ leadId, discussionId, from: last ? last.n + 1 : from, limit: count }),
        )
      const { rows, more } = readRows<RoundRecord>({ next, bytes: roundBytes }, limit)
      return { rounds: rows, hasMore: more }
    },
    /** What memory keeps of a run: its newest round, and those with an open question, ascending. */
    inMemory: (leadId: string, runId: string): RoundRecord[] => {
      const newest = earlier(leadId, runId, Number.MAX_SAFE_INTEGER, 1)
      const older = open
        .all({ leadId, runId })
        .flatMap(({ n }) => (n === newest[0]?.n ? [] : (round(leadId, runId, n) ?? [])))
      return [...older, ...newest]
    },
  }
}

/** What a response costs beside its texts. */
const RESPONSE_BYTES = 250

function roundBytes({ reason, responses: given }: RoundRecord): number {
  const texts = given.flatMap(({ error, decision, soFar }) => [
    error,
    decision ?? null,
    soFar ?? null,
  ])
  return rowBytes(reason, ...texts) + given.length * RESPONSE_BYTES
}

function roundRecord(row: Row, given: readonly (typeof responses.$inferSelect)[]): RoundRecord {
  return {
    runId: row.runId,
    sessionId: row.sessionId,
    groupName: row.groupName,
    n: row.n,
    ...(row.discussionId === null
      ? {}
      : { run: { id: row.discussionId, n: row.discussionN ?? row.n } }),
    ask: row.ask as RoundAsk,
    reason: row.reason,
    triggerSeq: row.triggerSeq,
    triggerMessageId: row.triggerMessageId,
    openedSeq: row.openedSeq,
    openedAt: row.openedAt,
    responses: given.map((answer) => ({
      agentId: answer.agentId,
      status: answer.status as ResponseStatus,
      late: answer.late === 1,
      cut: answer.cut === 1,
      deliveryId: answer.deliveryId,
      messageId: answer.messageId,
      error: answer.error,
      ...(answer.askedAt === null ? {} : { askedAt: answer.askedAt }),
      endedAt: answer.endedAt,
      ...(answer.stoppedBy === null ? {} : { stoppedBy: answer.stoppedBy }),
      ...(answer.done === null ? {} : { done: answer.done === 1 }),
      ...(answer.decision === null ? {} : { decision: answer.decision }),
      ...(answer.usage === null ? {} : { usage: JSON.parse(answer.usage) as AnswerUsage }),
      ...(answer.child === null ? {} : { child: answer.child }),
      ...(answer.soFar === null ? {} : { soFar: answer.soFar }),
    })),
    closed: row.closed as RoundEnd | null,
  }
}
