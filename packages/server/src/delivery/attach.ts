import { SYSTEM } from '@crewroom/shared/model/participant'
import type { By, Shard } from '../crew/shard'
import { stored } from './hand-over'

const BY_SYSTEM: By = { actor: SYSTEM, cause: { kind: 'system' } }

/**
 * To be awaited before a connected agent is handed anything: that it may hold things is stored once, not with each of them. After a
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

/** The same for an agent that asks: what it holds now is stored before it leaves, with every page that brings more. */
export async function noteHeld(shard: Shard, agentId: string): Promise<void> {
  const noted = shard.crewsOf(agentId).flatMap((crew) => {
    const noting = crew.inHand.noting(agentId)
    return noting ? [{ crew, noting }] : []
  })
  for (const { crew, noting } of noted) {
    const decision = shard.decideAccepted(crew)
    decision.add('inbox:confirmed', noting)
    shard.commit(crew, BY_SYSTEM, decision)
  }
  if (noted.length > 0) await stored(shard, agentId)
}

/** The agent's program is not there any more: what comes from now on is not in its hands. */
export function detach(shard: Shard, agentId: string): void {
  for (const crew of shard.crewsOf(agentId)) {
    if (!crew.owed(agentId).isAttached) continue
    crew.inHand.leaves(agentId)
    shard.handEvents.emit('left', crew, agentId)
  }
}
