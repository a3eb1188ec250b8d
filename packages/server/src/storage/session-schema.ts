import { sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
} from 'drizzle-orm/sqlite-core'

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
    /** As of the fact that wrote the row; the group says which agents have come and gone since. */
    activeAgents: text('active_agents').notNull(),
    /** JSON: who was chosen, or null when nobody chose. SQL's null: the fact is of a version that did not say so. */
    chosen: text('chosen'),
    createdAt: text('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    updatedAt: text('updated_at').notNull(),
    /** Its newest discussion. */
    runId: text('run_id'),
    parent: text('parent'),
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
    /** The discussion that it belongs to, and its number there. */
    discussionId: text('discussion_id'),
    discussionN: integer('discussion_n'),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.n] }),
    index('idx_rounds_session').on(table.leadId, table.sessionId),
    // The course of one discussion, and not of the whole session.
    index('idx_rounds_discussion')
      .on(table.discussionId, table.n)
      .where(sql`${table.discussionId} is not null`),
  ],
)

/** Whose answer is still to come, in the words of the index that finds it: SQLite takes that for no other ones. */
export const openResponse = (status: AnySQLiteColumn) => sql`${status} in ('thinking', 'nested')`

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
    done: integer('done'),
    decision: text('decision'),
    usage: text('usage'),
    /** The discussion that was started in it. */
    child: text('child'),
    soFar: text('so_far'),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.n, table.agentId] }),
    // Few are open: a start reads those, and not all that were ever given.
    index('idx_responses_open')
      .on(table.leadId, table.runId, table.n)
      .where(openResponse(table.status)),
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
