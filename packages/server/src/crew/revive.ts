import type { AgentRecord } from '@crewroom/shared/model/agent'
import { memberOf } from '@crewroom/shared/model/group'
import type { Decision } from '../journal/decision'
import type { Crew } from './crew'
import { agentOf, isActive } from './directory'
import { decideNeedsClosed } from './needs'
import { mirrorStatus } from './one-status'
import { assertMayDo } from './rights'
import type { By, Shard } from './shard'

/** Brings an agent that has ended back, and with it the groups that were archived when it ended. */
export function decideRevival(decision: Decision, crew: Crew, agent: AgentRecord): void {
  if (isActive(agent)) return
  decision.add('agent:resumed', { agent: { ...agent, ended: null, endedReason: null } })
  decideNeedsClosed(decision, crew, (need) => need.agentId === agent.id && need.kind === 'failed')
  for (const group of Object.values(crew.state.groups)) {
    if (group.archived && memberOf(group, agent.id)) {
      decision.add('group:unarchived', { group: { ...group, archived: false } })
    }
  }
}

/** Takes an agent up again, also one that was terminated. One that is active only has its program started. */
export function resumeAgent(shard: Shard, crew: Crew, by: By, agentId: string): AgentRecord {
  const agent = agentOf(crew, agentId)
  assertMayDo('resume', crew, by.actor, agent)
  const decision = shard.decide(crew)
  decideRevival(decision, crew, agent)
  shard.commit(crew, by, decision)
  mirrorStatus(shard, crew, by, agentId)
  return agentOf(crew, agentId)
}
