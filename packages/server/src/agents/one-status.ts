import { decideAutoArchive, decideGroupsBack } from '../groups/auto-archive'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import { decideStall } from '../conduct/stall'

/**
 * A sub-lead is an agent of two crews and has one status: what ended or resumed it in one holds in the other. Called
 * right after the commit in `crew`, with the same cause, so that both are remembered or neither.
 */
export function mirrorStatus(shard: Shard, crew: Crew, by: By, agentId: string): void {
  const { ended = null, endedReason = null } = crew.state.agents[agentId] ?? {}
  for (const other of shard.crewsOf(agentId)) {
    const record = other.state.agents[agentId]
    if (other === crew || !record || record.ended === ended) continue
    const decision = shard.decideAccepted(other)
    decision.add(`agent:${ended ?? 'resumed'}`, { agent: { ...record, ended, endedReason } })
    decideStall(decision, other, agentId, null)
    if (ended !== null) decideAutoArchive(decision, other, agentId)
    else decideGroupsBack(decision, other, agentId)
    shard.commit(other, by, decision)
  }
}
