import { sql } from 'drizzle-orm'
import type { Projection, ProjectionContext } from './projection'

const p = sql.placeholder

/**
 * What a deleted crew leaves: nothing. In this order, because later ones find their rows by earlier tables. Rows of
 * the full-text index are noted, to be taken out beside the batches; records of processes stay until those have ended.
 */
const ROWS = [
  `delete from erasures where lead_id = ?`,
  `insert into erasures (lead_id, since) select id, created_at from leads where id = ?`,
  `insert into search_gone (docid) select docid from search_documents where lead_id = ?`,
  `delete from search_documents where lead_id = ?`,
  `delete from search_progress where lead_id = ?`,
  `delete from chat_group_reactions where message_id in (select m.id from chat_groups g
    join chat_group_messages m on m.group_name = g.name and m.lead_id = g.lead_id where g.lead_id = ?)`,
  `delete from message_versions where message_id in (select m.id from chat_groups g
    join chat_group_messages m on m.group_name = g.name and m.lead_id = g.lead_id where g.lead_id = ?)`,
  `delete from chat_group_messages where lead_id = ?
    and group_name in (select name from chat_groups where lead_id = ?)`,
  `delete from chat_group_members where lead_id = ?
    and group_name in (select name from chat_groups where lead_id = ?)`,
  `delete from chat_group_memberships where lead_id = ?`,
  `delete from responses where run_id in (select run_id from rounds where lead_id = ?)`,
  ...['rounds', 'session_given', 'sessions', 'runs', 'group_files', 'admissions', 'invites'].map(
    (table) => `delete from ${table} where lead_id = ?`,
  ),
  `delete from chat_groups where lead_id = ?`,
  `delete from read_marks where lead_id = ?`,
  `delete from direct_messages where lead_id = ?`,
  `delete from tasks where lead_id = ?`,
  `delete from needs where lead_id = ?`,
  `delete from usage_hours where lead_id = ?`,
  `delete from permission_rules where lead_id = ?`,
  `delete from budgets where lead_id = ?`,
  ...['deliveries', 'turns', 'agent_inboxes', 'agent_streams', 'rollout_entries'].map(
    (table) => `delete from ${table} where lead_id = ?
      and agent_id in (select id from agents where lead_id = ?)`,
  ),
  ...['tokens', 'agent_environments', 'agent_sessions'].map(
    (table) => `delete from ${table} where agent_id in (select id from agents where lead_id = ?)`,
  ),
  `delete from agents where lead_id = ?`,
  `delete from leads where id = ?`,
  `delete from journal_trims where lead_id = ?`,
  `delete from journal_latest where lead_id = ?`,
  // With the fact of the deletion itself: it was told to whom it concerned.
  `delete from journal where lead_id = ?`,
]

export function deletionProjection({ guard }: ProjectionContext) {
  const statements = ROWS.map((text) =>
    guard({
      // Every parameter is the crew.
      toSQL: () => ({ sql: text, params: [...text.matchAll(/[?]/g)].map(() => p('leadId')) }),
    }),
  )
  return {
    'lead:deleted': ({ leadId }) => {
      for (const run of statements) run({ leadId })
    },
  } satisfies Projection
}
