import { saysLittle } from '@crewroom/shared/model/conduct'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { Crew } from './crew'
import type { By } from './shard'
import type { TurnItem } from './turn-items'

/**
 * How many hand-overs from agent to agent led to what the actor does now: one more than the turn it is in, three
 * for an answer that says little. What people do begins anew.
 */
export function hopOf(crew: Crew, by: By, content?: string): number {
  if (by.actor.kind !== 'agent') return 0
  const { hop } = crew.kept(by.actor.id)
  return hop + (hop > 0 && content !== undefined && saysLittle(content) ? LIMITS.littleHops : 1)
}

/**
 * How long a chain of agents answering each other a turn goes on with: that of its items. A turn with new work in
 * it, or with a person's word, begins anew; and what was written before a person spoke, or a hold ended, counts no more.
 */
export function chainOf(crew: Crew, agentId: string, items: readonly TurnItem[]): number {
  if (items.some(isFresh)) return 0
  return items.reduce((longest, { kind, seq, hop, groupName }) => {
    const place = kind === 'group' ? crew.state.groups[groupName ?? ''] : crew.state.agents[agentId]
    return place && seq <= place.conduct.freshSeq ? longest : Math.max(longest, hop)
  }, 0)
}

function isFresh({ kind, hop }: TurnItem): boolean {
  if (kind === 'task' || kind === 'report') return true
  return hop === 0 && kind !== 'reply' && kind !== 'system' && kind !== 'history'
}
