import { and, eq, sql } from 'drizzle-orm'
import type { Orm } from './database'
import * as schema from './schema'

const p = sql.placeholder

/** When each group of a crew last lost a member or a session. */
export function goneLoader(db: Orm): (leadId: string) => Map<string, string> {
  const { chatGroupMemberships: stays, journal, sessions } = schema
  const left = db
    .select({ groupName: stays.groupName, at: sql<string>`max(${journal.at})` })
    .from(stays)
    .innerJoin(journal, and(eq(journal.leadId, stays.leadId), eq(journal.seq, stays.leftSeq)))
    .where(eq(stays.leadId, p('leadId')))
    .groupBy(stays.groupName)
    .prepare()
  const deleted = db
    .select({ groupName: sessions.groupName, at: sql<string>`max(${sessions.updatedAt})` })
    .from(sessions)
    .where(and(eq(sessions.leadId, p('leadId')), eq(sessions.status, 'deleted')))
    .groupBy(sessions.groupName)
    .prepare()
  return (leadId) => {
    const newest = new Map<string, string>()
    for (const { groupName, at } of [...left.all({ leadId }), ...deleted.all({ leadId })]) {
      if (at > (newest.get(groupName) ?? '')) newest.set(groupName, at)
    }
    return newest
  }
}
