import { SYSTEM } from '@crewroom/shared/model/participant'
import type { By, Shard } from '../crew/shard'
import { stored } from './hand-over'

const BY_SYSTEM: By = { actor: SYSTEM, cause: { kind: 'system' } }

/**
 * To be awaited before an agent is handed anything: that it may hold things is stored once, not with each of them. After a
 * crash, whatever it may have held comes again, marked as a repeat.
 */
export async function attach(shard: Shard, agentId: string): Promise<void> {
  let isNew = false
  for (const crew of shard.crewsOf(agentId)) {
    if (!crew.inHand.isOwed(agentId)) continue
    const attaching = crew.inHand.attaching(agentId)
    if (!attaching) continue
    const decision = shard.decideAccepted(crew)
    decision.add('inbox:confirmed', attaching)
    shard.commit(crew, BY_SYSTEM, decision)
    isNew = true
  }
  if (isNew) await stored(shard, agentId)
}

/** The agent's program is not there any more: what comes from now on is not in its hands. */
export function detach(shard: Shard, agentId: string): void {
  for (const crew of shard.crewsOf(agentId)) {
    if (!crew.owed(agentId).isAttached) continue
    crew.inHand.leaves(agentId)
    shard.handEvents.emit('left', crew, agentId)
  }
}
