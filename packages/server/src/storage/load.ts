import { and, asc, desc, eq, inArray, isNotNull, isNull, max, sql } from 'drizzle-orm'
import type { AgentRecord, DriverSpec, TerminalStatus } from '@crewroom/shared/model/agent'
import type { Conduct, Hold } from '@crewroom/shared/model/conduct'
import { type GroupRecord, type Member, withMembers } from '@crewroom/shared/model/group'
import { lastMessageOf, type Message } from '@crewroom/shared/model/message'
import type { NeedRecord } from '@crewroom/shared/model/need'
import { addUsage, NO_USAGE, type Usage } from '@crewroom/shared/model/usage'
import { type CrewState, emptyRecord, withMention } from '@crewroom/shared/state/crew-state'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { type DeliveryKind, SHARD_SCOPE, type TurnPart } from '../journal/facts'
import type {
  PendingDelivery,
  StoredAgent,
  StoredCrew,
  StoredInterval,
  StoredShard,
  StoredTurn,
} from '../journal/stored-shard'
import { taskRecord } from './crew-rows'
import { orm, type Orm, type Sqlite } from './database'
import { messageRows } from './message-rows'
import * as schema from './schema'

/** Messages read per group at start: what memory keeps. */
const WINDOW = 64

/** Rebuilds everything that verbs decide on from the tables: at start, and after a storage failure. */
export function loadShard(sqlite: Sqlite): StoredShard {
  sqlite.exec('BEGIN')
  try {
    const db = orm(sqlite)
    const row = db.select().from(schema.shard).get()
    const heads = new Map(
      db
        .select({ leadId: schema.journal.leadId, seq: max(schema.journal.seq) })
        .from(schema.journal)
        .groupBy(schema.journal.leadId)
        .all()
        .map((head) => [head.leadId, head.seq ?? 0]),
    )
    return {
      epoch: row?.epoch ?? '',
      position: row?.position ?? 0,
      paused: row?.paused === 1,
      scopeSeq: heads.get(SHARD_SCOPE) ?? 0,
      crews: db
        .select()
        .from(schema.leads)
        .all()
        .map((lead) => loadCrew(db, lead, heads.get(lead.id) ?? 0)),
      tokens: db
        .select()
        .from(schema.tokens)
        .all()
        .map((token) => ({ ...token, kind: token.kind === 'session' ? 'session' : 'agent' })),
      processes: db.select().from(schema.agentProcesses).all(),
    }
  } finally {
    sqlite.exec('COMMIT')
  }
}

/** One crew as the tables have it, inside a transaction of the caller. */
export function loadOneCrew(sqlite: Sqlite, leadId: string): StoredCrew | null {
  const db = orm(sqlite)
  const lead = db.select().from(schema.leads).where(eq(schema.leads.id, leadId)).get()
  const head = db
    .select({ seq: max(schema.journal.seq) })
    .from(schema.journal)
    .where(eq(schema.journal.leadId, leadId))
    .get()
  return lead ? loadCrew(db, lead, head?.seq ?? 0) : null
}

/** Imported, and not resumed by anybody since: `facts` came with the file. */
function isInert(db: Orm, leadId: string): boolean {
  const { journal } = schema
  const last = db
    .select({ data: journal.data })
    .from(journal)
    .where(
      sql`${journal.leadId} = ${SHARD_SCOPE} and ${journal.type} = 'crew:imported'
        and json_extract(${journal.data}, '$.leadId') = ${leadId}`,
    )
    .orderBy(desc(journal.seq))
    .limit(1)
    .get()
  if (!last) return false
  const { facts } = JSON.parse(last.data) as { facts: number }
  const resumed = db
    .select({ seq: journal.seq })
    .from(journal)
    .where(
      sql`${journal.leadId} = ${leadId} and ${journal.seq} > ${facts} and ${journal.type} = 'lead:resumed'`,
    )
    .limit(1)
    .get()
  return resumed === undefined
}

function loadCrew(db: Orm, lead: typeof schema.leads.$inferSelect, seq: number): StoredCrew {
  const state: CrewState = {
    seq,
    viewer: null,
    lead: { ...lead, paused: lead.paused === 1, autoGroups: lead.autoGroups === 1 },
    agents: emptyRecord(),
    groups: emptyRecord(),
    tasks: emptyRecord(),
    needs: emptyRecord(),
    mentions: emptyRecord(),
    readMarks: emptyRecord(),
  }
  const rowid = sql`rowid`
  for (const row of db
    .select()
    .from(schema.agents)
    .where(eq(schema.agents.leadId, lead.id))
    .orderBy(rowid)
    .all()) {
    state.agents[row.id] = agentRecord(row)
  }
  for (const row of db
    .select()
    .from(schema.tasks)
    .where(and(eq(schema.tasks.leadId, lead.id), eq(schema.tasks.status, 'open')))
    .orderBy(rowid)
    .all()) {
    state.tasks[row.id] = taskRecord(row)
  }
  for (const { closedAt: _, ...row } of db
    .select()
    .from(schema.needs)
    .where(and(eq(schema.needs.leadId, lead.id), isNull(schema.needs.closedAt)))
    .orderBy(rowid)
    .all()) {
    state.needs[row.id] = { ...row, kind: row.kind as NeedRecord['kind'] }
  }
  const rows = messageRows(db)
  const recent = new Map<string, readonly Message[]>()
  const members = membersByGroup(db, lead.id)
  for (const row of db
    .select()
    .from(schema.chatGroups)
    .where(eq(schema.chatGroups.leadId, lead.id))
    .orderBy(rowid)
    .all()) {
    const newest = rows.before(lead.id, row.name, Number.MAX_SAFE_INTEGER, null, WINDOW)
    recent.set(row.name, newest)
    const last = newest.at(-1)
    state.groups[row.name] = groupRecord(row, members.get(row.name) ?? [], last)
  }
  for (const row of db
    .select()
    .from(schema.readMarks)
    .where(eq(schema.readMarks.leadId, lead.id))
    .all()) {
    const marks = (state.readMarks[row.readerId] ??= emptyRecord())
    marks[row.groupName] = { seq: row.seq, n: row.n, lastSeen: row.lastSeen }
  }
  for (const { reader, groupName, n } of unreadMentions(db, lead.id)) {
    const groups = (state.mentions[reader] ??= emptyRecord())
    groups[groupName] = withMention(groups[groupName] ?? [], n)
  }
  return {
    state,
    inert: isInert(db, lead.id),
    recent,
    intervals: loadIntervals(db, lead.id),
    pending: loadPending(db, lead.id),
    turns: loadOpenTurns(db, lead.id),
    agents: loadAgents(db, lead.id),
    streams: db
      .select()
      .from(schema.agentStreams)
      .where(eq(schema.agentStreams.leadId, lead.id))
      .all()
      .map(({ leadId: _, ...position }) => position),
  }
}

/** Messages that mention a reader beyond its mark, in their order. */
function unreadMentions(
  db: Orm,
  leadId: string,
): readonly { reader: string; groupName: string; n: number }[] {
  return db.all(sql`select called.value as reader, m.group_name as groupName, m.n as n
    from chat_group_messages m, json_each(m.mentions) called
    left join read_marks mark on mark.lead_id = m.lead_id and mark.group_name = m.group_name
      and mark.reader_id = called.value
    where m.lead_id = ${leadId} and m.mentions <> '[]' and m.n > coalesce(mark.n, 0)
    order by m.seq`)
}

function agentRecord(row: typeof schema.agents.$inferSelect): AgentRecord {
  return {
    id: row.id,
    leadId: row.leadId,
    name: row.name,
    role: row.role,
    roleName: row.roleName,
    color: row.color,
    driver: JSON.parse(row.driver) as DriverSpec,
    cwd: row.cwd,
    task: row.task,
    ended: row.ended as TerminalStatus | null,
    endedReason: row.endedReason,
    createdBy: row.createdBy,
    createdAt: row.createdAt,
    ...conductOf(row),
  }
}

function conductOf(row: { hold: string | null; conduct: string }): {
  hold: Hold | null
  conduct: Conduct
} {
  return {
    hold: row.hold === null ? null : (JSON.parse(row.hold) as Hold),
    conduct: JSON.parse(row.conduct) as Conduct,
  }
}

function membersByGroup(db: Orm, leadId: string): Map<string, Member[]> {
  const table = schema.chatGroupMembers
  const byGroup = new Map<string, Member[]>()
  const rows = db
    .select()
    .from(table)
    .where(eq(table.leadId, leadId))
    .orderBy(asc(table.joinedSeq), asc(table.position))
    .all()
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

function groupRecord(
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

function loadIntervals(db: Orm, leadId: string): StoredInterval[] {
  const stay = schema.chatGroupMemberships
  // Counted by the ordinals' index per stay: what an agent has not been handed is short.
  const owed = sql<number>`(select count(*) from chat_group_messages m
    where m.lead_id = ${stay.leadId} and m.group_name = ${stay.groupName} and m.seq > ${stay.handedSeq}
      and (${stay.leftSeq} is null or m.seq <= ${stay.leftSeq}) and m.from_agent_id <> ${stay.agentId})`
  // Both are put inside another expression: on its own, drizzle would leave out the name of the outer table.
  const call = sql<number>`(select coalesce(max(m.seq), 0) from chat_group_messages m
    where m.lead_id = ${stay.leadId} and m.group_name = ${stay.groupName} and m.seq > ${stay.handedSeq}
      and (${stay.leftSeq} is null or m.seq <= ${stay.leftSeq}) and m.from_agent_id <> ${stay.agentId} and (m.from_agent_id = ${HUMAN_ID}
        or exists (select 1 from json_each(m.mentions) where value = ${stay.agentId})))`
  return db
    .select({
      groupName: stay.groupName,
      agentId: stay.agentId,
      joinedSeq: stay.joinedSeq,
      leftSeq: stay.leftSeq,
      handedSeq: stay.handedSeq,
      callSeq: sql<number>`case when ${stay.agentId} = ${HUMAN_ID} then 0 else ${call} end`,
      owed: sql<number>`case when ${stay.agentId} = ${HUMAN_ID} then 0 else ${owed} end`,
    })
    .from(stay)
    .where(eq(stay.leadId, leadId))
    .orderBy(asc(stay.joinedSeq))
    .all()
}

function loadPending(db: Orm, leadId: string): PendingDelivery[] {
  const { deliveries } = schema
  return db
    .select()
    .from(deliveries)
    .where(sql`${deliveries.leadId} = ${leadId} and ${deliveries.turnId} is null`)
    .orderBy(asc(deliveries.seq))
    .all()
    .map((row) => ({
      id: row.id,
      agentId: row.agentId,
      seq: row.seq,
      kind: row.kind as DeliveryKind,
      wake: row.wake === 1,
      at: row.at,
      hop: row.hop,
    }))
}

function loadOpenTurns(db: Orm, leadId: string): StoredTurn[] {
  const { turns } = schema
  return db
    .select()
    .from(turns)
    .where(sql`${turns.leadId} = ${leadId} and ${isNull(turns.ended)}`)
    .orderBy(asc(turns.seq))
    .all()
    .map((row) => ({
      id: row.id,
      agentId: row.agentId,
      driver: row.driver,
      parts: JSON.parse(row.parts) as TurnPart[],
      deliveryIds: JSON.parse(row.deliveryIds) as string[],
      count: row.count,
      seq: row.seq,
      at: row.at,
      acked: row.acked,
      seen: row.seen === 1,
      hop: row.hop,
    }))
}

/** What is kept of each agent beside its record; only those of whom something is. */
function loadAgents(db: Orm, leadId: string): Map<string, StoredAgent> {
  const { turns, agents, agentSessions, agentEnvironments } = schema
  const found = new Map<string, StoredAgent>()
  const put = (agentId: string, part: Partial<StoredAgent>) =>
    found.set(agentId, {
      hop: 0,
      usage: null,
      sessionId: null,
      environment: {},
      ...found.get(agentId),
      ...part,
    })
  // SQLite takes the other columns from the row that has the maximum.
  const newest = db
    .select({ agentId: turns.agentId, hop: turns.hop, seq: max(turns.seq) })
    .from(turns)
    .where(eq(turns.leadId, leadId))
    .groupBy(turns.agentId)
    .all()
  for (const row of newest) put(row.agentId, { hop: row.hop })
  const used = db
    .select({ agentId: turns.agentId, usage: turns.usage })
    .from(turns)
    .where(and(eq(turns.leadId, leadId), isNotNull(turns.usage)))
    .orderBy(asc(turns.seq))
    .all()
  for (const { agentId, usage } of used) {
    const turn = JSON.parse(usage ?? 'null') as Usage | null
    if (turn) put(agentId, { usage: addUsage(found.get(agentId)?.usage ?? NO_USAGE, turn) })
  }
  // Of a sub-lead, who is in its parent's crew as well, this is kept in the crew that it leads.
  const ofLead = db
    .select({ id: agents.id })
    .from(agents)
    .where(
      sql`${agents.leadId} = ${leadId} and (${agents.id} = ${leadId} or ${agents.id} not in (select id from leads))`,
    )
  for (const row of db
    .select()
    .from(agentSessions)
    .where(inArray(agentSessions.agentId, ofLead))
    .all()) {
    put(row.agentId, { sessionId: row.sessionId })
  }
  for (const row of db
    .select()
    .from(agentEnvironments)
    .where(inArray(agentEnvironments.agentId, ofLead))
    .all()) {
    put(row.agentId, { environment: JSON.parse(row.values) as Record<string, string> })
  }
  return found
}
