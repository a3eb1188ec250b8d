import { type Conduct, saysLittle } from '@crewroom/shared/model/conduct'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { Crew } from '../crew/crew'
import type { By } from '../crew/shard'
import type { TurnItem } from '../crew/turn-item'

/** A group, or an agent that others write to. */
interface Talked {
  readonly conduct: Conduct
}

/**
 * How many hand-overs from agent to agent led to what the actor does now: one more than the turn it is in, or three
 * more for an answer that says little. Acts of people reset the count. `to` is the agent it is addressed to, if any.
 */
export function hopOf(crew: Crew, by: By, content?: string, to?: Talked): number {
  if (by.actor.kind !== 'agent') return 0
  const hop = currentChain(crew, by.actor.id, to)
  return hop + (hop > 0 && content !== undefined && saysLittle(content) ? LIMITS.littleHops : 1)
}

/**
 * How long a chain of agents answering each other a turn continues: the longest of what others say in it. A turn with
 * new work, or with a person's message, starts a new chain. Confirmations and notices change nothing, and neither does
 * an item handed over while the agent still has something to confirm: it may answer either. In a busy crew every agent
 * has read the longest chain of all. So a chain counts no more than the agent's own share allows: an agent that began
 * new work a few turns ago is not deep in a circle, whatever it has read.
 */
export function chainOf(crew: Crew, agentId: string, items: readonly TurnItem[]): number {
  if (items.some(({ fresh }) => fresh)) return 0
  const heard = items.filter(isHeard)
  const current = currentChain(crew, agentId)
  if (heard.length === 0) return current
  const before = crew.inHand.open(agentId).length > 0 ? current : 0
  const longest = heard.reduce((most, { kind, seq, hop, groupName }) => {
    const talked =
      kind === 'group' ? crew.state.groups[groupName ?? ''] : crew.state.agents[agentId]
    return talked && seq <= talked.conduct.freshSeq ? most : Math.max(most, hop)
  }, before)
  return Math.min(longest, LIMITS.hopsPerTurn * (crew.inHand.chain(agentId).turnsInChain + 1))
}

/** Whether somebody else said it. */
function isHeard({ kind }: TurnItem): boolean {
  return kind !== 'reply' && kind !== 'system' && kind !== 'history'
}

/**
 * The chain that an agent is in. It is over if a person spoke, or a hold ended, in the same place since its turn began.
 */
function currentChain(crew: Crew, agentId: string, to?: Talked): number {
  const { hop, turnSeq } = crew.inHand.chain(agentId)
  if (hop === 0) return 0
  const wasReset = (talked: Talked | undefined) => !!talked && turnSeq <= talked.conduct.freshSeq
  if (wasReset(to) || wasReset(crew.state.agents[agentId])) return 0
  // The usual case, so that a message does not cost a look at each of a thousand groups.
  if (turnSeq > crew.freshSeq) return hop
  for (const { groupName } of crew.memberships.ofAgent(agentId)) {
    if (wasReset(crew.state.groups[groupName])) return 0
  }
  return hop
}
