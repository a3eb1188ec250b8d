import { and, asc, count, eq, gt, inArray, isNotNull, max, sql } from 'drizzle-orm'
import { addUsage, NO_USAGE, type Usage } from '@crewroom/shared/model/usage'
import type { Stall } from '../journal/facts'
import { NOTHING_REMEMBERED, type StoredAgent } from '../journal/ports/stored-shard'
import type { Orm } from './database'
import * as schema from './schema'

/** What is kept of each agent beside its record; only those of whom something is. */
export function rememberedAgents(db: Orm): (leadId: string) => Map<string, StoredAgent> {
  const { turns, agents, agentInboxes, agentSessions, agentEnvironments } = schema
  const leadId = sql.placeholder('leadId')
  // SQLite takes the other columns from the row that has the maximum.
  const newest = db
    .select({ agentId: turns.agentId, hop: turns.hop, seq: max(turns.seq) })
    .from(turns)
    .where(eq(turns.leadId, leadId))
    .groupBy(turns.agentId)
    .prepare()
  const begun = db
    .select({ agentId: turns.agentId, seq: max(turns.seq).as('begun_seq') })
    .from(turns)
    .where(and(eq(turns.leadId, leadId), eq(turns.hop, 0)))
    .groupBy(turns.agentId)
    .as('begun')
  const since = db
    .select({ agentId: turns.agentId, count: count() })
    .from(turns)
    .leftJoin(begun, eq(begun.agentId, turns.agentId))
    .where(and(eq(turns.leadId, leadId), gt(turns.seq, sql`coalesce(${begun.seq}, 0)`)))
    .groupBy(turns.agentId)
    .prepare()
  // Agents that are handed things without a turn have their chain here.
  const chains = db.select().from(agentInboxes).where(eq(agentInboxes.leadId, leadId)).prepare()
  const used = db
    .select({ agentId: turns.agentId, usage: turns.usage })
    .from(turns)
    .where(and(eq(turns.leadId, leadId), isNotNull(turns.usage)))
    .orderBy(asc(turns.seq))
    .prepare()
  // For a sub-lead, which is in its parent's crew as well, this is kept in the crew that it leads.
  const ofLead = db
    .select({ id: agents.id })
    .from(agents)
    .where(
      sql`${agents.leadId} = ${leadId} and (${agents.id} = ${leadId} or ${agents.id} not in (select id from leads))`,
    )
  const sessions = db
    .select()
    .from(agentSessions)
    .where(inArray(agentSessions.agentId, ofLead))
    .prepare()
  const stalls = db
    .select({ agentId: agents.id, stall: agents.stall })
    .from(agents)
    .where(and(eq(agents.leadId, leadId), isNotNull(agents.stall)))
    .prepare()
  const instructed = db
    .select({ agentId: agents.id, instructions: agents.instructions })
    .from(agents)
    .where(and(eq(agents.leadId, leadId), isNotNull(agents.instructions)))
    .prepare()
  const environments = db
    .select()
    .from(agentEnvironments)
    .where(inArray(agentEnvironments.agentId, ofLead))
    .prepare()

  return (id) => {
    const of = { leadId: id }
    const found = new Map<string, StoredAgent>()
    const put = (agentId: string, part: Partial<StoredAgent>) =>
      found.set(agentId, { ...NOTHING_REMEMBERED, ...found.get(agentId), ...part })
    for (const row of newest.all(of)) put(row.agentId, { hop: row.hop, turnSeq: row.seq ?? 0 })
    for (const row of since.all(of)) put(row.agentId, { turnsInChain: row.count })
    for (const { agentId, hop, turnSeq, turnsInChain } of chains.all(of)) {
      if (turnSeq > (found.get(agentId)?.turnSeq ?? 0)) put(agentId, { hop, turnSeq, turnsInChain })
    }
    for (const { agentId, usage } of used.all(of)) {
      const turn = JSON.parse(usage ?? 'null') as Usage | null
      if (turn) put(agentId, { usage: addUsage(found.get(agentId)?.usage ?? NO_USAGE, turn) })
    }
    for (const row of sessions.all(of)) put(row.agentId, { acpSessionId: row.sessionId })
    for (const row of stalls.all(of)) put(row.agentId, { stall: row.stall as Stall | null })
    for (const { agentId, instructions } of instructed.all(of)) {
      put(agentId, { instructions: instructions ?? '' })
    }
    for (const row of environments.all(of)) {
      put(row.agentId, { environment: JSON.parse(row.values) as Record<string, string> })
    }
    return found
  }
}
