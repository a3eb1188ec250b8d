import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { lastMessageOf, type Message } from '@crewroom/shared/model/message'
import type { RoundRecord } from '@crewroom/shared/model/round'
import type { RunParent } from '@crewroom/shared/model/run'
import type { GroupRecord } from '@crewroom/shared/model/group'
import { type SessionRecord, withTakingPart } from '@crewroom/shared/model/session'
import type { DeliveryContent } from '../journal/facts'
import type { StoredAsked, StoredGiven } from '../journal/ports/stored-shard'
import type { Orm } from './database'
import { choiceLoader } from './load-choices'
import { onFirstUse } from './on-first-use'
import { roundRows } from './round-rows'
import * as schema from './schema'

const p = sql.placeholder

interface StoredSession {
  readonly session: SessionRecord
  /** Its newest messages, ascending. */
  readonly recent: readonly Message[]
  /** The newest, and those with an open question, ascending. */
  readonly rounds: readonly RoundRecord[]
}

/** A crew's sessions but deleted ones, in the order in which they were opened. `newest`: a session's last messages. */
export function sessionLoader(
  db: Orm,
): (
  leadId: string,
  groups: Readonly<Record<string, GroupRecord>>,
  newest: (groupName: string, sessionId: string) => readonly Message[],
) => StoredSession[] {
  const { sessions } = schema
  const inUse = db
    .select()
    .from(sessions)
    .where(and(eq(sessions.leadId, p('leadId')), ne(sessions.status, 'deleted')))
    .orderBy(asc(sessions.seq))
    .prepare()
  // Most crews have none: for those, nothing is prepared.
  const rounds = onFirstUse(() => roundRows(db))
  const chosenIn = onFirstUse(() => choiceLoader(db))
  return (leadId, groups, newest) =>
    inUse.all({ leadId }).map((row) => {
      const recent = newest(row.groupName, row.id)
      const kept = rounds().inMemory(leadId, row.id)
      const last = recent.at(-1)
      const group = groups[row.groupName]
      const activeAgents = JSON.parse(row.activeAgents) as string[]
      const session: SessionRecord = {
        id: row.id,
        leadId,
        groupName: row.groupName,
        title: row.title,
        status: row.status as SessionRecord['status'],
        activeAgents,
        chosen: group ? chosenIn()({ ...row, activeAgents }, group) : activeAgents,
        createdAt: row.createdAt,
        createdBy: row.createdBy,
        updatedAt: row.updatedAt,
        messageCount: last?.n ?? 0,
        rounds: kept.at(-1)?.n ?? 0,
        lastMessage: last ? lastMessageOf(last) : null,
        ...(row.runId === null ? {} : { runId: row.runId }),
        ...(row.parent === null ? {} : { parent: JSON.parse(row.parent) as RunParent }),
      }
      return { session: group ? withTakingPart(session, group) : session, recent, rounds: kept }
    })
}

/** How far agents were given the messages of sessions in use. */
export function givenLoader(db: Orm): (leadId: string) => StoredGiven[] {
  const { sessionGiven, sessions } = schema
  const all = db
    .select({
      sessionId: sessionGiven.sessionId,
      agentId: sessionGiven.agentId,
      seq: sessionGiven.seq,
    })
    .from(sessionGiven)
    .innerJoin(sessions, eq(sessions.id, sessionGiven.sessionId))
    .where(and(eq(sessionGiven.leadId, p('leadId')), ne(sessions.status, 'deleted')))
    .prepare()
  return (leadId) => all.all({ leadId })
}

/** What the deliveries of open questions bring. */
export function askedLoader(db: Orm): (leadId: string) => StoredAsked[] {
  const { deliveries, responses, rounds, sessions } = schema
  const open = db
    .select({ id: deliveries.id, agentId: deliveries.agentId, content: deliveries.content })
    .from(responses)
    .innerJoin(rounds, and(eq(rounds.runId, responses.runId), eq(rounds.n, responses.n)))
    .innerJoin(sessions, eq(sessions.id, rounds.sessionId))
    .innerJoin(deliveries, eq(deliveries.id, responses.deliveryId))
    .where(
      and(
        eq(responses.leadId, p('leadId')),
        schema.openResponse(responses.status),
        ne(sessions.status, 'deleted'),
      ),
    )
    .orderBy(asc(deliveries.seq))
    .prepare()
  return (leadId) =>
    open.all({ leadId }).flatMap(({ id, agentId, content }) => {
      const told = JSON.parse(content) as DeliveryContent
      if (told.form !== 'round') return []
      const { sessionId, fromSeq, toSeq } = told
      return [{ deliveryId: id, agentId, sessionId, fromSeq, toSeq }]
    })
}
