import { eq, sql } from 'drizzle-orm'
import type { Envelope } from '../../journal/facts'
import { agentInboxes, journal, leads } from '../schema'
import { admissionsProjection } from './admissions'
import { crewProjection } from './crew'
import { deletionProjection } from './deletion'
import { deliveryProjection } from './delivery'
import { filesProjection } from './files'
import { groupsProjection } from './groups'
import { messagesProjection } from './messages'
import { sessionsProjection } from './sessions'
import { workProjection } from './work'
import { budgetProjection } from './usage'
import { STAGED } from '../staged-rows'
import type { Projection, ProjectionContext } from './projection'

const p = sql.placeholder

/** Writes an envelope: its journal row, and the rows that it means. */
export function projector(
  context: ProjectionContext,
): (envelope: Envelope, batchId: number) => void {
  const putJournal = context.guard(
    context.orm.insert(journal).values({
      leadId: p('leadId'),
      seq: p('seq'),
      type: p('type'),
      v: p('v'),
      at: p('at'),
      actor: p('actor'),
      cause: p('cause'),
      data: p('data'),
      batchId: p('batchId'),
    }),
  )
  const pause = context.guard(
    context.orm
      .update(leads)
      .set({ paused: sql`1` })
      .where(eq(leads.id, p('leadId'))),
  )

  const nobodyThere = context.guard(
    context.orm
      .update(agentInboxes)
      .set({ inHandTo: 0 })
      .where(eq(agentInboxes.leadId, p('leadId'))),
  )

  const arrives = context.guard({
    toSQL: () => ({
      sql: `insert into main.leads select * from ${STAGED}.leads where id = ?`,
      params: [p('leadId')],
    }),
  })
  // Every type is here: one that is added to the facts and has no rows says so.
  const projections: Required<Projection> = {
    ...crewProjection(context),
    ...groupsProjection(context),
    ...filesProjection(context),
    ...messagesProjection(context),
    ...deliveryProjection(context),
    ...sessionsProjection(context),
    ...workProjection(context),
    ...admissionsProjection(context),
    ...budgetProjection(context),
    ...deletionProjection(context),
    'fact:omitted': null,
    // An index over the journal finds it.
    'request:answered': null,
    'crew:imported': ({ data: { leadId } }) => {
      // Its other rows are there already.
      if (arrives({ leadId }) !== 1) throw new Error('no crew of this id was staged')
      // Whatever the file says of it: a person is to look at it first.
      pause({ leadId })
      // Whoever held something of it was there, and not here.
      nobodyThere({ leadId })
    },
  }
  const rowsOf = new Map(Object.entries(projections)) as ReadonlyMap<
    string,
    ((envelope: Envelope) => void) | null
  >

  const project = (envelope: Envelope, batchId: number): void => {
    const { leadId, seq, type, v, at } = envelope
    const rows = rowsOf.get(type)
    if (rows === undefined) throw new Error(`no projection knows facts of the type ${type}`)
    putJournal({
      leadId,
      seq,
      type,
      v,
      at,
      actor: JSON.stringify(envelope.actor),
      cause: JSON.stringify(envelope.cause),
      data: JSON.stringify(journalData(envelope)),
      batchId,
    })
    rows?.(envelope)
  }
  return project
}

/** What the journal row says: content is stored once, in its own table, and referred to here. */
function journalData(envelope: Envelope): unknown {
  if (envelope.type === 'group:message') {
    const { groupName, message, begins } = envelope.data
    return { groupName, messageId: message.id, ...(begins ? { begins } : {}) }
  }
  if (envelope.type === 'group:message_edited') {
    const { groupName, messageId, n, by } = envelope.data
    return { groupName, messageId, n, by }
  }
  if (envelope.type === 'session:message') {
    const { sessionId, groupName, message } = envelope.data
    return { sessionId, groupName, messageId: message.id }
  }
  if (envelope.type === 'group:history') {
    const { groupName, item } = envelope.data
    if (item.kind === 'reaction') return { groupName, messageId: item.messageId, item }
    if (item.kind === 'edit') {
      const { kind, n, messageId, at } = item
      return { groupName, messageId, item: { kind, n, messageId, at } }
    }
    if (item.kind === 'deletion') return { groupName, messageId: item.messageId, item }
    if (item.kind !== 'message') return { groupName, item }
    const { message, ...rest } = item
    return { groupName, messageId: message.id, item: rest }
  }
  if (envelope.type === 'direct:message') return { messageId: envelope.data.message.id }
  // Its values are secrets: one table has them, and no log.
  if (envelope.type === 'agent:environment') return { agentId: envelope.data.agentId }
  if (envelope.type === 'delivery:created') {
    return { deliveryId: envelope.data.delivery.id, agentId: envelope.data.delivery.agentId }
  }
  if (envelope.type === 'invite:changed') {
    const { hash: _, ...rest } = envelope.data.invite
    return { invite: rest }
  }
  if (envelope.type === 'token:created')
    return { kind: envelope.data.token.kind, agentId: envelope.data.token.agentId }
  return envelope.data
}
