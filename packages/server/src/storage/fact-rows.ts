import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import type { DirectMessage } from '@crewroom/shared/model/direct-message'
import type { Message, MessageChange } from '@crewroom/shared/model/message'
import type { DeliveryRecord, Envelope, HistoryItem } from '../journal/facts'
import type { RowKind } from '../journal/ports/transfer-port'
import type { Orm, Sqlite } from './database'
import { fileRows } from './file-rows'
import { journal } from './schema'

const p = sql.placeholder

const TABLES: Readonly<Record<RowKind, string>> = {
  message: 'chat_group_messages',
  direct: 'direct_messages',
  task: 'tasks',
  need: 'needs',
  rule: 'permission_rules',
  delivery: 'deliveries',
  turn: 'turns',
  group: 'chat_groups',
  session: 'sessions',
  run: 'runs',
  admission: 'admissions',
}

/** Where the journal refers to, by id. */
interface Contents {
  messages(ids: readonly string[]): ReadonlyMap<string, Message>
  /** What changes of messages have said. */
  changes(ids: readonly string[]): (id: string, seq: number) => MessageChange
  directMessages(ids: readonly string[]): ReadonlyMap<string, DirectMessage>
  deliveries(ids: readonly string[]): readonly DeliveryRecord[]
}

interface Reference {
  readonly messageId?: string
  readonly deliveryId?: string
}

/** Reads of whole facts: rows of the journal with the content that they refer to. */
export function factRows(db: Orm, sqlite: Sqlite, contents: Contents) {
  const rows = db
    .select()
    .from(journal)
    .where(
      and(eq(journal.leadId, p('leadId')), gt(journal.seq, p('since')), lte(journal.seq, p('to'))),
    )
    .orderBy(asc(journal.seq))
    .limit(p('limit'))
    .prepare()
  const taken = Object.fromEntries(
    Object.entries(TABLES).map(([kind, table]) => [
      kind,
      sqlite
        .prepare(`select id from ${table} where id in (select value from json_each(:ids))`)
        .pluck(),
    ]),
  )

  const facts = (leadId: string, since: number, to: number, limit: number): Envelope[] => {
    const found = rows.all({ leadId, since, to, limit }).map(({ batchId: _, ...row }) => ({
      ...row,
      actor: JSON.parse(row.actor) as unknown,
      cause: JSON.parse(row.cause) as unknown,
      data: JSON.parse(row.data) as Reference & Record<string, unknown>,
    }))
    const ids = (...types: string[]) =>
      found.flatMap(({ type, data }) => (types.includes(type) ? (data.messageId ?? []) : []))
    const messages = contents.messages(ids('group:message', 'session:message', 'group:history'))
    const changes = contents.changes(ids('group:message_edited', 'group:history'))
    const said = contents.directMessages(ids('direct:message'))
    const deliveries = new Map(
      contents
        .deliveries(found.flatMap(({ data }) => data.deliveryId ?? []))
        .map((one) => [one.id, one]),
    )
    return found.map((row) => {
      const whole = (data: unknown) => ({ ...row, data }) as unknown as Envelope
      const { messageId = '', deliveryId = '', ...data } = row.data
      switch (row.type) {
        case 'group:message':
        case 'session:message':
          return whole({ ...data, message: there(messages.get(messageId)) })
        case 'group:message_edited':
          return whole({ ...row.data, ...changes(messageId, row.seq) })
        case 'group:history': {
          const item = data['item'] as HistoryItem
          if (item.kind === 'edit') {
            return whole({ ...data, item: { ...item, ...changes(messageId, row.seq) } })
          }
          if (item.kind !== 'message') return whole(data)
          return whole({ ...data, item: { ...item, message: there(messages.get(messageId)) } })
        }
        case 'direct:message':
          return whole({ ...data, message: there(said.get(messageId)) })
        case 'delivery:created': {
          const { id, agentId, kind, wake, groupName, content, hop } = there(
            deliveries.get(deliveryId),
          )
          return whole({ delivery: { id, agentId, kind, wake, groupName, content, hop } })
        }
        default:
          return whole(row.data)
      }
    })
  }

  const authors = sqlite
    .prepare(
      `select data ->> '$.item.id', data ->> '$.item.name' from journal
       where lead_id = ? and type = 'group:history' and data ->> '$.groupName' = ?
         and data ->> '$.item.kind' = 'author'`,
    )
    .raw()

  const opened = sqlite
    .prepare('select 1 from sessions where lead_id = ? and seq <= ? limit 1')
    .pluck()
  const started = sqlite
    .prepare('select 1 from runs where lead_id = ? and seq <= ? limit 1')
    .pluck()

  const admitted = sqlite
    .prepare('select 1 from admissions where lead_id = ? and seq <= ? limit 1')
    .pluck()

  // Few crews have any, so the journal is looked through for those alone.
  const waited = sqlite
    .prepare(
      `select 1 where exists (select 1 from tasks where lead_id = ? and "after" is not null)
        and exists (select 1 from journal where lead_id = ? and seq <= ? and type = 'task:created'
          and data ->> '$.task.after' is not null)`,
    )
    .pluck()

  // Nearly always the first of these facts says it.
  const chosen = sqlite
    .prepare(
      `select 1 where exists (select 1 from sessions where lead_id = ? and seq <= ? and chosen is not null)
        and exists (select 1 from journal where lead_id = ? and seq <= ? and type in ('session:created', 'session:updated')
          and json_type(data, '$.session.chosen') is not null)`,
    )
    .pluck()

  const settled = sqlite
    .prepare(
      `select 1 where exists (select 1 from needs where lead_id = ? and kind = 'mention')
        and exists (select 1 from journal where lead_id = ? and seq <= ? and type = 'need:closed'
          and data ->> '$.need.kind' = 'mention')`,
    )
    .pluck()

  const instructed = sqlite
    .prepare(
      `select 1 where exists (select 1 from agents where lead_id = ? and instructions is not null)
        and exists (select 1 from journal where lead_id = ? and seq <= ? and type = 'agent:instructed')`,
    )
    .pluck()

  // Rules that are gone are in the journal alone.
  const placed = sqlite
    .prepare(
      `select 1 from journal indexed by idx_journal_rules where lead_id = ? and seq <= ? and type = 'permission:rule_added'
        and json_type(data, '$.rule.folder') is not null limit 1`,
    )
    .pluck()

  const listed = sqlite
    .prepare(
      `select 1 where exists (select 1 from needs where lead_id = ? and kind = 'rules')
        and exists (select 1 from journal where lead_id = ? and seq <= ? and type = 'need:opened'
          and data ->> '$.need.kind' = 'rules')`,
    )
    .pluck()

  const REPLIED = `select 1 from chat_group_messages where lead_id = ? and seq <= ?
    and (parts is not null or reply_to is not null)`
  const replied = sqlite.prepare(`${REPLIED} limit 1`).pluck()
  const repliedIn = sqlite
    .prepare(`${REPLIED} and group_name = ? and session_id = 'main' limit 1`)
    .pluck()

  const CHANGED = `select 1 from chat_group_messages where lead_id = ? and seq <= ?
    and (edited_at is not null or deleted_at is not null)`
  const changed = sqlite.prepare(`${CHANGED} limit 1`).pluck()
  const changedIn = sqlite
    .prepare(`${CHANGED} and group_name = ? and session_id = 'main' limit 1`)
    .pluck()

  return {
    facts,
    hasChanges: (leadId: string, to: number, group?: string) =>
      (group === undefined ? changed.get(leadId, to) : changedIn.get(leadId, to, group)) === 1,
    ...fileRows(sqlite),
    hasSessions: (leadId: string, to: number) => opened.get(leadId, to) === 1,
    hasChoices: (leadId: string, to: number) => chosen.get(leadId, to, leadId, to) === 1,
    hasInstructions: (leadId: string, to: number) => instructed.get(leadId, leadId, to) === 1,
    hasAdmissions: (leadId: string, to: number) => admitted.get(leadId, to) === 1,
    authors: (leadId: string, groupName: string) =>
      new Map(authors.all(leadId, groupName) as [id: string, name: string][]),
    hasReplies: (leadId: string, to: number, group?: string) =>
      (group === undefined ? replied.get(leadId, to) : repliedIn.get(leadId, to, group)) === 1,
    hasPlacedRules: (leadId: string, to: number) =>
      placed.get(leadId, to) === 1 || listed.get(leadId, leadId, to) === 1,
    hasSettled: (leadId: string, to: number) => settled.get(leadId, leadId, to) === 1,
    hasWaiting: (leadId: string, to: number) => waited.get(leadId, leadId, to) === 1,
    hasRuns: (leadId: string, to: number) => started.get(leadId, to) === 1,
    taken: (kind: RowKind, ids: readonly string[]) =>
      (taken[kind]?.all({ ids: JSON.stringify(ids) }) ?? []) as string[],
  }
}

function there<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('the journal refers to a row that is not there')
  return found
}
