import type { AgentRecord } from '@crewroom/shared/model/agent'
import { type GroupRecord, memberOf } from '@crewroom/shared/model/group'
import type { NeedRecord } from '@crewroom/shared/model/need'
import type { TaskRecord } from '@crewroom/shared/model/task'
import type { DeliveryContent, Envelope, FactType, TurnRecord } from '../journal/facts'
import type { CrewBook } from './crew-book'
import { Misfit } from './read-file'

type Fact<T extends FactType> = Extract<Envelope, { readonly type: T }>
type Check<T extends FactType> = (book: CrewBook, fact: Fact<T>) => void

/** Holds a fact of a file, whose form was looked at, against what its crew has. Throws `Misfit`. */
export function takeFact(book: CrewBook, fact: Envelope): void {
  const check = Object.hasOwn(REFERENCES, fact.type) ? REFERENCES[fact.type] : null
  if (!check) throw new Misfit(`"${fact.type}" is not a fact that a file can have.`)
  if ((fact.seq === 1) !== (fact.type === 'lead:created')) {
    throw new Misfit('a crew begins with lead:created, and only once.')
  }
  ;(check as (book: CrewBook, fact: Envelope) => void)(book, fact)
  if (fact.actor.kind === 'agent') book.doer(fact.actor.id)
  if (fact.cause.kind === 'command') book.doer(fact.cause.agentId)
}

/** What a fact of each type refers to; null for what no file holds. */
const REFERENCES: { readonly [T in FactType]: Check<T> | null } = {
  'lead:created': (book, { data: { lead } }) => {
    book.own(lead.id)
    if (lead.parentId === lead.id) throw new Misfit('a crew that is its own parent.')
    book.parentId = lead.parentId
    book.called(lead.name)
  },
  'lead:paused': lead,
  'lead:resumed': lead,
  'lead:updated': lead,
  'lead:deleted': null,
  'agent:created': (book, { data }) => book.hire(data.agent),
  'agent:completed': agent,
  'agent:failed': agent,
  'agent:terminated': agent,
  'agent:resumed': agent,
  'agent:held': agent,
  'agent:released': agent,
  'agent:updated': (book, { data }) => book.change(data.agent),
  'agent:stalled': (book, { data }) => void book.agent(data.agentId),
  'agent:environment': null,
  'agent:session': null,
  'group:created': (book, { data, seq }) => book.found(data.group, seq),
  'group:imported': (book, { data, seq }) => book.found(data.group, seq, true),
  'group:updated': (book, { data: { group, wakeOf } }) => {
    book.record(group)
    if (wakeOf === undefined) return
    if (!book.group(group.name).members.has(wakeOf) || !memberOf(group, wakeOf)) {
      throw new Misfit('this is not a member.')
    }
  },
  'group:archived': group,
  'group:unarchived': group,
  'group:paused': group,
  'group:resumed': group,
  'group:held': group,
  'group:history': (book, { data, seq }) => book.history(data.groupName, data.item, seq),
  'group:member_added': (book, { data, seq }) => {
    const { group: name, agentId, by, member, state } = data
    if (state.name !== name || member.id !== agentId || member.joinedSeq !== seq) {
      throw new Misfit('a join that contradicts itself.')
    }
    book.join(name, agentId)
    book.record(state)
    book.doer(by)
  },
  'group:member_removed': (book, { data }) => {
    book.leave(data.group, data.agentId)
    book.doer(data.by)
  },
  'group:message': (book, { data: { groupName, message }, seq }) => {
    book.message(groupName, message, seq)
    book.writer(message.from, message.fromRole)
    for (const id of message.mentions) book.participant(id)
  },
  'group:reaction': (book, { data }) => {
    book.participant(data.agentId)
    book.messageIn(data.groupName, data.messageId)
  },
  'group:read': (book, { data, seq }) => {
    book.participant(data.readerId)
    book.group(data.groupName)
    if (data.lastSeq > seq) throw new Misfit('a mark beyond its own number.')
  },
  'task:created': (book, { data }) => {
    book.new('task', data.task.id, data.task.agentId)
    task(book, { data })
  },
  'task:completed': task,
  'task:failed': task,
  'task:cancelled': task,
  'direct:message': (book, { data: { message }, seq }) => {
    book.own(message.leadId)
    if (message.seq !== seq) throw new Misfit('another number than that of its fact.')
    book.writer(message.from, message.fromRole)
    if (message.to !== null) book.participant(message.to)
    book.new('direct', message.id)
  },
  'need:opened': (book, { data }) => {
    book.new('need', data.need.id, data.need.agentId)
    need(book, { data })
  },
  'need:closed': need,
  'delivery:created': (book, { data: { delivery } }) => {
    book.agent(delivery.agentId)
    content(book, delivery.content)
    if (delivery.groupName !== null) book.group(delivery.groupName)
    book.new('delivery', delivery.id, delivery.agentId)
  },
  'turn:sent': (book, { data }) => turn(book, data.turn),
  'turn:seen': ofTurn,
  'turn:acked': ofTurn,
  'turn:ended': (book, { data }) => {
    ofTurn(book, { data })
    for (const name of data.groups) book.group(name)
  },
  'stream:advanced': (book, { data }) => book.stream(data.position),
  'fact:omitted': (book, { data }) => {
    if (data.agentId !== null) book.agent(data.agentId)
  },
  'token:created': null,
  'process:started': null,
  'process:ended': null,
  'server:paused': null,
  'crew:imported': null,
}

function lead(
  book: CrewBook,
  { data }: { readonly data: { readonly lead: { id: string; parentId: string | null } } },
): void {
  book.own(data.lead.id)
  if (data.lead.parentId !== book.parentId) throw new Misfit('another parent.')
}

function agent(book: CrewBook, { data }: { readonly data: { readonly agent: AgentRecord } }): void {
  book.agentRecord(data.agent)
}

function group(book: CrewBook, { data }: { readonly data: { readonly group: GroupRecord } }): void {
  book.record(data.group)
}

function task(book: CrewBook, { data }: { readonly data: { readonly task: TaskRecord } }): void {
  const { id, leadId, agentId, by } = data.task
  book.own(leadId)
  book.agent(agentId)
  book.known('task', id, agentId)
  book.doer(by)
}

function need(book: CrewBook, { data }: { readonly data: { readonly need: NeedRecord } }): void {
  const { id, leadId, agentId, messageId, groupName } = data.need
  book.own(leadId)
  book.agent(agentId)
  book.known('need', id, agentId)
  if (messageId !== null) book.known('direct', messageId)
  if (groupName !== null) book.group(groupName)
}

function content(book: CrewBook, told: DeliveryContent): void {
  switch (told.form) {
    case 'text':
      return
    case 'joined':
      book.group(told.groupName)
      for (const id of told.memberIds) book.participant(id)
      return
    case 'removed':
      book.group(told.groupName)
      book.doer(told.by)
      return
    case 'message':
      book.known('direct', told.messageId)
      return
    case 'task':
      book.known('task', told.taskId)
      return
    case 'report':
      book.agent(told.agentId)
      return
    case 'terminated':
      book.agent(told.agentId)
      book.doer(told.by)
      return
    default:
      told satisfies never
      throw new Misfit('a delivery of an unknown form.')
  }
}

function turn(book: CrewBook, { id, agentId, parts, deliveryIds }: TurnRecord): void {
  book.agent(agentId)
  for (const part of parts) book.group(part.groupName)
  for (const delivery of deliveryIds) book.known('delivery', delivery, agentId)
  book.new('turn', id, agentId)
}

function ofTurn(
  book: CrewBook,
  { data }: { readonly data: { readonly turnId: string; readonly agentId: string } },
): void {
  book.agent(data.agentId)
  book.known('turn', data.turnId, data.agentId)
}
