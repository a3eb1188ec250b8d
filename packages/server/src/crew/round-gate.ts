import type { PendingDelivery } from '../journal/ports/stored-shard'
import type { Crew } from './crew'
import type { Shard } from './shard'

/** What rounds keep back from an agent, whatever else does. */
export interface RoundGate {
  /** Whether it may be handed messages of its groups. */
  readonly opensGroups: boolean
  /** Whether it may be handed this. */
  lets(item: Pick<PendingDelivery, 'id' | 'kind'>): boolean
}

const OPEN: RoundGate = { opensGroups: true, lets: () => true }
/** It answers a round: what it says from now on must belong to that alone. */
const ANSWERING: RoundGate = { opensGroups: false, lets: ({ kind }) => kind === 'interrupt' }
/** What it says belongs to a round that is over; for anything but rounds that does not matter. */
const NO_ROUNDS: RoundGate = { opensGroups: true, lets: ({ kind }) => kind !== 'round' }

/**
 * The one place that decides this. What plans a hand-over and what asks whether there is anything to hand over both look
 * here, so that nobody is woken for nothing.
 */
export function roundGateOf(shard: Shard, crew: Crew, agentId: string): RoundGate {
  let isAstray = false
  for (const { rounds } of shard.crewsOf(agentId)) {
    if (rounds.answering(agentId)) return ANSWERING
    isAstray ||= rounds.isAstray(agentId)
  }
  const asked = crew.rounds.asked(agentId)
  if (asked.length === 0) return OPEN
  if (isAstray) return NO_ROUNDS
  const paused = asked.filter(({ runId, n }) => isGroupPaused(crew, runId, n))
  if (paused.length === 0) return OPEN
  const kept = new Set(paused.map(({ deliveryId }) => deliveryId))
  return { opensGroups: true, lets: ({ id }) => !kept.has(id) }
}

/** Whether the group of a round is paused: the round waits, and so do its times. */
export function isGroupPaused(crew: Crew, runId: string, n: number): boolean {
  const round = crew.rounds.round(runId, n)
  return round !== undefined && crew.state.groups[round.groupName]?.paused === true
}

/** Whether the agent answers a round, in any of its crews. */
export function isAnswering(shard: Shard, agentId: string): boolean {
  return shard.crewsOf(agentId).some(({ rounds }) => rounds.answering(agentId) !== null)
}
