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
 * How many hand-overs from agent to agent led to what the actor does now: one more than the turn it is in, three
 * for an answer that says little. Acts of people reset the count. `to` is the agent that it is written to, if to one.
 */
export function hopOf(crew: Crew, by: By, content?: string, to?: Talked): number {
  if (by.actor.kind !== 'agent') return 0
  const hop = currentChain(crew, by.actor.id, to)
  return hop + (hop > 0 && content !== undefined && saysLittle(content) ? LIMITS.littleHops : 1)
}

/**
 * How long a chain of agents answering each other a turn goes on with: that of what others say in it. A turn with
 * new work in it, or with a person's message, starts a new chain. Confirmations and notices change nothing, and neither does
 * an item handed over while the agent still has something to confirm: it may answer either.
 *
 * Where much is said everybody has read the longest chain of all. So it counts no more than the agent's own share
 * allows: an agent that began new work a few turns ago is not deep in a circle, whatever it has read.
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

/** Something that somebody else says. */
function isHeard({ kind }: TurnItem): boolean {
  return kind !== 'reply' && kind !== 'system' && kind !== 'history'
}

/** The chain that an agent is in; over when, since its turn began, a person spoke or a hold ended where it is. */
function currentChain(crew: Crew, agentId: string, to?: Talked): number {
  const { hop, turnSeq } = crew.inHand.chain(agentId)
  if (hop === 0) return 0
  const begunAnew = (talked: Talked | undefined) => !!talked && turnSeq <= talked.conduct.freshSeq
  if (begunAnew(to) || begunAnew(crew.state.agents[agentId])) return 0
  // Hardly ever: of a thousand groups none is looked at for a message.
  if (turnSeq > crew.freshSeq) return hop
  for (const { groupName } of crew.memberships.ofAgent(agentId)) {
    if (begunAnew(crew.state.groups[groupName])) return 0
  }
  return hop
}
