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

/** What was deleted and is still to be erased: the row goes when no byte of it is left. */
export const erasures = sqliteTable('erasures', {
  id: integer('id').primaryKey(),
  leadId: text('lead_id').notNull(),
  /** ISO 8601: it was not there before. */
  since: text('since').notNull(),
  /** The message that was deleted; null where more than one were. */
  messageId: text('message_id'),
  /** What it said, as a JSON array, while copies of that are looked for; null when there are none to look for. */
  texts: text('texts'),
})
