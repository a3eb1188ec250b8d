import type { By, Shard } from '../crew/shard'
import { SYSTEM } from '@crewroom/shared/model/participant'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Envelope } from '../journal/facts'
import { decideAutoArchive } from './auto-archive'

const BY_SERVER: By = { actor: SYSTEM, cause: { kind: 'system' } }

/**
 * Archives the groups that stayed in use only because an agent that had ended was still answering. In a decision of its
 * own: rounds know nothing of groups.
 */
export function archiveAfterRounds(shard: Shard, entries: readonly Envelope[]): void {
  for (const { type, data, leadId } of entries) {
    if (type !== 'round:responded' || data.response.status === 'thinking') continue
    const crew = shard.findCrew(leadId)
    const { agentId } = data.response
    // Whoever runs the crew may use a group in which only the lead is left.
    if (!crew || agentId === leadId || crew.state.agents[agentId]?.ended === null) continue
    // After all others that hear it: what this publishes comes after that.
    queueMicrotask(() => archive(shard, leadId, agentId))
  }
}

function archive(shard: Shard, leadId: string, agentId: string): void {
  const crew = shard.findCrew(leadId)
  if (!crew) return
  try {
    const decision = shard.decideAccepted(crew)
    decideAutoArchive(decision, crew, agentId)
    if (decision.drafts.length > 0) shard.commit(crew, BY_SERVER, decision)
  } catch (error) {
    // The group stays in use.
    if (!(error instanceof CrewError)) throw error
  }
}
