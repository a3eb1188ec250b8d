import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { Decision } from '../journal/decision'
import type { Crew } from './crew'

/** Decides what follows in a crew when an agent's status has become this in its other crew. */
export type OneStatus = (decision: Decision, crew: Crew, agent: AgentRecord) => void

/** What is asked of the shard. */
interface Crews {
  readonly ports: { readonly oneStatus: OneStatus }
  crewsOf(agentId: string): readonly Crew[]
  decideAccepted(crew: Crew): Decision
}

/**
 * Decisions with what follows from them in other crews: a sub-lead is an agent of two crews and has one status. It is seen
 * by the records in the facts, so that no verb has to remember it.
 */
export function withOneStatus(
  shard: Crews,
  decided: ReadonlyMap<Crew, Decision>,
): ReadonlyMap<Crew, Decision> {
  const all = new Map(decided)
  for (const [crew, decision] of decided) {
    for (const agent of statusChanges(crew, decision)) {
      for (const other of shard.crewsOf(agent.id)) {
        const record = other.state.agents[agent.id]
        if (other === crew || !record || record.ended === agent.ended) continue
        const further = all.get(other) ?? shard.decideAccepted(other)
        if (statusChanges(other, further).some(({ id }) => id === agent.id)) continue
        const { ended, endedReason } = agent
        shard.ports.oneStatus(further, other, { ...record, ended, endedReason })
        all.set(other, further)
      }
    }
  }
  return all
}

/** The agents that a decision ends or brings back, by whatever fact, as they are after it. */
function statusChanges(crew: Crew, decision: Decision): AgentRecord[] {
  const after = new Map<string, AgentRecord>()
  for (const { data } of decision.drafts) {
    if ('agent' in data && typeof data.agent === 'object') after.set(data.agent.id, data.agent)
  }
  return [...after.values()].filter(({ id, ended }) => {
    const before = crew.state.agents[id]
    return before !== undefined && before.ended !== ended
  })
}
