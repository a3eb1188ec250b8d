import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { LiveAgent, LiveState } from '@crewroom/shared/state/crew-state'
import type { Named } from '@crewroom/shared/text/catalogue'
import type { Crew } from './crew'
import { named } from './directory'
import type { PresenceBook } from './presence'
import type { Shard } from './shard'

/** What an agent has not been handed, and since when the oldest of it waits. */
export function owedOf(shard: Shard, crew: Crew, agentId: string): LiveAgent['owed'] {
  const { pending } = crew.owed(agentId)
  let count = pending.length
  let oldestAt = pending[0]?.at ?? null
  for (const interval of crew.memberships.ofAgent(agentId)) {
    if (interval.owed === 0) continue
    count += interval.owed
    const window = crew.window(interval.groupName)
    const first = window.coversAfter(interval.handedSeq)
      ? window.messages.find(
          (message) => message.seq > interval.handedSeq && message.from !== agentId,
        )
      : shard.ports.reader.owedMessages({
          leadId: crew.state.lead.id,
          groupName: interval.groupName,
          after: interval.handedSeq,
          to: interval.leftSeq ?? crew.durableSeq,
          notFrom: agentId,
          limit: 1,
        })[0]
    if (first && (oldestAt === null || first.timestamp < oldestAt)) oldestAt = first.timestamp
  }
  return { count, oldestAt }
}

export function liveAgent(
  shard: Shard,
  crew: Crew,
  presence: PresenceBook,
  agentId: string,
): LiveAgent {
  return { ...presence.get(agentId), owed: owedOf(shard, crew, agentId) }
}

export function liveState(shard: Shard, crew: Crew, presence: PresenceBook): LiveState {
  const agents: LiveState['agents'] = {}
  for (const id of Object.keys(crew.state.agents)) agents[id] = liveAgent(shard, crew, presence, id)
  return { agents }
}

/** Why an agent will not read a message of this group now, or null when nothing is in its way. */
export function waitingReason(
  crew: Crew,
  presence: PresenceBook,
  groupName: string,
  agent: AgentRecord,
): string | null {
  if (crew.state.groups[groupName]?.paused) return 'paused'
  const { status, connection } = presence.get(agent.id)
  if (status === 'starting') return 'starting'
  if (connection !== 'connected') return 'disconnected'
  // A pipe is written to at once, whatever its program does; only a program can say that it is busy.
  return status === 'working' && agent.driver.kind !== 'pipe' ? 'busy' : null
}

/** Agents among `ids` that will not read a message now, each with why; for the sentence behind a confirmation. */
export function waitingOf(
  crew: Crew,
  presence: PresenceBook,
  groupName: string,
  ids: readonly string[],
): { who: Named; reason: string }[] {
  return ids.flatMap((id) => {
    const agent = crew.state.agents[id]
    const reason = agent && waitingReason(crew, presence, groupName, agent)
    return reason ? [{ who: named(crew, id), reason }] : []
  })
}
