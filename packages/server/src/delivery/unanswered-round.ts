import { isGroupPaused } from '../crew/round-gate'
import type { Shard } from '../crew/shard'
import type { TurnItem } from '../crew/turn-item'
import { openCrews } from './hand-over'
import { itemsOf } from './turn-items'

/**
 * The round that a pipe has confirmed and not answered. Only the program that took it knows it: the next one is to be given it
 * again. Null when there is none, and in a pause.
 */
export function unansweredRound(shard: Shard, agentId: string): TurnItem | null {
  for (const crew of openCrews(shard, agentId)) {
    if (crew.state.agents[agentId]?.driver.kind !== 'pipe') continue
    const asked = crew.rounds.answering(agentId)
    if (!asked || isGroupPaused(crew, asked.runId, asked.n)) continue
    if (!crew.inHand.isConfirmed(agentId, asked.deliveryId)) continue
    const deliveries = shard.ports.reader.deliveries([asked.deliveryId])
    const [item] = itemsOf(shard, crew, agentId, [], deliveries, [])
    if (item) return item
  }
  return null
}
