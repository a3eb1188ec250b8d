import { and, asc, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { DirectMessage } from '@crewroom/shared/model/direct-message'
import type { Message } from '@crewroom/shared/model/message'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { crewEvent, type Envelope, PUBLIC } from '../journal/facts'
import type { Orm } from './database'
import { journal } from './schema'

const p = sql.placeholder
type Row = typeof journal.$inferSelect

/** Where events refer to: content is stored once, in its own table. */
interface Contents {
  messages(ids: readonly string[]): ReadonlyMap<string, Message>
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

  function toEvents(rows: readonly Row[]): CrewEvent[] {
    const idsOf = (type: string) =>
      rows
        .filter((row) => row.type === type)
        .map((row) => (JSON.parse(row.data) as { messageId: string }).messageId)
    const posted = idsOf('group:message')
    const said = idsOf('direct:message')
    const messages = new Map<string, unknown>([
      ...(posted.length > 0 ? contents.messages(posted) : []),
      ...(said.length > 0 ? contents.directMessages(said) : []),
    ])
    const events: CrewEvent[] = []
    for (const row of rows) {
      const data = JSON.parse(row.data) as Record<string, unknown>
      if (row.type === 'group:message' || row.type === 'direct:message') {
        const message = messages.get(data['messageId'] as string)
        if (!message) continue
        data['message'] = message
        delete data['messageId']
      }
      const event = crewEvent({ ...row, data } as unknown as Envelope)
      if (event) events.push(event)
    }
    return events
  }

  return {
    /** At most `limit` rows of the journal, and the number of the last; null without any. */
    after: (leadId: string, since: number, limit: number) => {
      const rows = after.all({ leadId, since, limit })
      return { events: toEvents(rows), last: rows.at(-1)?.seq ?? null }
    },
    /** The newest events before a position, ascending. */
    before: (leadId: string, position: number, limit: number) =>
      toEvents(before.all({ leadId, before: position, limit }).reverse()),
  }
}
