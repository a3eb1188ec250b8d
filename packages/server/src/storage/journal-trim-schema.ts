import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** How far each crew's journal was looked through for facts that later ones replaced. */
export const journalTrims = sqliteTable('journal_trims', {
  leadId: text('lead_id').primaryKey(),
  seq: integer('seq').notNull(),
})

/** Facts up to there that could be replaced and are not: what comes next is held against these alone. */
export const journalLatest = sqliteTable(
  'journal_latest',
  { leadId: text('lead_id').notNull(), seq: integer('seq').notNull() },
  (table) => [primaryKey({ columns: [table.leadId, table.seq] })],
)
