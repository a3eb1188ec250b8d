import { SYSTEM } from '@crewroom/shared/model/participant'
import type { Crew } from '../../src/crew/crew'
import type { OpenTurn } from '../../src/crew/owed'
import type { Shard } from '../../src/crew/shard'
import { planTurn } from '../../src/delivery/plan-turn'

/** A turn as a fact: as it is of an ACP program, and as it was of every agent in earlier versions of the server. */
export function storeTurn(
  shard: Shard,
  crew: Crew,
  agentId: string,
  limit?: number,
): OpenTurn | null {
  const planned = planTurn(shard, crew, agentId, limit)
  const driver = crew.state.agents[agentId]?.driver.kind
  if (!planned || driver === undefined) return null
  const { parts, deliveryIds, items, hop } = planned
  const id = shard.ports.ids.record()
  const decision = shard.decideAccepted(crew)
  decision.add('turn:sent', {
    turn: { id, agentId, driver, parts, deliveryIds, count: items.length, hop },
  })
  shard.commit(crew, { actor: SYSTEM, cause: { kind: 'system' } }, decision)
  return crew.owed(agentId).turns.find((turn) => turn.id === id) ?? null
}
