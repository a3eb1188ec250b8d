import { and, eq, gt, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { listedIds, type GroupRecord } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { SessionRecord } from '@crewroom/shared/model/session'
import type { Orm } from './database'
import * as schema from './schema'

const p = sql.placeholder

interface SessionRow {
  readonly id: string
  readonly leadId: string
  readonly seq: number
  readonly groupName: string
  readonly activeAgents: readonly string[]
  readonly chosen: string | null
}

/** Facts of one decision before an agent's leaving: those of up to 100 sessions, and of what it was asked there. */
const BEFORE_LEAVING = 500

/**
 * Who was chosen to take part in a session. Versions that did not store it kept the list alone. Nobody chose if that was all
 * of the group's agents but the lead when the session was opened, and if since then only those were taken from it who left
 * the group: that was one decision.
 */
export function choiceLoader(db: Orm) {
  const { journal, chatGroupMemberships: stay } = schema
  const fact = db
    .select({ data: journal.data })
    .from(journal)
    .where(and(eq(journal.leadId, p('leadId')), eq(journal.seq, p('seq'))))
    .prepare()
  const stays = db
    .select({ agentId: stay.agentId, leftSeq: stay.leftSeq })
    .from(stay)
    .where(
      and(
        eq(stay.leadId, p('leadId')),
        eq(stay.groupName, p('groupName')),
        lte(stay.joinedSeq, p('seq')),
        or(isNull(stay.leftSeq), gt(stay.leftSeq, p('seq'))),
      ),
    )
    .prepare()
  const left = alias(journal, 'left')
  const tookAway = db
    .select({ seq: journal.seq })
    .from(journal)
    .innerJoin(left, and(eq(left.leadId, journal.leadId), eq(left.seq, p('leftSeq'))))
    .where(
      and(
        eq(journal.leadId, p('leadId')),
        gt(journal.seq, p('from')),
        lt(journal.seq, p('leftSeq')),
        eq(journal.type, 'session:updated'),
        eq(journal.at, left.at),
        sql`json_extract(${journal.data}, '$.session.id') = ${p('id')}`,
      ),
    )
    .limit(1)
    .prepare()
  return (row: SessionRow, group: GroupRecord): readonly string[] | null => {
    const { id, leadId, seq, groupName, activeAgents, chosen } = row
    if (chosen !== null) return JSON.parse(chosen) as string[] | null
    const opened = fact.get({ leadId, seq })
    if (!opened) return activeAgents
    const { session } = JSON.parse(opened.data) as { session: SessionRecord }
    const listed = listedIds(group)
    const usual = stays
      .all({ leadId, groupName, seq })
      .filter(({ agentId }) => agentId !== HUMAN_ID && agentId !== leadId)
      // Of those who only read along nobody takes part.
      .filter(({ agentId, leftSeq }) => leftSeq !== null || listed.includes(agentId))
    const all = new Set(usual.map(({ agentId }) => agentId))
    const isAll =
      session.activeAgents.length === all.size &&
      session.activeAgents.every((agentId) => all.has(agentId)) &&
      // A discussion may have brought the lead in.
      activeAgents.every((agentId) => all.has(agentId) || agentId === leadId) &&
      usual.every(({ agentId, leftSeq }) => {
        if (activeAgents.includes(agentId)) return true
        const from = (leftSeq ?? 0) - BEFORE_LEAVING
        return leftSeq !== null && tookAway.get({ leadId, id, leftSeq, from }) !== undefined
      })
    return isAll ? null : activeAgents
  }
}
