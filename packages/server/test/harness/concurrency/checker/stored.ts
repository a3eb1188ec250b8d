import Database from 'better-sqlite3'
import { shortened } from '../run-log'

/** What the tables say of one crew. Read by hand: what the server thinks of them is not asked. */
export interface Stored {
  readonly integrity: unknown
  readonly position: number
  readonly lastBatch: number
  readonly facts: readonly StoredFact[]
  readonly messages: readonly StoredMessage[]
  readonly directs: readonly StoredDirect[]
  readonly reactions: readonly {
    readonly messageId: string
    readonly emoji: string
    readonly agentId: string
  }[]
  readonly marks: readonly {
    readonly group: string
    readonly reader: string
    readonly seq: number
  }[]
  /** What was written in groups of other crews. */
  readonly elsewhere: readonly string[]
}

export interface StoredFact {
  readonly seq: number
  readonly type: string
  readonly group: string | null
  readonly reader: string | null
}

export interface StoredMessage {
  readonly id: string
  readonly seq: number
  readonly n: number
  readonly group: string
  readonly from: string
  readonly content: string
  readonly timestamp: string
  readonly clientId: string | null
}

export interface StoredDirect {
  readonly id: string
  readonly seq: number
  readonly from: string
  readonly to: string | null
  readonly content: string
}

export function readStored(file: string, leadId: string): Stored {
  const tables = new Database(file, { readonly: true, fileMustExist: true })
  const all = <T>(sql: string) => tables.prepare(sql).all(leadId) as T[]
  const short = <T extends { readonly content: string }>(rows: readonly T[]): T[] =>
    rows.map((row) => ({ ...row, content: shortened(row.content) }))
  try {
    return {
      integrity: tables.pragma('integrity_check', { simple: true }),
      position: tables.prepare('select position from shard').pluck().get() as number,
      lastBatch: tables.prepare('select max(batch_id) from journal').pluck().get() as number,
      facts: all(
        `select seq, type, data ->> '$.readerId' as reader,
         coalesce(data ->> '$.groupName', data ->> '$.group.name', data ->> '$.group') as "group"
         from journal where lead_id = ? order by seq`,
      ),
      messages: short(
        all<StoredMessage>(
          `select id, seq, n, group_name as "group", from_agent_id as "from", content, timestamp, client_id as clientId
           from chat_group_messages where lead_id = ? order by seq`,
        ),
      ),
      directs: short(
        all<StoredDirect>(
          `select id, seq, from_id as "from", to_id as "to", content
           from direct_messages where lead_id = ? order by seq`,
        ),
      ),
      reactions: all(
        `select r.message_id as messageId, r.emoji, r.agent_id as agentId
         from chat_group_reactions r join chat_group_messages m on m.id = r.message_id where m.lead_id = ?`,
      ),
      marks: all(
        `select group_name as "group", reader_id as reader, seq from read_marks
         where lead_id = ? and reader_id <> 'human:settled'`,
      ),
      elsewhere: tables
        .prepare('select content from chat_group_messages where lead_id <> ?')
        .pluck()
        .all(leadId) as string[],
    }
  } finally {
    tables.close()
  }
}
