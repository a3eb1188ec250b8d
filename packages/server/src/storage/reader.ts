import { and, asc, eq, gt, max, min, sql } from 'drizzle-orm'
import type { TaskStatus } from '@crewroom/shared/model/task'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { crewEvent, type DeliveryContent, type DeliveryKind, type Envelope } from '../journal/facts'
import type { CommsQuery, OwedQuery, Page, PageQuery, RowReader } from '../journal/reader-port'
import type { RolloutPage, RolloutQuery } from '../journal/rollout-port'
import type { SearchQuery } from '../journal/search-port'
import { orm, type Sqlite } from './database'
import { commsRows } from './comms-rows'
import { crewRows } from './crew-rows'
import { messageRows } from './message-rows'
import { rolloutRows } from './rollout-rows'
import { searchRows } from './search-rows'
import { deliveries, journal } from './schema'

const p = sql.placeholder

/** Reads the tables with statements that are prepared once. */
export class Reader implements RowReader {
  readonly #sqlite: Sqlite
  readonly #messages: ReturnType<typeof messageRows>
  readonly #crew: ReturnType<typeof crewRows>
  readonly #rollouts: ReturnType<typeof rolloutRows>
  readonly #comms: ReturnType<typeof commsRows>
  readonly #search: ReturnType<typeof searchRows>
  readonly #events
  readonly #position
  readonly #oldest
  readonly #deliveries

  constructor(sqlite: Sqlite) {
    this.#sqlite = sqlite
    const db = orm(sqlite)
    this.#messages = messageRows(db)
    this.#crew = crewRows(db)
    this.#rollouts = rolloutRows(db)
    this.#comms = commsRows(sqlite)
    this.#search = searchRows(sqlite, (ids) => this.#messages.inOrder(ids))
    this.#events = db
      .select()
      .from(journal)
      .where(and(eq(journal.leadId, p('leadId')), gt(journal.seq, p('since'))))
      .orderBy(asc(journal.seq))
      .limit(p('limit'))
      .prepare()
    this.#position = db
      .select({ seq: max(journal.seq) })
      .from(journal)
      .where(eq(journal.leadId, p('leadId')))
      .prepare()
    this.#oldest = db
      .select({ seq: min(journal.seq) })
      .from(journal)
      .where(eq(journal.leadId, p('leadId')))
      .prepare()
    this.#deliveries = db
      .select()
      .from(deliveries)
      .where(sql`${deliveries.id} in (select value from json_each(${p('ids')}))`)
      .prepare()
  }

  message(leadId: string, groupName: string, messageId: string) {
    return this.#messages.byId(leadId, groupName, messageId)
  }

  messageByN(leadId: string, groupName: string, n: number) {
    return this.#messages.byN(leadId, groupName, n)
  }

  messageByClient(leadId: string, groupName: string, from: string, clientId: string) {
    return this.#messages.byClient(leadId, groupName, from, clientId)
  }

  ordinalAt(leadId: string, groupName: string, seq: number): number {
    return this.#messages.ordinalAt(leadId, groupName, seq)
  }

  page(leadId: string, query: PageQuery): Page {
    return this.#snapshot(() => {
      const asOf = this.#position.get({ leadId })?.seq ?? 0
      return { ...this.#page(leadId, query), asOf }
    })
  }

  owedMessages(query: OwedQuery) {
    return this.#messages.owed(query)
  }

  owedRange(query: Omit<OwedQuery, 'limit'>) {
    return this.#messages.owedRange(query)
  }

  directMessages(ids: readonly string[]) {
    return this.#crew.directMessages(ids)
  }

  comms(leadId: string, query: CommsQuery) {
    return this.#snapshot(() => ({
      ...this.#comms(leadId, query),
      asOf: this.#position.get({ leadId })?.seq ?? 0,
    }))
  }

  task(id: string) {
    return this.#crew.task(id)
  }

  tasks(leadId: string, status: TaskStatus | null) {
    return this.#snapshot(() => ({
      tasks: this.#crew.tasks(leadId, status),
      asOf: this.#position.get({ leadId })?.seq ?? 0,
    }))
  }

  messagesByN(leadId: string, groupName: string, fromN: number, toN: number) {
    return this.#messages.rangeByN(leadId, groupName, fromN, toN)
  }

  deliveries(ids: readonly string[]) {
    return this.#deliveries.all({ ids: JSON.stringify(ids) }).map((row) => ({
      id: row.id,
      agentId: row.agentId,
      kind: row.kind as DeliveryKind,
      wake: row.wake === 1,
      groupName: row.groupName,
      content: JSON.parse(row.content) as DeliveryContent,
      hop: row.hop,
      seq: row.seq,
      at: row.at,
    }))
  }

  events(leadId: string, since: number, limit: number) {
    return this.#snapshot(() => {
      const rows = this.#events.all({ leadId, since, limit })
      const idsOf = (type: string) =>
        rows
          .filter((row) => row.type === type)
          .map((row) => (JSON.parse(row.data) as { messageId: string }).messageId)
      const posted = idsOf('group:message')
      const said = idsOf('direct:message')
      // Content is stored once, in its own table; the journal row refers to it.
      const messages = new Map<string, unknown>([
        ...(posted.length > 0 ? this.#messages.byIds(posted) : []),
        ...(said.length > 0 ? this.#crew.directMessages(said) : []),
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
      const head = this.#position.get({ leadId })?.seq ?? 0
      return { events, last: rows.at(-1)?.seq ?? Math.min(since, head) }
    })
  }

  rollout(leadId: string, query: RolloutQuery): RolloutPage {
    return this.#snapshot(() => ({
      ...this.#rollouts.page(query),
      asOf: this.#position.get({ leadId })?.seq ?? 0,
    }))
  }

  indexedSeq(leadId: string): number {
    return this.#search.progress(leadId)
  }

  search(leadId: string, query: SearchQuery) {
    return this.#snapshot(() => {
      const hits = this.#search.search(leadId, query)
      return hits && { ...hits, indexed: this.#search.progress(leadId) }
    })
  }

  lastRollout(agentId: string): number {
    return this.#rollouts.last(agentId)
  }

  oldestSeq(leadId: string): number {
    return this.#oldest.get({ leadId })?.seq ?? 1
  }

  close(): void {
    this.#sqlite.close()
  }

  #page(leadId: string, query: PageQuery): Omit<Page, 'asOf'> {
    const { groupName, limit, viewer } = query
    if (query.after !== undefined) {
      const rows = this.#messages.after(leadId, groupName, query.after, viewer, limit + 1)
      const first = rows[0]
      return {
        messages: rows.slice(0, limit),
        hasBefore: this.#exists('before', leadId, groupName, first?.seq ?? query.after + 1, viewer),
        hasAfter: rows.length > limit,
      }
    }
    if (query.around !== undefined) {
      const center = this.#messages.byId(leadId, groupName, query.around)
      const seen = center && this.#messages.before(leadId, groupName, center.seq + 1, viewer, 1)[0]
      if (!center || seen?.id !== center.id)
        return { messages: [], hasBefore: false, hasAfter: false }
      const half = Math.floor(limit / 2)
      const older = this.#messages.before(leadId, groupName, center.seq + 1, viewer, half + 2)
      const kept = older.slice(-Math.max(1, half + 1))
      const newer = this.#messages.after(
        leadId,
        groupName,
        center.seq,
        viewer,
        limit - kept.length + 1,
      )
      const room = Math.max(0, limit - kept.length)
      return {
        messages: [...kept, ...newer.slice(0, room)],
        hasBefore: older.length > kept.length,
        hasAfter: newer.length > room,
      }
    }
    const seq = query.before ?? Number.MAX_SAFE_INTEGER
    const rows = this.#messages.before(leadId, groupName, seq, viewer, limit + 1)
    const last = rows.at(-1)
    return {
      messages: rows.slice(-limit),
      hasBefore: rows.length > limit,
      hasAfter:
        query.before !== undefined &&
        this.#exists('after', leadId, groupName, last?.seq ?? query.before - 1, viewer),
    }
  }

  #exists(
    side: 'before' | 'after',
    leadId: string,
    groupName: string,
    seq: number,
    viewer: string | null,
  ): boolean {
    return this.#messages[side](leadId, groupName, seq, viewer, 1).length > 0
  }

  /** Everything read inside is of one moment. In process, inside a batch, it is the batch's own view. */
  #snapshot<T>(read: () => T): T {
    if (this.#sqlite.inTransaction) return read()
    this.#sqlite.exec('BEGIN')
    try {
      return read()
    } finally {
      this.#sqlite.exec('COMMIT')
    }
  }
}
