import { SYSTEM } from '@crewroom/shared/model/participant'
import type { Crew } from '../crew/crew'
import { isGroupPaused } from '../crew/round-gate'
import type { By, Shard } from '../crew/shard'
import type { TurnItem } from '../crew/turn-item'
import { openCrews } from './hand-over'
import { itemsOf } from './turn-items'

const BY_SYSTEM: By = { actor: SYSTEM, cause: { kind: 'system' } }

/**
 * The round that a pipe has confirmed and not answered. Only the program that took it knows it: the next one of the agent is
 * to be given it again. Null when there is none, and in a pause.
 */
export function unansweredRound(shard: Shard, agentId: string): TurnItem | null {
  return found(shard, agentId)?.item ?? null
}

/** The same for an ACP program or a model that takes the place of a pipe: the round becomes a turn of its own. */
export function takeUnansweredRound(shard: Shard, agentId: string): void {
  const { crew, item } = found(shard, agentId) ?? {}
  if (!crew || !item) return
  const driver = crew.state.agents[agentId]?.driver.kind ?? 'acp'
  const decision = shard.decideAccepted(crew)
  decision.add('turn:sent', {
    turn: {
      id: shard.ports.ids.record(),
      agentId,
      driver,
      parts: [],
      deliveryIds: [item.id],
      count: 1,
      hop: item.hop,
    },
  })
  shard.commit(crew, BY_SYSTEM, decision)
}

function found(shard: Shard, agentId: string): { crew: Crew; item: TurnItem } | null {
  for (const crew of openCrews(shard, agentId)) {
    if (crew.state.agents[agentId]?.driver.kind === 'remote') continue
    const asked = crew.rounds.answering(agentId)
    if (!asked || isGroupPaused(crew, asked.runId, asked.n)) continue
    const { deliveryId } = asked
    const isOpen = crew.inHand.open(agentId).some(({ deliveryIds }) => deliveryIds.includes(deliveryId)) // prettier-ignore
    if (isOpen) continue
    const deliveries = shard.ports.reader.deliveries([deliveryId])
    const [item] = itemsOf(shard, crew, agentId, [], deliveries, [])
    if (item) return { crew, item }
  }
  return null
}
