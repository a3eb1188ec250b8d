import { asc, eq, sql } from 'drizzle-orm'
import {
  type GroupChat,
  type GroupRecord,
  type Member,
  withMembers,
} from '@crewroom/shared/model/group'
import { lastMessageOf } from '@crewroom/shared/model/message'
import { conductOf } from './conduct-columns'
import type { Orm } from './database'
import * as schema from './schema'

const p = sql.placeholder

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
      ...(row.listed === 0 ? { listed: false } : {}),
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
      ...(row.chat === null ? {} : { chat: JSON.parse(row.chat) as GroupChat }),
      ...(row.admissionId === null ? {} : { admissionId: row.admissionId }),
      ...(row.openHistory === 1 ? { openHistory: true } : {}),
      ...conductOf(row),
    },
    members,
  )
}
