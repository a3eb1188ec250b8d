import { sql } from 'drizzle-orm'
import type { ProjectionContext } from './projection'

const p = sql.placeholder

/** Messages of the session that is named by its id and its crew's. */
const ITS_MESSAGES = `group_name = (select group_name from sessions where id = ? and lead_id = ?)
  and lead_id = ? and session_id = ?`
const OF_MESSAGES = ['sessionId', 'leadId', 'leadId', 'sessionId']

/**
 * What goes at once with a deleted session: its lines, and what finds them. Copies of them, and all that is said of the
 * session in facts and records, are looked for beside the batches, by what is noted here.
 */
const ROWS: readonly (readonly [text: string, names: readonly string[]])[] = [
  [
    `insert into erasures (lead_id, since, message_id, texts)
     select lead_id, created_at, id, (select json_group_array(said) from (
       select own.title as said
       union select content from chat_group_messages
         where group_name = own.group_name and lead_id = own.lead_id and session_id = own.id and content <> ''
       union select so_far from responses where run_id = own.id and so_far is not null
       union select decision from responses where run_id = own.id and decision is not null
       union select data ->> 'goal' from runs where session_id = own.id and lead_id = own.lead_id
       union select data ->> 'summary' from runs
         where session_id = own.id and lead_id = own.lead_id and data ->> 'summary' is not null))
     from sessions own where id = ? and lead_id = ?`,
    ['sessionId', 'leadId'],
  ],
  [
    `insert into search_gone (docid) select docid from search_documents
     where lead_id = ? and seq in (select seq from chat_group_messages where ${ITS_MESSAGES})`,
    ['leadId', ...OF_MESSAGES],
  ],
  [
    `delete from search_documents
     where lead_id = ? and seq in (select seq from chat_group_messages where ${ITS_MESSAGES})`,
    ['leadId', ...OF_MESSAGES],
  ],
  [
    `update chat_group_messages set content = '', mentions = '[]', parts = null,
       reply_to = case when reply_to is not null then json_set(reply_to, '$.text', '') end
     where ${ITS_MESSAGES}`,
    OF_MESSAGES,
  ],
]

/** Takes what was said in a session out of its rows, and notes what is still to be erased. */
export function sessionClearer({ guard }: ProjectionContext) {
  const statements = ROWS.map(([text, names]) =>
    guard({ toSQL: () => ({ sql: text, params: names.map((name) => p(name)) }) }),
  )
  return (of: { readonly sessionId: string; readonly leadId: string }) => {
    for (const run of statements) run(of)
  }
}
