import type { AgentRecord } from '@crewroom/shared/model/agent'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { Crew } from '../crew/crew'
import { agentOf } from '../crew/directory'
import { assertMayInCrew } from '../crew/may'
import { withGivenTexts } from '../delivery/given'
import { crewOfAgentFor } from '../crew/seen-crews'
import type { By, Shard } from '../crew/shard'
import type { RolloutQuery } from '../journal/ports/rollout-port'

/** Records beside the journal: answers how much of an agent's is still not in the tables after so long. */
export interface StoredRollouts {
  stored(agentId: string, waitMs: number): Promise<number>
}

/** A record that whoever opened it may read. */
export interface OpenRollout {
  readonly crew: Crew
  readonly agent: AgentRecord
}

/** A reader waits so long for what was recorded before its request; after that it is told what is missing. */
const WAIT_MS = 2_000

/** The record of an agent, for people and the agent itself. */
export function openRollout(shard: Shard, by: By, agentId: string): OpenRollout {
  const crew = crewOfAgentFor(shard, by, agentId)
  const agent = agentOf(crew, agentId)
  assertMayInCrew('readRollout', crew, by, agent)
  return { crew, agent }
}

/** A page of what the agent emitted and was given. */
export async function readRollout(
  shard: Shard,
  rollouts: StoredRollouts,
  { crew, agent }: OpenRollout,
  query: Omit<RolloutQuery, 'agentId' | 'limit'> & { readonly limit?: number | undefined },
) {
  const leadId = crew.state.lead.id
  await shard.journal.durable(leadId)
  const pending = await rollouts.stored(agent.id, WAIT_MS)
  const page = shard.ports.reader.rollout(leadId, {
    ...query,
    agentId: agent.id,
    limit: query.limit ?? LIMITS.pageDefault,
  })
  const entries = withGivenTexts(shard, leadId, agent.id, page.entries)
  return { ...page, entries, pending }
}
