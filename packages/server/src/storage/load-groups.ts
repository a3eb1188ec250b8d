import { asc, eq, sql } from 'drizzle-orm'
import { type GroupRecord, type Member, withMembers } from '@crewroom/shared/model/group'
import { lastMessageOf } from '@crewroom/shared/model/message'
import { conductOf } from './conduct-columns'
import type { Orm, Sqlite } from './database'
import * as schema from './schema'

const p = sql.placeholder

/** Messages that mention a reader beyond its mark, in their order. */
export function mentionLoader(
  sqlite: Sqlite,
): (leadId: string) => readonly { reader: string; groupName: string; n: number }[] {
  const find = sqlite.prepare<
    { leadId: string },
    { reader: string; groupName: string; n: number }
  >(`select called.value as reader, m.group_name as groupName, m.n as n
    from chat_group_messages m, json_each(m.mentions) called
    left join read_marks mark on mark.lead_id = m.lead_id and mark.group_name = m.group_name
      and mark.reader_id = called.value
    where m.lead_id = :leadId and m.mentions <> '[]' and m.n > coalesce(mark.n, 0)
    order by m.seq`)
  return (leadId) => find.all({ leadId })
}

/** How many messages of the person are beyond their mark, in each group that has any. */
export function ownLoader(
  sqlite: Sqlite,
): (leadId: string) => readonly { groupName: string; count: number }[] {
  const find = sqlite.prepare<{ leadId: string }, { groupName: string; count: number }>(
    `select m.group_name as groupName, count(*) as count
    from chat_group_messages m
    left join read_marks mark on mark.lead_id = m.lead_id and mark.group_name = m.group_name
      and mark.reader_id = 'human'
    where m.lead_id = :leadId and m.from_agent_id = 'human' and m.n > coalesce(mark.n, 0)
    group by m.group_name`,
  )
  return (leadId) => find.all({ leadId })
}

/** By group, in the order in which they joined. */
export function memberLoader(db: Orm): (leadId: string) => Map<string, Member[]> {
  const table = schema.chatGroupMembers
  const rows = db
    .select()
    .from(table)
    .where(eq(table.leadId, p('leadId')))
    .orderBy(asc(table.joinedSeq), asc(table.position))
    .prepare()
  return (leadId) => membersByGroup(rows.all({ leadId }))
}

function membersByGroup(
  rows: readonly (typeof schema.chatGroupMembers.$inferSelect)[],
): Map<string, Member[]> {
  const byGroup = new Map<string, Member[]>()
  for (const row of rows) {
    const list = byGroup.get(row.groupName) ?? []
    list.push({
      id: row.agentId,
      memberRole: row.memberRole as Member['memberRole'],
      joinedAt: row.addedAt,
      joinedSeq: row.joinedSeq,
      wake: row.wake as Member['wake'],
    })
    byGroup.set(row.groupName, list)
  }
  return byGroup
}

export function groupRecord(
  row: typeof schema.chatGroups.$inferSelect,
  members: readonly Member[],
  last: Parameters<typeof lastMessageOf>[0] | undefined,
): GroupRecord {
  return withMembers(
    {
      id: row.id,
      name: row.name,
      displayName: row.displayName,
      purpose: row.purpose,
      leadId: row.leadId,
      members: [],
      memberIds: [],
      memberCount: 0,
      messageCount: last?.n ?? 0,
      lastMessage: last ? lastMessageOf(last) : null,
      archived: row.archived === 1,
      archivedBy: row.archivedBy,
      auto: row.auto === 1,
      paused: row.paused === 1,
      createdAt: row.createdAt,
      createdBy: row.createdBy,
      roles: JSON.parse(row.roles) as string[],
      ...conductOf(row),
    },
    members,
  )
}
