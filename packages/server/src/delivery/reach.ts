import type { Crew } from '../crew/crew'
import type { HeldItem, Reach } from '../crew/holding'
import type { Shard } from '../crew/shard'
import { ackInHand } from './turns'

/**
 * Confirms what a cursor covers in one crew: what the agent holds, and what an earlier run of the server handed to it.
 * A cursor that covers less than an earlier one changes nothing.
 */
export function ackReach(shard: Shard, crew: Crew, agentId: string, reach: Reach): void {
  const isReached = ({ seq, joinedSeq }: Pick<HeldItem, 'seq' | 'joinedSeq'>) =>
    joinedSeq === null ? reach.addressed.has(seq) : seq <= (reach.stays.get(joinedSeq) ?? 0)
  ackInHand(shard, crew, agentId, isReached)
  const groups = ackStays(shard, crew, agentId, reach)
  const addressed = crew.inHand
    .pending(agentId)
    .filter(({ seq }) => isReached({ seq, joinedSeq: null }) && seq <= crew.durableSeq)
  if (addressed.length > 0) crew.inHand.ackAddressed(agentId, addressed)
  if (addressed.length + groups.length > 0) {
    shard.handEvents.emit('confirmed', crew, agentId, groups, false)
  }
}

/**
 * Returns the groups of which more is confirmed now. Never goes beyond what is durable: nothing further was handed to
 * anybody.
 */
function ackStays(shard: Shard, crew: Crew, agentId: string, { stays }: Reach): string[] {
  return crew.inHand.owing(agentId).flatMap(({ groupName, joinedSeq, leftSeq, handedSeq }) => {
    const to = Math.min(stays.get(joinedSeq) ?? 0, crew.durableSeq, leftSeq ?? Infinity)
    if (to <= handedSeq) return []
    const range = { leadId: crew.state.lead.id, groupName, after: handedSeq, to, notFrom: agentId }
    const { count, seq } = shard.ports.reader.owedRange(range)
    const interval = crew.memberships.stay(groupName, agentId, joinedSeq)
    if (count === 0 || !interval) return []
    crew.inHand.ackStay(interval, seq, count)
    return [groupName]
  })
}
