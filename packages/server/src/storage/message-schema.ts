import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Every text that a changed message has had, by the number of the fact that gave it; the first one is as it was posted.
 * A message that nobody changed has none, and a deleted one has none left.
 */
export const messageVersions = sqliteTable(
  'message_versions',
  {
    messageId: text('message_id').notNull(),
    seq: integer('seq').notNull(),
    content: text('content').notNull(),
    mentions: text('mentions').notNull(),
    parts: text('parts'),
    at: text('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.seq] })],
)
