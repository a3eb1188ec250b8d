import { and, asc, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { DirectMessage } from '@crewroom/shared/model/direct-message'
import type { Message, MessageChange } from '@crewroom/shared/model/message'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import type { Envelope } from '../journal/facts'
import { crewEvent, PUBLIC } from '../journal/visibility'
import type { Orm } from './database'
import { readRows, rowBytes } from './page-bytes'
import { journal } from './schema'

const p = sql.placeholder
type Row = typeof journal.$inferSelect

interface JournalRow {
  readonly seq: number
  readonly event: CrewEvent | null
  readonly bytes: number
}

/** Facts whose row names a message, which is in a table of its own. */
const WITH_MESSAGE: ReadonlySet<string> = new Set([
  'group:message',
  'session:message',
  'direct:message',
])

/** Where events refer to: content is stored once, in its own table. */
interface Contents {
  messages(ids: readonly string[]): ReadonlyMap<string, Message>
  changes(ids: readonly string[]): (id: string, seq: number) => MessageChange
  directMessages(ids: readonly string[]): ReadonlyMap<string, DirectMessage>
}

/** Prepared reads of what clients see of the journal. */
export function eventRows(orm: Orm, contents: Contents) {
  const after = orm
    .select()
    .from(journal)
    .where(and(eq(journal.leadId, p('leadId')), gt(journal.seq, p('since'))))
    .orderBy(asc(journal.seq))
    .limit(p('limit'))
    .prepare()
  const before = orm
    .select()
    .from(journal)
    .where(
      and(
        eq(journal.leadId, p('leadId')),
        lt(journal.seq, p('before')),
        inArray(journal.type, [...PUBLIC]),
      ),
    )
    .orderBy(desc(journal.seq))
    .limit(p('limit'))
    .prepare()

  /** What clients see of each row; null for what they do not. */
  function withEvents(rows: readonly Row[]): JournalRow[] {
    const idsOf = (type: string) =>
      rows
        .filter((row) => row.type === type)
        .map((row) => (JSON.parse(row.data) as { messageId: string }).messageId)
    const posted = [...idsOf('group:message'), ...idsOf('session:message')]
    const said = idsOf('direct:message')
    const messages = new Map<string, { readonly content: string }>([
      ...(posted.length > 0 ? contents.messages(posted) : []),
      ...(said.length > 0 ? contents.directMessages(said) : []),
    ])
    const edited = idsOf('group:message_edited')
    const changeAt = edited.length > 0 ? contents.changes(edited) : null
    return rows.map((row) => {
      const data = JSON.parse(row.data) as Record<string, unknown>
      const { seq } = row
      let bytes = rowBytes() + Buffer.byteLength(row.data)
      if (WITH_MESSAGE.has(row.type)) {
        const message = messages.get(data['messageId'] as string)
        if (!message) return { seq, bytes, event: null }
        bytes += rowBytes(message.content)
        data['message'] = message
        delete data['messageId']
      }
      if (changeAt && row.type === 'group:message_edited') {
        const change = changeAt(data['messageId'] as string, seq)
        bytes += rowBytes(change.content)
        Object.assign(data, change)
      }
      return { seq, bytes, event: crewEvent({ ...row, data } as unknown as Envelope) }
    })
  }

  const bytes = (row: JournalRow) => row.bytes
  return {
    /** At most `limit` rows of the journal, and the number of the last; null without any. */
    after: (leadId: string, since: number, limit: number) => {
      const next = (last: JournalRow | null, count: number) =>
        withEvents(after.all({ leadId, since: last?.seq ?? since, limit: count }))
      const { rows, more } = readRows<JournalRow>({ next, bytes }, limit)
      return {
        events: rows.flatMap(({ event }) => event ?? []),
        last: rows.at(-1)?.seq ?? null,
        more,
      }
    },
    /** The newest events before a position, ascending. */
    before: (leadId: string, position: number, limit: number) => {
      const next = (last: JournalRow | null, count: number) =>
        withEvents(before.all({ leadId, before: last?.seq ?? position, limit: count }))
      const { rows, more } = readRows<JournalRow>({ next, bytes }, limit)
      return { events: rows.reverse().flatMap(({ event }) => event ?? []), more }
    },
  }
}
