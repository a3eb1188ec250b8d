import { and, asc, eq, gt, isNull, max, type SQL, sql } from 'drizzle-orm'
import type { AgentRecord, DriverSpec, TerminalStatus } from '@crewroom/shared/model/agent'
import type { Conduct, Hold } from '@crewroom/shared/model/conduct'
import { type GroupRecord, type Member, withMembers } from '@crewroom/shared/model/group'
import { lastMessageOf, type Message } from '@crewroom/shared/model/message'
import { emptyCrewState, emptyRecord, withMention } from '@crewroom/shared/state/crew-state'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { DeliveryKind } from '@crewroom/shared/model/delivery'
import { SHARD_SCOPE, type TurnPart } from '../journal/facts'
import type {
  PendingDelivery,
  StoredCrew,
  StoredInbox,
  StoredInterval,
  StoredShard,
  StoredTurn,
} from '../journal/ports/stored-shard'
import { taskRecord } from './crew-rows'
import { orm, type Orm, type Sqlite } from './database'
import { inertCrews } from './inert-crews'
import { needLoader, ruleLoader } from './need-rows'
import { budgetLoader } from './budget-rows'
import { rememberedAgents } from './remembered-agents'
import { messagePageRows } from './message-page-rows'
import { onFirstUse } from './on-first-use'
import * as schema from './schema'

/** Messages read per group at start: what memory keeps. */
const WINDOW = 64

const p = sql.placeholder
const rowid = sql`rowid`

/** Rebuilds everything that verbs decide on from the tables: at start, and after a storage failure. */
export function loadShard(sqlite: Sqlite): StoredShard {
  return shardLoader(sqlite)()
}

/** The same for callers that load repeatedly, as tests do after every act: the statements are prepared once. */
export function shardLoader(sqlite: Sqlite): () => StoredShard {
  const db = orm(sqlite)
  const shard = db.select().from(schema.shard).prepare()
  const newest = db
    .select({ leadId: schema.journal.leadId, seq: max(schema.journal.seq) })
    .from(schema.journal)
    .groupBy(schema.journal.leadId)
    .prepare()
  const leads = db.select().from(schema.leads).prepare()
  const tokens = db.select().from(schema.tokens).prepare()
  const processes = db.select().from(schema.agentProcesses).prepare()
  const loadCrew = onFirstUse(() => crewLoader(sqlite, db))
  return () => {
    sqlite.exec('BEGIN')
    try {
      const row = shard.get()
      const heads = new Map(newest.all().map((head) => [head.leadId, head.seq ?? 0]))
      return {
        epoch: row?.epoch ?? '',
        position: row?.position ?? 0,
        paused: row?.paused === 1,
        scopeSeq: heads.get(SHARD_SCOPE) ?? 0,
        crews: leads.all().map((lead) => loadCrew()(lead, heads.get(lead.id) ?? 0)),
        tokens: tokens
          .all()
          .map((token) => ({ ...token, kind: token.kind === 'session' ? 'session' : 'agent' })),
        processes: processes.all(),
      }
    } finally {
      sqlite.exec('COMMIT')
    }
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
  return lead ? crewLoader(sqlite, db)(lead, head?.seq ?? 0) : null
}

type LeadRow = typeof schema.leads.$inferSelect

function crewLoader(sqlite: Sqlite, db: Orm): (lead: LeadRow, seq: number) => StoredCrew {
  const leadId = p('leadId')
  const { agents, tasks, chatGroups, readMarks, agentStreams } = schema
  const allAgents = db
    .select()
    .from(agents)
    .where(eq(agents.leadId, leadId))
    .orderBy(rowid)
    .prepare()
  const openTasks = db
    .select()
    .from(tasks)
    .where(and(eq(tasks.leadId, leadId), eq(tasks.status, 'open')))
    .orderBy(rowid)
    .prepare()
  const allGroups = db
    .select()
    .from(chatGroups)
    .where(eq(chatGroups.leadId, leadId))
    .orderBy(rowid)
    .prepare()
  const marks = db.select().from(readMarks).where(eq(readMarks.leadId, leadId)).prepare()
  const budgets = budgetLoader(db)
  const allStreams = db.select().from(agentStreams).where(eq(agentStreams.leadId, leadId)).prepare()
  const newest = messagePageRows(sqlite)
  const membersByGroup = memberLoader(db)
  const unreadMentions = mentionLoader(sqlite)
  const ownUnread = ownLoader(sqlite)
  const intervals = intervalLoader(db)
  const pending = pendingLoader(db)
  const inboxes = inboxLoader(db)
  const turns = turnLoader(db)
  const remembered = rememberedAgents(db)
  const needsOf = needLoader(db)
  const rulesOf = ruleLoader(db)
  const isInert = inertCrews(db)

  return (lead, seq) => {
    const of = { leadId: lead.id }
    const record = { ...lead, paused: lead.paused === 1, autoGroups: lead.autoGroups === 1 }
    const state = emptyCrewState(record, seq, null)
    for (const row of allAgents.all(of)) state.agents[row.id] = agentRecord(row)
    for (const row of openTasks.all(of)) state.tasks[row.id] = taskRecord(row)
    for (const need of needsOf(lead.id)) state.needs[need.id] = need
    const recent = new Map<string, readonly Message[]>()
    const members = membersByGroup(lead.id)
    for (const row of allGroups.all(of)) {
      const last64 = newest('before', lead.id, row.name, Number.MAX_SAFE_INTEGER, null, WINDOW)
      recent.set(row.name, last64)
      state.groups[row.name] = groupRecord(row, members.get(row.name) ?? [], last64.at(-1))
    }
    for (const row of marks.all(of)) {
      const ofReader = (state.readMarks[row.readerId] ??= emptyRecord())
      ofReader[row.groupName] = { seq: row.seq, n: row.n, lastSeen: row.lastSeen }
    }
    for (const { groupName, count } of ownUnread(lead.id)) state.ownUnread[groupName] = count
    for (const { reader, groupName, n } of unreadMentions(lead.id)) {
      const groups = (state.mentions[reader] ??= emptyRecord())
      groups[groupName] = withMention(groups[groupName] ?? [], n)
    }
    return {
      state,
      inert: isInert(lead.id),
      recent,
      intervals: intervals(lead.id),
      pending: pending(lead.id),
      inboxes: inboxes(lead.id),
      turns: turns(lead.id),
      agents: remembered(lead.id),
      permissionRules: rulesOf(lead.id),
      budgets: budgets(lead.id),
      streams: allStreams.all(of).map(({ leadId: _, ...position }) => position),
    }
  }
}

/** Messages that mention a reader beyond its mark, in their order. */
function mentionLoader(
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
function ownLoader(
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

function memberLoader(db: Orm): (leadId: string) => Map<string, Member[]> {
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

function intervalLoader(db: Orm): (leadId: string) => StoredInterval[] {
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
  const all = db
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
    .where(eq(stay.leadId, p('leadId')))
    .orderBy(asc(stay.joinedSeq))
    .prepare()
  return (leadId) => all.all({ leadId })
}

function inboxLoader(db: Orm): (leadId: string) => Map<string, StoredInbox> {
  const { agentInboxes } = schema
  const all = db
    .select()
    .from(agentInboxes)
    .where(eq(agentInboxes.leadId, p('leadId')))
    .prepare()
  return (leadId) =>
    new Map(all.all({ leadId }).map(({ agentId, inHandTo }) => [agentId, { inHandTo }]))
}

/** Reads each agent from its confirmed place on: all that was ever delivered stays in the table. */
function pendingLoader(db: Orm): (leadId: string) => PendingDelivery[] {
  const { agents, agentInboxes, deliveries } = schema
  const inboxes = db
    .select({ agentId: agents.id, upTo: agentInboxes.upTo, skipped: agentInboxes.skipped })
    .from(agents)
    .leftJoin(
      agentInboxes,
      and(eq(agentInboxes.leadId, agents.leadId), eq(agentInboxes.agentId, agents.id)),
    )
    .where(eq(agents.leadId, p('leadId')))
    .prepare()
  const waiting = (place: SQL) =>
    db
      .select()
      .from(deliveries)
      .where(
        and(
          eq(deliveries.agentId, p('agentId')),
          isNull(deliveries.turnId),
          place,
          eq(deliveries.leadId, p('leadId')),
        ),
      )
      .orderBy(asc(deliveries.seq))
      .prepare()
  const after = waiting(gt(deliveries.seq, p('upTo')))
  const among = waiting(sql`${deliveries.seq} in (select value from json_each(${p('skipped')}))`)
  return (leadId) =>
    inboxes.all({ leadId }).flatMap(({ agentId, upTo, skipped }) => {
      const of = { leadId, agentId }
      const left = skipped === null || skipped === '[]' ? [] : among.all({ ...of, skipped })
      return [...left, ...after.all({ ...of, upTo: upTo ?? 0 })].map((row) => ({
        id: row.id,
        agentId: row.agentId,
        seq: row.seq,
        kind: row.kind as DeliveryKind,
        wake: row.wake === 1,
        at: row.at,
        hop: row.hop,
      }))
    })
}

function turnLoader(db: Orm): (leadId: string) => StoredTurn[] {
  const { turns } = schema
  const open = db
    .select()
    .from(turns)
    .where(and(eq(turns.leadId, p('leadId')), isNull(turns.ended)))
    .orderBy(asc(turns.seq))
    .prepare()
  return (leadId) =>
    open.all({ leadId }).map((row) => ({
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
