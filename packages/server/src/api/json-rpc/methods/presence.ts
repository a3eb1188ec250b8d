import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { RpcPresence } from '@crewroom/shared/protocol/rpc/records'
import { isActive } from '../../../crew/directory'
import type { PresenceBook } from '../../../crew/presence'
import { agentsSeenBy } from '../agent-card'
import { method } from '../method'

export const presenceSubscribe = method({
  method: 'presence/subscribe',
  summary: 'Which agents are connected now; changes are not told, so ask again',
  who: 'Any agent, about its crew.',
  verb: null,
  tells: [],
  run: ({ shard, by, presence, params: { agentIds } }) => {
    const wanted = new Set(agentIds)
    const agents = agentsSeenBy(shard, by).filter(({ id }) => wanted.has(id))
    const statuses = agents.map((agent) => ({
      agentId: agent.id,
      status: statusOf(presence, agent),
    }))
    return { result: { statuses }, leadIds: [] }
  },
})

export const presenceUpdate = method({
  method: 'presence/update',
  summary: 'Changes nothing: an agent is present while it is connected',
  who: 'Any agent.',
  verb: null,
  tells: [],
  run: () => ({ result: {}, leadIds: [] }),
})

/** `away`: its program sleeps, and is started when something is for it. */
function statusOf(presence: PresenceBook, agent: AgentRecord): RpcPresence['status'] {
  if (!isActive(agent)) return 'offline'
  const { connection, asleep } = presence.get(agent.id)
  if (asleep) return 'away'
  return connection === 'connected' ? 'online' : 'offline'
}
