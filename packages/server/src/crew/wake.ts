import type { BudgetRecord } from '@crewroom/shared/model/budget'
import { isSilenced, memberOf } from '@crewroom/shared/model/group'
import type { Message } from '@crewroom/shared/model/message'
import { isWokenBy } from '@crewroom/shared/state/wakes'
import type { PendingDelivery } from '../journal/ports/stored-shard'
import type { Crew } from './crew'
import { isActive } from './directory'
import { roundGateOf } from './round-gate'
import type { Shard } from './shard'

/** Whether nothing is handed to this crew's agents at all, or to this one. */
export function isPaused(shard: Shard, crew: Crew, agentId: string | null = null): boolean {
  return shard.paused || crew.state.lead.paused || budgetReached(crew, agentId) !== null
}

/** The budget that keeps everything back from a crew, or from this agent of it. */
export function budgetReached(crew: Crew, agentId: string | null): BudgetRecord | null {
  const ofCrew = crew.budget(null)
  if (ofCrew?.stage === 'reached') return ofCrew
  const own = agentId === null ? null : crew.budget(agentId)
  return own?.stage === 'reached' ? own : null
}

/** Whether a delivery is kept back: what agents write directly to one that talks in circles. */
export function isHeld(
  crew: Crew,
  agentId: string,
  { kind, hop }: Pick<PendingDelivery, 'kind' | 'hop'>,
): boolean {
  const hold = crew.state.agents[agentId]?.hold
  return !!hold && kind === 'direct' && hop >= hold.count
}

/** Whether an interrupt of the agent was not handed over yet. */
export function interruptWaits(shard: Shard, agentId: string): boolean {
  const isInterrupt = ({ kind }: PendingDelivery) => kind === 'interrupt'
  return shard.crewsOf(agentId).some((crew) => crew.inHand.pending(agentId).some(isInterrupt))
}

/** Whether a message is a reason for this member of its group to start, now that it can be handed over. */
export function messageWakes(crew: Crew, agentId: string, message: Message): boolean {
  const group = crew.state.groups[message.group]
  return group !== undefined && isWokenBy(group, agentId, message)
}

/**
 * Whether the agent is owed anything that is a reason to start, however much lies before it. Counts what is not
 * durable yet: publishing rings again. Nothing wakes an agent that has ended, and nothing in a pause wakes anybody.
 */
export function mustWake(shard: Shard, crew: Crew, agentId: string): boolean {
  const agent = crew.state.agents[agentId]
  if (!agent || !isActive(agent) || isPaused(shard, crew, agentId)) return false
  const { inHand } = crew
  const gate = roundGateOf(shard, crew, agentId)
  const wakes = (item: PendingDelivery) =>
    item.wake && gate.lets(item) && !isHeld(crew, agentId, item)
  if (inHand.pending(agentId).some(wakes)) return true
  if (!gate.opensGroups) return false
  for (const interval of inHand.owing(agentId)) {
    const group = crew.state.groups[interval.groupName]
    if (!group || isSilenced(group)) continue
    const level = memberOf(group, agentId)?.wake
    if (level === 'all' || (level !== 'none' && interval.callSeq > interval.handedSeq)) return true
  }
  return false
}

/** Whether others have something for the agent that does not start it: notices of its own acts do not count. */
export function somethingWaits(shard: Shard, crew: Crew, agentId: string): boolean {
  const agent = crew.state.agents[agentId]
  if (!agent || !isActive(agent) || isPaused(shard, crew, agentId)) return false
  const gate = roundGateOf(shard, crew, agentId)
  const fromOthers = crew.inHand
    .pending(agentId)
    .some(
      (item) =>
        item.kind !== 'reply' &&
        item.kind !== 'system' &&
        item.kind !== 'history' &&
        gate.lets(item) &&
        !isHeld(crew, agentId, item),
    )
  if (fromOthers) return true
  if (!gate.opensGroups) return false
  for (const { groupName } of crew.inHand.owing(agentId)) {
    const group = crew.state.groups[groupName]
    if (group && !isSilenced(group)) return true
  }
  return false
}
