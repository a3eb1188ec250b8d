import type { AgentRecord } from '@crewroom/shared/model/agent'
import { decideGroupsBack } from '../groups/auto-archive'
import { decideRoleJoins } from '../groups/role-members'
import type { Decision } from '../journal/decision'
import type { Crew } from '../crew/crew'
import { agentOf, isActive } from '../crew/directory'
import { decideNeedsClosed } from '../crew/needs'
import { assertMayInCrew } from '../crew/may'
import type { By, Shard } from '../crew/shard'

/** Brings an agent that has ended back, and with it the groups that were archived when it ended. */
export function decideRevival(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  by: By,
  agent: AgentRecord,
): void {
  if (isActive(agent)) return
  decision.add('agent:resumed', { agent: { ...agent, ended: null, endedReason: null } })
  decideNeedsClosed(decision, crew, (need) => need.agentId === agent.id && need.kind === 'failed')
  decideGroupsBack(decision, crew, agent.id)
  decideRoleJoins(shard, decision, crew, by, agent)
}

/** Takes an agent up again, also one that was terminated. One that is active only has its program started. */
export function resumeAgent(shard: Shard, crew: Crew, by: By, agentId: string): AgentRecord {
  const agent = agentOf(crew, agentId)
  assertMayInCrew('resume', crew, by, agent)
  const decision = shard.decide(crew)
  decideRevival(shard, decision, crew, by, agent)
  shard.commit(crew, by, decision)
  return agentOf(crew, agentId)
}
