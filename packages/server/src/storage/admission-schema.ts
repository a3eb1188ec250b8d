import { type AnySQLiteColumn, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { sql } from 'drizzle-orm'

/** What is not closed, in the words of the index that finds it: SQLite takes that for no other ones. */
export const activeAdmission = (status: AnySQLiteColumn) => sql`${status} = 'active'`

/** Agents of a crew that may talk together. */
export const admissions = sqliteTable(
  'admissions',
  {
    id: text('id').primaryKey(),
    leadId: text('lead_id').notNull(),
    /** Number of the fact that created it. */
    seq: integer('seq').notNull(),
    appId: text('app_id').notNull(),
    initiator: text('initiator').notNull(),
    manager: text('manager').notNull(),
    status: text('status').notNull(),
    admitted: text('admitted').notNull(),
    createdAt: text('created_at').notNull(),
    endedAt: text('ended_at'),
  },
  (table) => [
    // A start reads those that are active, and not all that there ever were.
    index('idx_admissions_active').on(table.leadId, table.seq).where(activeAdmission(table.status)),
    index('idx_admissions_created').on(table.leadId, table.createdAt, table.id),
  ],
)

/** Codes with which agents register themselves. */
export const invites = sqliteTable(
  'invites',
  {
    id: text('id').primaryKey(),
    leadId: text('lead_id').notNull(),
    /** SHA-256 of the code, hex. */
    hash: text('hash').notNull(),
    roleId: text('role_id'),
    uses: integer('uses').notNull(),
    used: integer('used').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: text('created_at').notNull(),
    expiresAt: text('expires_at').notNull(),
    revokedAt: text('revoked_at'),
    /** Set when it is created. */
    instructions: text('instructions'),
  },
  (table) => [index('idx_invites_lead').on(table.leadId)],
)
