import type { Message } from '@crewroom/shared/model/message'
import { TEXT } from '@crewroom/shared/text/catalogue'
import { saidIn } from '@crewroom/shared/text/said'
import type { Crew } from '../crew/crew'
import type { Shard } from '../crew/shard'
import type { TurnItem } from '../crew/turn-item'
import { messageWakes } from '../crew/wake'
import type { StoredDelivery } from '../crew/fresh-deliveries'
import { type Ranked, rankOf } from '../crew/reading-order'
import type { DeliveryRecord, TurnRecord } from '../journal/facts'
import type { OwedRange } from '../journal/ports/reader-port'
import { deliveryText, writerOf } from './item-text'

/** The items of a turn that was handed over before, read from its references: the same items in the same order. */
export function itemsOfTurn(shard: Shard, crew: Crew, turn: TurnRecord): readonly TurnItem[] {
  const { reader } = shard.ports
  const messages: Message[] = []
  const digests: TurnItem[] = []
  for (const part of turn.parts) {
    const range = {
      leadId: crew.state.lead.id,
      groupName: part.groupName,
      after: part.from,
      to: part.to,
      notFrom: turn.agentId,
    }
    if (part.digest) digests.push(digestItem(crew, part, reader.owedRange(range)))
    else messages.push(...reader.owedMessages({ ...range, limit: part.count }))
  }
  return itemsOf(shard, crew, turn.agentId, messages, reader.deliveries(turn.deliveryIds), digests)
}

/** The items that an agent is handed for these, with their texts, in the order in which it reads them. */
export function itemsOf(
  shard: Shard,
  crew: Crew,
  agentId: string,
  messages: readonly Message[],
  deliveries: readonly StoredDelivery[],
  digests: readonly TurnItem[],
): TurnItem[] {
  const said = shard.ports.reader.directMessages(
    deliveries.flatMap(({ content }) => (content.form === 'message' ? content.messageId : [])),
  )
  const items: TurnItem[] = messages.map((message) => messageItem(crew, agentId, message))
  items.push(...digests)
  for (const delivery of deliveries) {
    const text = deliveryText(shard, crew, delivery, said)
    items.push({
      id: delivery.id,
      leadId: crew.state.lead.id,
      seq: delivery.seq,
      kind: delivery.kind,
      text,
      bytes: Buffer.byteLength(text),
      wake: delivery.wake,
      groupName: delivery.groupName,
      messageId: null,
      n: null,
      hop: delivery.hop,
      fresh: isFresh(delivery),
      calls: false,
      ...roundOf(delivery),
    })
  }
  return items.length > 1 ? items.sort(byOrder) : items
}

/**
 * The items of a message, each made once: they differ in whether it wakes the agent, and whether it is meant for it.
 */
const MADE = new WeakMap<Message, (TurnItem | undefined)[]>()

/** A message as it is handed to a member of its group. */
function messageItem(crew: Crew, agentId: string, message: Message): TurnItem {
  const wake = messageWakes(crew, agentId, message)
  const calls = message.hop === 0 || message.mentions.includes(agentId)
  let made = MADE.get(message)
  if (!made) MADE.set(message, (made = []))
  const kind = (wake ? 1 : 0) + (calls ? 2 : 0)
  const known = made[kind]
  if (known) return known
  const other = made.find((item) => item !== undefined)
  const text =
    other?.text ?? TEXT.message(message.group, writerOf(message), saidIn(message), message.replyTo)
  const item: TurnItem = {
    id: message.id,
    leadId: crew.state.lead.id,
    seq: message.seq,
    kind: 'group',
    text,
    bytes: other?.bytes ?? Buffer.byteLength(text),
    wake,
    groupName: message.group,
    messageId: message.id,
    n: message.n,
    hop: message.hop,
    fresh: message.hop === 0,
    calls,
  }
  made[kind] = item
  return item
}

function roundOf({ content }: DeliveryRecord): Pick<TurnItem, 'round'> {
  if (content.form !== 'round') return {}
  const { sessionId, runId, n } = content
  return { round: { session: sessionId, runId, n } }
}

/** Whether it is a task, the outcome of one, or a person's message, or a round that a person opened. A report without a task is only an answer. */
function isFresh({ content, hop }: DeliveryRecord): boolean {
  switch (content.form) {
    case 'task':
    case 'terminated':
      return true
    case 'report':
      return content.ofTask !== false
    case 'message':
    case 'round':
      return hop === 0
    default:
      return false
  }
}

/** A range of a group as one line: for a model, hundreds of messages are not worth their tokens. */
export function digestItem(
  crew: Crew,
  interval: { readonly groupName: string; readonly joinedSeq: number },
  range: OwedRange,
): TurnItem {
  const { groupName } = interval
  const text = TEXT.digest(groupName, range.count, range.fromN, range.toN)
  return {
    id: `${groupName}:${interval.joinedSeq}:${range.seq}`,
    leadId: crew.state.lead.id,
    seq: range.seq,
    kind: 'group',
    text,
    bytes: Buffer.byteLength(text),
    wake: false,
    groupName,
    messageId: null,
    n: range.toN,
    hop: range.hop,
    fresh: range.hop === 0,
    calls: false,
  }
}

interface Ordered extends Ranked {
  readonly seq: number
}

/** By rank, then in the order in which things happened. */
export function byOrder(a: Ordered, b: Ordered): number {
  return rankOf(a) - rankOf(b) || a.seq - b.seq
}
