import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** A group's sessions but the main one. Counts and the last message are those of its newest row. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    leadId: text('lead_id').notNull(),
    /** Number of the fact that opened it. */
    seq: integer('seq').notNull(),
    groupName: text('group_name').notNull(),
    title: text('title').notNull(),
    status: text('status').notNull(),
    activeAgents: text('active_agents').notNull(),
    createdAt: text('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    updatedAt: text('updated_at').notNull(),
  },
  (table) => [index('idx_sessions_lead').on(table.leadId, table.seq)],
)

export const rounds = sqliteTable(
  'rounds',
  {
    runId: text('run_id').notNull(),
    n: integer('n').notNull(),
    leadId: text('lead_id').notNull(),
    sessionId: text('session_id').notNull(),
    groupName: text('group_name').notNull(),
    ask: text('ask').notNull(),
    reason: text('reason').notNull(),
    triggerSeq: integer('trigger_seq').notNull(),
    triggerMessageId: text('trigger_message_id').notNull(),
    openedSeq: integer('opened_seq').notNull(),
    openedAt: text('opened_at').notNull(),
    closed: text('closed'),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.n] }),
    index('idx_rounds_session').on(table.leadId, table.sessionId),
  ],
)

export const responses = sqliteTable(
  'responses',
  {
    runId: text('run_id').notNull(),
    n: integer('n').notNull(),
    agentId: text('agent_id').notNull(),
    leadId: text('lead_id').notNull(),
    /** Order in which the round asked. */
    position: integer('position').notNull(),
    status: text('status').notNull(),
    late: integer('late').notNull().default(0),
    cut: integer('cut').notNull().default(0),
    deliveryId: text('delivery_id').notNull(),
    messageId: text('message_id'),
    error: text('error'),
    askedAt: text('asked_at'),
    endedAt: text('ended_at'),
    stoppedBy: text('stopped_by'),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.n, table.agentId] }),
    // Few are open: a start reads those, and not all that were ever given.
    index('idx_responses_open')
      .on(table.leadId, table.runId, table.n)
      .where(sql`${table.status} = 'thinking'`),
  ],
)

/** How far an agent was given a session's messages by rounds. What is taken back sets it back. */
export const sessionGiven = sqliteTable(
  'session_given',
  {
    leadId: text('lead_id').notNull(),
    sessionId: text('session_id').notNull(),
    agentId: text('agent_id').notNull(),
    seq: integer('seq').notNull(),
  },
  (table) => [primaryKey({ columns: [table.leadId, table.sessionId, table.agentId] })],
)
