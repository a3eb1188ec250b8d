import { isSilenced } from '@crewroom/shared/model/group'
import type { DirectMessage } from '@crewroom/shared/model/direct-message'
import type { Message } from '@crewroom/shared/model/message'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { TEXT } from '@crewroom/shared/text/catalogue'
import type { DeliveryKind } from '@crewroom/shared/model/delivery'
import type { DeliveryRecord, TurnPart, TurnRecord } from '../journal/facts'
import type { OwedRange } from '../journal/ports/reader-port'
import type { Crew } from '../crew/crew'
import { isActive, named } from '../crew/directory'
import type { Interval } from '../crew/memberships'
import type { Shard } from '../crew/shard'
import { chainOf } from '../conduct/hops'
import type { TurnItem } from '../crew/turn-item'
import { isHeld, isPaused, messageWakes } from '../crew/wake'

export interface PlannedTurn {
  readonly parts: readonly TurnPart[]
  readonly deliveryIds: readonly string[]
  readonly items: readonly TurnItem[]
  /** How long a chain of hand-overs it goes on with. */
  readonly hop: number
}

interface OwedPart {
  readonly interval: Interval
  readonly messages: readonly Message[]
  /** Instead of the messages, when they are too many to hand over one by one. */
  readonly digest: OwedRange | null
}

/**
 * What the agent would be handed now: at most `limit` items or 64 KiB of text, a larger single item alone.
 * Only durable things, so that nothing is handed over that a crash could take back. Null when nothing is owed.
 */
export function planTurn(
  shard: Shard,
  crew: Crew,
  agentId: string,
  limit: number = LIMITS.turnItems,
): PlannedTurn | null {
  if (isPaused(shard, crew)) return null
  const pending = crew
    .owed(agentId)
    .pending.filter((item) => item.seq <= crew.durableSeq && !isHeld(crew, agentId, item))
    .sort(byOrder)
    .slice(0, limit)
  // Group messages wait for an agent that has ended until it returns, even while its program still runs.
  const agent = crew.state.agents[agentId]
  const parts = agent && isActive(agent) ? [...owedParts(shard, crew, agentId, limit)] : []
  if (pending.length === 0 && parts.length === 0) return null
  const candidates = render(
    shard,
    crew,
    agentId,
    parts.flatMap((part) => part.messages),
    shard.ports.reader.deliveries(pending.map((delivery) => delivery.id)),
    parts.flatMap((part) => (part.digest ? digestItem(crew, part.interval, part.digest) : [])),
  )
  const items = takeWithin(candidates, limit)
  const taken = new Set(items.map((item) => item.id))
  return {
    items,
    hop: chainOf(crew, agentId, items),
    deliveryIds: items.filter((item) => item.kind !== 'group').map((item) => item.id),
    parts: parts.flatMap(({ interval, messages, digest }) => {
      if (digest) {
        if (!taken.has(digestItem(crew, interval, digest).id)) return []
        return {
          groupName: interval.groupName,
          joinedSeq: interval.joinedSeq,
          from: interval.handedSeq,
          to: digest.seq,
          count: digest.count,
          digest: true,
        }
      }
      const own = messages.filter((message) => taken.has(message.id))
      const last = own[own.length - 1]
      if (!last) return []
      return {
        groupName: interval.groupName,
        joinedSeq: interval.joinedSeq,
        from: interval.handedSeq,
        to: last.seq,
        count: own.length,
        digest: false,
      }
    }),
  }
}

/** The items of a turn that was handed over before, from its references: the same, in the same order. */
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
  return render(shard, crew, turn.agentId, messages, reader.deliveries(turn.deliveryIds), digests)
}

function* owedParts(shard: Shard, crew: Crew, agentId: string, limit: number): Iterable<OwedPart> {
  for (const interval of crew.memberships.ofAgent(agentId)) {
    const group = crew.state.groups[interval.groupName]
    if (interval.owed === 0 || !group || isSilenced(group)) continue
    const to = Math.min(interval.leftSeq ?? crew.durableSeq, crew.durableSeq)
    if (interval.owed > LIMITS.digestAbove && crew.state.agents[agentId]?.driver.kind === 'acp') {
      const digest = shard.ports.reader.owedRange({
        leadId: crew.state.lead.id,
        groupName: interval.groupName,
        after: interval.handedSeq,
        to,
        notFrom: agentId,
      })
      if (digest.count > LIMITS.digestAbove) {
        yield { interval, messages: [], digest }
        continue
      }
    }
    const window = crew.window(interval.groupName)
    const messages = window.coversAfter(interval.handedSeq)
      ? window.messages
          .filter(
            (message) =>
              message.seq > interval.handedSeq && message.seq <= to && message.from !== agentId,
          )
          .slice(0, limit)
      : shard.ports.reader.owedMessages({
          leadId: crew.state.lead.id,
          groupName: interval.groupName,
          after: interval.handedSeq,
          to,
          notFrom: agentId,
          limit,
        })
    if (messages.length > 0) yield { interval, messages, digest: null }
  }
}

/** A range of a group as one line: for a model, hundreds of messages are not worth their tokens. */
function digestItem(
  crew: Crew,
  interval: { readonly groupName: string; readonly joinedSeq: number },
  range: OwedRange,
): TurnItem {
  const { groupName } = interval
  return {
    id: `${groupName}:${interval.joinedSeq}:${range.seq}`,
    leadId: crew.state.lead.id,
    seq: range.seq,
    kind: 'group',
    text: TEXT.digest(groupName, range.count, range.fromN, range.toN),
    wake: false,
    groupName,
    messageId: null,
    n: range.toN,
    hop: range.hop,
    fresh: range.hop === 0,
    calls: false,
  }
}

interface Ordered {
  readonly kind: DeliveryKind
  readonly seq: number
  readonly hop: number
}

/** Interrupts first, then what a person wrote to this agent, then in the order in which things happened. */
function byOrder(a: Ordered, b: Ordered): number {
  return rank(a) - rank(b) || a.seq - b.seq
}

function rank({ kind, hop }: Ordered): number {
  if (kind === 'interrupt') return 0
  // What an agent writes has been through at least one hop.
  return kind === 'direct' && hop === 0 ? 1 : 2
}

function render(
  shard: Shard,
  crew: Crew,
  agentId: string,
  messages: readonly Message[],
  deliveries: readonly (DeliveryRecord & { readonly seq: number })[],
  digests: readonly TurnItem[],
): TurnItem[] {
  const said = shard.ports.reader.directMessages(
    deliveries.flatMap(({ content }) => (content.form === 'message' ? content.messageId : [])),
  )
  const items: TurnItem[] = messages.map((message) => ({
    id: message.id,
    leadId: crew.state.lead.id,
    seq: message.seq,
    kind: 'group',
    text: TEXT.message(
      message.group,
      { id: message.from, roleName: message.fromRole },
      message.content,
    ),
    wake: messageWakes(crew, agentId, message),
    groupName: message.group,
    messageId: message.id,
    n: message.n,
    hop: message.hop,
    fresh: message.hop === 0,
    calls: message.hop === 0 || message.mentions.includes(agentId),
  }))
  items.push(...digests)
  for (const delivery of deliveries) {
    items.push({
      id: delivery.id,
      leadId: crew.state.lead.id,
      seq: delivery.seq,
      kind: delivery.kind,
      text: deliveryText(shard, crew, delivery, said),
      wake: delivery.wake,
      groupName: delivery.groupName,
      messageId: null,
      n: null,
      hop: delivery.hop,
      fresh: isFresh(delivery),
      calls: false,
    })
  }
  return items.sort(byOrder)
}

/** A task, what became of one, or what a person wrote. Who reports without a task only answers. */
function isFresh({ content, hop }: DeliveryRecord): boolean {
  switch (content.form) {
    case 'task':
    case 'terminated':
      return true
    case 'report':
      return content.ofTask !== false
    case 'message':
      return hop === 0
    default:
      return false
  }
}

function deliveryText(
  shard: Shard,
  crew: Crew,
  delivery: DeliveryRecord,
  said: ReadonlyMap<string, DirectMessage>,
): string {
  const { content } = delivery
  switch (content.form) {
    case 'text':
      return content.text
    case 'removed':
      return TEXT.removed(content.groupName, named(crew, content.by))
    case 'message': {
      const message = said.get(content.messageId)
      if (!message) throw new Error('a delivery refers to a message that is not there')
      const from = { id: message.from, roleName: message.fromRole }
      return TEXT[message.kind](from, message.content)
    }
    case 'task': {
      const task = shard.ports.reader.task(content.taskId)
      if (!task) throw new Error('a delivery refers to a task that is not there')
      return TEXT.task(named(crew, task.by), task.text, task.context)
    }
    case 'report':
      return TEXT.reported(named(crew, content.agentId), content.status, content.summary)
    case 'terminated':
      return TEXT.reportedEnd(named(crew, content.agentId), named(crew, content.by), content.reason)
    case 'joined': {
      const { history, groupName, role, memberIds } = content
      const lines = history
        ? shard.ports.reader
            .messagesByN(crew.state.lead.id, groupName, history.fromN, history.toN)
            .map((message) =>
              TEXT.historyLine(
                groupName,
                { id: message.from, roleName: message.fromRole },
                message.n,
                message.content,
              ),
            )
        : []
      return TEXT.joined(
        groupName,
        role,
        memberIds.map((id) => named(crew, id)),
        lines,
      )
    }
    default:
      return content satisfies never
  }
}

function takeWithin(items: readonly TurnItem[], limit: number): TurnItem[] {
  const taken: TurnItem[] = []
  let bytes = 0
  for (const item of items) {
    bytes += Buffer.byteLength(item.text)
    if (taken.length > 0 && (taken.length >= limit || bytes > LIMITS.turnBytes)) break
    taken.push(item)
  }
  return taken
}
