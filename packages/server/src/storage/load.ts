import { and, eq, max, sql } from 'drizzle-orm'
import type { AgentRecord, DriverSpec, TerminalStatus } from '@crewroom/shared/model/agent'
import type { Message } from '@crewroom/shared/model/message'
import { MAIN_SESSION, placeOfSession } from '@crewroom/shared/model/session'
import { emptyCrewState } from '@crewroom/shared/state/crew-state'
import { SHARD_SCOPE } from '../journal/facts'
import { RECENT_MESSAGES, type StoredCrew, type StoredShard } from '../journal/ports/stored-shard'
import { conductOf } from './conduct-columns'
import { taskRecord } from './crew-rows'
import { admissionLoader, inviteLoader } from './admission-rows'
import { orm, type Orm, type Sqlite } from './database'
import { inertCrews } from './inert-crews'
import { fileLoader } from './file-rows'
import { groupRecord, memberLoader } from './load-groups'
import { readingLoader } from './load-reading'
import { goneLoader } from './load-gone'
import { askedLoader, givenLoader, sessionLoader } from './load-sessions'
import { inboxLoader, intervalLoader, pendingLoader, turnLoader } from './load-owed'
import { needLoader, ruleLoader } from './need-rows'
import { budgetLoader } from './budget-rows'
import { rememberedAgents } from './remembered-agents'
import { liveRunLoader } from './run-rows'
import { messagePageRows } from './message-page-rows'
import { onFirstUse } from './on-first-use'
import * as schema from './schema'

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
    } catch (error) {
      throw asDamage(error)
    } finally {
      sqlite.exec('COMMIT')
    }
  }
}

/** A page that was damaged at an odd place can still be read, and then has a row that makes no sense. */
function asDamage(error: unknown): unknown {
  if (!(error instanceof SyntaxError || error instanceof TypeError)) return error
  const message = `a row makes no sense: ${error.message}`
  return Object.assign(new Error(message, { cause: error }), { code: 'SQLITE_CORRUPT' })
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
  const { agents, tasks, chatGroups, agentStreams } = schema
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
  const budgets = budgetLoader(db)
  const allStreams = db.select().from(agentStreams).where(eq(agentStreams.leadId, leadId)).prepare()
  const newest = messagePageRows(sqlite)
  const newestOf = (leadId: string, groupName: string, sessionId: string) =>
    newest(
      'before',
      { leadId, groupName, sessionId },
      Number.MAX_SAFE_INTEGER,
      null,
      RECENT_MESSAGES,
    )
  const membersByGroup = memberLoader(db)
  const sessionsOf = sessionLoader(db)
  const filesOf = fileLoader(db)
  const liveRuns = liveRunLoader(db)
  const admissionsOf = admissionLoader(db)
  const invitesOf = inviteLoader(db)
  const given = givenLoader(db)
  const asked = askedLoader(db)
  const gone = goneLoader(db)
  const putReading = readingLoader(sqlite, db)
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
    const { workspace, workFiles, ...columns } = lead
    const record = {
      ...columns,
      paused: lead.paused === 1,
      autoGroups: lead.autoGroups === 1,
      ...(workspace === null ? {} : { workspace }),
    }
    const state = emptyCrewState(record, seq, null)
    for (const row of allAgents.all(of)) state.agents[row.id] = agentRecord(row)
    for (const row of openTasks.all(of)) state.tasks[row.id] = taskRecord(row)
    for (const need of needsOf(lead.id)) state.needs[need.id] = need
    const recent = new Map<string, readonly Message[]>()
    const members = membersByGroup(lead.id)
    for (const row of allGroups.all(of)) {
      const last64 = newestOf(lead.id, row.name, MAIN_SESSION)
      recent.set(row.name, last64)
      state.groups[row.name] = groupRecord(row, members.get(row.name) ?? [], last64.at(-1))
    }
    const ofGroup = (groupName: string, sessionId: string) =>
      newestOf(lead.id, groupName, sessionId)
    for (const { session, recent: last64, rounds } of sessionsOf(lead.id, state.groups, ofGroup)) {
      recent.set(placeOfSession(session.id), last64)
      state.sessions[session.id] = session
      if (rounds.length > 0) state.rounds[session.id] = rounds
    }
    for (const run of liveRuns(lead.id)) state.runs[run.id] = run
    for (const admission of admissionsOf(lead.id)) state.admissions[admission.id] = admission
    state.files = filesOf(lead.id)
    if (workFiles === 1) state.workFiles = true
    putReading(state, lead.id)
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
      given: given(lead.id),
      asked: asked(lead.id),
      gone: gone(lead.id),
      budgets: budgets(lead.id),
      invites: invitesOf(lead.id),
      streams: allStreams.all(of).map(({ leadId: _, ...position }) => position),
    }
  }
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
    ...(row.handle === null ? {} : { handle: row.handle }),
    ...(row.model === null ? {} : { model: row.model }),
    ...(row.app === 1 ? { app: true } : {}),
  }
}
