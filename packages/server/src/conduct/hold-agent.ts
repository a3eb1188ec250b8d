import type { AgentRecord } from '@crewroom/shared/model/agent'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Decision } from '../journal/decision'
import { leadMayRelease, released } from '../crew/conduct-guard'
import type { Crew } from '../crew/crew'
import { agentOf } from '../crew/directory'
import { decideHoldTold } from './hold-notice'
import { decideNeedsClosed } from '../crew/needs'
import { assertMayInCrew } from '../crew/may'
import type { By, Shard } from '../crew/shard'

/**
 * Holds back what other agents write directly to an agent, in the decision in which one of them writes once too often.
 * Messages of people, tasks, reports and interrupts still reach it. Returns the agent as it is then.
 */
export function decideAgentHold(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  by: By,
  agent: AgentRecord,
  hop: number,
): AgentRecord {
  const { guard } = shard.ports
  if (by.actor.kind !== 'agent' || agent.hold || hop < guard.limits.hops) return agent
  const held: AgentRecord = {
    ...agent,
    ...guard.hold(agent, {
      reason: 'hops',
      count: guard.limits.hops,
      agentIds: [by.actor.id, agent.id],
    }),
  }
  decision.add('agent:held', { agent: held })
  decideHoldTold(shard, decision, crew, { agent: held }, by.actor.id)
  return held
}

/** Ends the hold inside a decision; returns the agent as it is then. */
export function decideAgentRelease(
  decision: Decision,
  crew: Crew,
  by: By,
  agent: AgentRecord,
): AgentRecord {
  if (!agent.hold) return agent
  const { nextSeq, at } = decision
  const next = { ...agent, ...released(agent, nextSeq, at, by.actor.kind === 'human') }
  decision.add('agent:released', { agent: next })
  decideNeedsClosed(
    decision,
    crew,
    (need) => need.kind === 'held' && need.groupName === null && need.agentId === agent.id,
  )
  return next
}

/** Ends the hold of an agent, so that it is handed what agents write to it again. */
export function releaseAgent(shard: Shard, crew: Crew, by: By, agentId: string): AgentRecord {
  const agent = agentOf(crew, agentId)
  assertMayInCrew('release', crew, by)
  if (!agent.hold) return agent
  if (by.actor.kind === 'agent' && !leadMayRelease(agent)) {
    throw new CrewError(
      'forbidden',
      `agents' messages to it were on hold ${agent.conduct.strikes} times in a row. The person who runs the crew can end this hold; otherwise it ends at ${agent.hold.until}.`,
    )
  }
  const decision = shard.decide(crew)
  decideAgentRelease(decision, crew, by, agent)
  shard.commit(crew, by, decision)
  return agentOf(crew, agentId)
}
