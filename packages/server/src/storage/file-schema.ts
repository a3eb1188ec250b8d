import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Every file and picture that groups have had, by the fact that added it. Their contents are files beside the database.
 * A removed one keeps its row: a crew's file is of another version from the first one on.
 */
export const groupFiles = sqliteTable(
  'group_files',
  {
    leadId: text('lead_id').notNull(),
    /** Number of the fact that added it, and which of that fact's files it is. */
    seq: integer('seq').notNull(),
    position: integer('position').notNull(),
    groupName: text('group_name').notNull(),
    kind: text('kind').notNull(),
    name: text('name').notNull(),
    size: integer('size').notNull(),
    type: text('type').notNull(),
    sha256: text('sha256').notNull(),
    addedBy: text('added_by').notNull(),
    addedAt: text('added_at').notNull(),
    removedSeq: integer('removed_seq'),
  },
  (table) => [
    primaryKey({ columns: [table.leadId, table.seq, table.position] }),
    index('idx_group_files_there')
      .on(table.leadId, table.groupName, table.sha256)
      .where(sql`${table.removedSeq} is null`),
  ],
)
