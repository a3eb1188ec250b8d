import type { AgentRecord } from '@crewroom/shared/model/agent'
import { isSilenced, listedIds } from '@crewroom/shared/model/group'
import type { Crew } from '../crew/crew'
import { isActive } from '../crew/directory'
import { openTurns } from './hand-over'
import type { PresenceBook } from '../crew/presence'
import type { Shard } from '../crew/shard'
import { isAnswering } from '../crew/round-gate'
import { isHeld, mustWake } from '../crew/wake'

/** Crews that work together: those that a sub-lead joins. */
export function familyOf(shard: Shard, crew: Crew): Crew[] {
  const family = new Set([crew])
  for (const one of family) {
    for (const id of Object.keys(one.state.agents)) {
      for (const other of shard.crewsOf(id)) family.add(other)
    }
  }
  return [...family]
}

/**
 * Whether the agent's program runs elsewhere and is not connected: nothing happens, and what it left open waits for it.
 */
export function isGone(presence: PresenceBook, { id, driver }: AgentRecord): boolean {
  return driver.kind === 'remote' && presence.get(id).connection !== 'connected'
}

/** Whether an agent is busy, or will be handed something without anybody doing anything. */
export function isUnderWay(shard: Shard, presence: PresenceBook, agent: AgentRecord): boolean {
  if (isGone(presence, agent)) return false
  const { status, restart } = presence.get(agent.id)
  if (status !== 'idle' || restart !== null) return true
  if (openTurns(shard, agent.id, true).length > 0 || isAnswering(shard, agent.id)) return true
  return shard
    .crewsOf(agent.id)
    .some((crew) => mustWake(shard, crew, agent.id) || isKeptBack(crew, agent.id))
}

/** Whether a hold, a paused group or a round holds something back that the agent will be handed. */
function isKeptBack(crew: Crew, agentId: string): boolean {
  const pending = crew.inHand.pending(agentId)
  if (pending.some((item) => item.kind === 'round' || isHeld(crew, agentId, item))) return true
  for (const { groupName } of crew.inHand.owing(agentId)) {
    const group = crew.state.groups[groupName]
    if (group && isSilenced(group)) return true
  }
  return false
}

/**
 * Everybody who may be waiting for one of these agents, or for somebody who is: agents that share a group with them,
 * have exchanged messages with them, or gave them a task.
 */
export function whoWaitsFor(
  family: readonly Crew[],
  agentIds: Iterable<string>,
  wroteWith: (agentId: string) => Iterable<string>,
): ReadonlySet<string> {
  const waiting = new Set(agentIds)
  const seen = new Set<string>()
  for (const id of waiting) {
    for (const other of wroteWith(id)) waiting.add(other)
    for (const crew of family) {
      for (const task of crew.openTasks(id)) waiting.add(task.by)
      for (const { groupName, leftSeq } of crew.memberships.ofAgent(id)) {
        const group = crew.state.groups[groupName]
        if (leftSeq !== null || !group || group.archived || seen.has(group.id)) continue
        seen.add(group.id)
        for (const member of listedIds(group)) waiting.add(member)
      }
    }
  }
  return waiting
}

/** Delegators of the open tasks of these agents, and their delegators in turn. */
export function delegatorsOf(family: readonly Crew[], agentIds: Iterable<string>): Set<string> {
  const found = new Set<string>()
  const asked = [...agentIds]
  for (const id of asked) {
    for (const crew of family) {
      for (const { by, agentId } of crew.openTasks(id)) {
        if (by === agentId || found.has(by)) continue
        found.add(by)
        asked.push(by)
      }
    }
  }
  return found
}

/** Agents with an open task that nobody has reported as stuck yet. A question to a person counts as an answer. */
export function withOpenTask(crew: Crew): AgentRecord[] {
  const given = Object.values(crew.state.tasks).filter(({ waits }) => !waits)
  const ids = new Set(given.map(({ agentId }) => agentId))
  for (const { kind, agentId } of Object.values(crew.state.needs)) {
    if (kind === 'question') ids.delete(agentId)
  }
  return [...ids].flatMap((id) => {
    const agent = crew.state.agents[id]
    const { stall } = crew.remembered(id)
    return agent && isActive(agent) && (stall === null || stall === 'asked') ? agent : []
  })
}
