import { memberOf } from '@crewroom/shared/model/group'
import type { Message } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { TEXT } from '@crewroom/shared/text/catalogue'
import type { DeliveryKind, DeliveryRecord, TurnPart, TurnRecord } from '../journal/facts'
import type { Crew } from './crew'
import { named } from './directory'
import type { Interval } from './memberships'
import type { Shard } from './shard'

/** One thing that an agent is handed. The text is made here, at hand-over, from what the turn refers to. */
export interface TurnItem {
  readonly id: string
  readonly seq: number
  readonly kind: DeliveryKind
  readonly text: string
  readonly wake: boolean
  readonly groupName: string | null
  readonly messageId: string | null
  readonly n: number | null
}

export interface PlannedTurn {
  readonly parts: readonly TurnPart[]
  readonly deliveryIds: readonly string[]
  readonly items: readonly TurnItem[]
}

interface OwedPart {
  readonly interval: Interval
  readonly messages: readonly Message[]
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
  const pending = crew
    .owed(agentId)
    .pending.filter((delivery) => delivery.seq <= crew.durableSeq)
    .sort((a, b) => order(a) - order(b) || a.seq - b.seq)
    .slice(0, limit)
  const parts = [...owedParts(shard, crew, agentId, limit)]
  if (pending.length === 0 && parts.length === 0) return null
  const candidates = render(
    shard,
    crew,
    agentId,
    parts.flatMap((part) => part.messages),
    shard.ports.reader.deliveries(pending.map((delivery) => delivery.id)),
  )
  const items = takeWithin(candidates, limit)
  const taken = new Set(items.map((item) => item.id))
  return {
    items,
    deliveryIds: items.filter((item) => item.kind !== 'group').map((item) => item.id),
    parts: parts.flatMap(({ interval, messages }) => {
      const own = messages.filter((message) => taken.has(message.id))
      const last = own[own.length - 1]
      if (!last) return []
      return {
        groupName: interval.groupName,
        joinedSeq: interval.joinedSeq,
        from: interval.handedSeq,
        to: last.seq,
        count: own.length,
      }
    }),
  }
}

/** The items of a turn that was handed over before, from its references: the same, in the same order. */
export function itemsOfTurn(shard: Shard, crew: Crew, turn: TurnRecord): readonly TurnItem[] {
  const messages = turn.parts.flatMap((part) =>
    shard.ports.reader.owedMessages({
      leadId: crew.state.lead.id,
      groupName: part.groupName,
      after: part.from,
      to: part.to,
      notFrom: turn.agentId,
      limit: part.count,
    }),
  )
  return render(
    shard,
    crew,
    turn.agentId,
    messages,
    shard.ports.reader.deliveries(turn.deliveryIds),
  )
}

function* owedParts(shard: Shard, crew: Crew, agentId: string, limit: number): Iterable<OwedPart> {
  for (const interval of crew.memberships.ofAgent(agentId)) {
    if (interval.owed === 0 || crew.state.groups[interval.groupName]?.paused) continue
    const to = Math.min(interval.leftSeq ?? crew.durableSeq, crew.durableSeq)
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
    if (messages.length > 0) yield { interval, messages }
  }
}

/** Interrupts first, then in the order in which things happened. */
function order(item: { readonly kind: DeliveryKind }): number {
  return item.kind === 'interrupt' ? 0 : 1
}

function render(
  shard: Shard,
  crew: Crew,
  agentId: string,
  messages: readonly Message[],
  deliveries: readonly (DeliveryRecord & { readonly seq: number })[],
): TurnItem[] {
  const items: TurnItem[] = messages.map((message) => ({
    id: message.id,
    seq: message.seq,
    kind: 'group',
    text: TEXT.message(
      message.group,
      { id: message.from, roleName: message.fromRole },
      message.content,
    ),
    wake: wakes(crew, agentId, message),
    groupName: message.group,
    messageId: message.id,
    n: message.n,
  }))
  for (const delivery of deliveries) {
    items.push({
      id: delivery.id,
      seq: delivery.seq,
      kind: delivery.kind,
      text: deliveryText(shard, crew, delivery),
      wake: delivery.wake,
      groupName: delivery.groupName,
      messageId: null,
      n: null,
    })
  }
  return items.sort((a, b) => order(a) - order(b) || a.seq - b.seq)
}

function wakes(crew: Crew, agentId: string, message: Message): boolean {
  const group = crew.state.groups[message.group]
  const level = group ? memberOf(group, agentId)?.wake : undefined
  return message.from === HUMAN_ID || level === 'all'
}

function deliveryText(shard: Shard, crew: Crew, delivery: DeliveryRecord): string {
  const { content } = delivery
  switch (content.form) {
    case 'text':
      return content.text
    case 'removed':
      return TEXT.removed(content.groupName, named(crew, content.by))
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
