import { type AnySQLiteColumn, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { sql } from 'drizzle-orm'

/** What is under way, in the words of the index that finds it: SQLite takes that for no other ones. */
export const liveRun = (status: AnySQLiteColumn) => sql`${status} <> 'ended'`

/** Discussions, under way or over. What a step changes has columns of its own, so that a step does not write the rest again. */
export const runs = sqliteTable(
  'runs',
  {
    id: text('id').primaryKey(),
    leadId: text('lead_id').notNull(),
    groupName: text('group_name').notNull(),
    sessionId: text('session_id').notNull(),
    /** Number of the fact that started it. */
    seq: integer('seq').notNull(),
    status: text('status').notNull(),
    progress: text('progress').notNull(),
    /** Everything of it that has no column. */
    data: text('data').notNull(),
    startedAt: text('started_at').notNull(),
    endedAt: text('ended_at'),
    /** The discussion that it was started in. */
    parentRunId: text('parent_run_id'),
  },
  (table) => [
    // Few are under way: a start reads those, and not all that there ever were.
    index('idx_runs_live').on(table.leadId, table.seq).where(liveRun(table.status)),
    index('idx_runs_session').on(table.sessionId, table.seq),
    // Lists go by their beginnings: of all crews, and of one.
    index('idx_runs_started').on(table.startedAt, table.id),
    index('idx_runs_live_started').on(table.startedAt, table.id).where(liveRun(table.status)),
    index('idx_runs_lead').on(table.leadId, table.startedAt, table.id),
  ],
)
