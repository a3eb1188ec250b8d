import { takesTurns } from '@crewroom/shared/model/agent'
import { isSilenced } from '@crewroom/shared/model/group'
import type { Message } from '@crewroom/shared/model/message'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { TurnPart } from '../journal/facts'
import type { PendingDelivery } from '../journal/ports/stored-shard'
import type { OwedRange } from '../journal/ports/reader-port'
import type { Crew } from '../crew/crew'
import type { StoredDelivery } from '../crew/fresh-deliveries'
import { isActive } from '../crew/directory'
import type { StayInHand } from '../crew/holding'
import type { Shard } from '../crew/shard'
import { chainOf } from '../conduct/hops'
import type { TurnItem } from '../crew/turn-item'
import { roundGateOf } from '../crew/round-gate'
import { isHeld, isPaused } from '../crew/wake'
import { byOrder, digestItem, itemsOf } from './turn-items'

export interface PlannedTurn {
  readonly parts: readonly TurnPart[]
  readonly deliveryIds: readonly string[]
  readonly items: readonly TurnItem[]
  /** How long a chain of hand-overs this turn continues. */
  readonly hop: number
}

interface OwedPart {
  readonly interval: StayInHand
  readonly messages: readonly Message[]
  /** In place of messages that are too many to hand over one by one. */
  readonly digest: OwedRange | null
}

/**
 * What the agent would be handed now: at most `limit` items or 64 KiB of text, a larger single item alone. Only durable
 * items, so that nothing is handed over that a crash could take back. Null when nothing is owed. `behindOthers`: these
 * items leave together with others, so that no round is among them.
 */
export function planTurn(
  shard: Shard,
  crew: Crew,
  agentId: string,
  limit: number = LIMITS.turnItems,
  behindOthers = false,
): PlannedTurn | null {
  if (isPaused(shard, crew, agentId)) return null
  const gate = roundGateOf(shard, crew, agentId)
  const pending = crew.inHand
    .pending(agentId)
    .filter(
      (item) => item.seq <= crew.durableSeq && gate.lets(item) && !isHeld(crew, agentId, item),
    )
    .sort(byOrder)
    .slice(0, limit)
  // Group messages wait for an agent that has ended until it returns, even while its program still runs.
  const agent = crew.state.agents[agentId]
  const takesPart = agent !== undefined && isActive(agent) && gate.opensGroups
  const parts = takesPart ? [...owedParts(shard, crew, agentId, limit)] : []
  if (pending.length === 0 && parts.length === 0) return null
  const candidates = itemsOf(
    shard,
    crew,
    agentId,
    parts.flatMap((part) => part.messages),
    deliveriesOf(shard, crew, pending),
    parts.flatMap((part) => (part.digest ? digestItem(crew, part.interval, part.digest) : [])),
  )
  const items = takeWithin(apart(candidates, behindOthers), limit)
  if (items.length === 0) return null
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

function deliveriesOf(
  shard: Shard,
  crew: Crew,
  pending: readonly PendingDelivery[],
): readonly StoredDelivery[] {
  const known = pending.flatMap(({ id }) => crew.inHand.fresh.get(id) ?? [])
  if (known.length === pending.length) return known
  return shard.ports.reader.deliveries(pending.map(({ id }) => id))
}

function* owedParts(shard: Shard, crew: Crew, agentId: string, limit: number): Iterable<OwedPart> {
  for (const interval of crew.inHand.owing(agentId)) {
    const group = crew.state.groups[interval.groupName]
    if (!group || isSilenced(group)) continue
    const to = Math.min(interval.leftSeq ?? crew.durableSeq, crew.durableSeq)
    const agent = crew.state.agents[agentId]
    if (interval.owed > LIMITS.digestAbove && agent && takesTurns(agent.driver)) {
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
    // A change that is not durable yet is in memory alone.
    const messages =
      window.coversAfter(interval.handedSeq) && window.isStored
        ? window
            .after(interval.handedSeq)
            .filter((message) => message.seq <= to && message.from !== agentId)
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

/**
 * A round is handed over alone, behind what came before it. What wakes nobody does not delay it: for a program, a turn of
 * notices is work for nothing.
 */
function apart(items: readonly TurnItem[], behindOthers: boolean): readonly TurnItem[] {
  const at = items.findIndex(({ kind }) => kind === 'round')
  const round = items[at]
  if (!round) return items
  const before = items.slice(0, at)
  return behindOthers || before.some(({ wake }) => wake) ? before : [round]
}

function takeWithin(items: readonly TurnItem[], limit: number): TurnItem[] {
  const taken: TurnItem[] = []
  let bytes = 0
  for (const item of items) {
    bytes += item.bytes
    if (taken.length > 0 && (taken.length >= limit || bytes > LIMITS.turnBytes)) break
    taken.push(item)
  }
  return taken
}
