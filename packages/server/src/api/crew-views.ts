import { type AgentView, agentView, type LeadView } from '@crewroom/shared/protocol/views'
import type { Crew } from '../crew/crew'
import { agentOf } from '../crew/directory'
import { liveAgent } from '../live/agent'
import type { PresenceBook } from '../crew/presence'
import type { Shard } from '../crew/shard'

/** Agents and crews as replies show them: what is durable of them, and how they are now. */
export class CrewViews {
  readonly #shard: Shard
  readonly #presence: PresenceBook

  constructor(shard: Shard, presence: PresenceBook) {
    this.#shard = shard
    this.#presence = presence
  }

  agent(crew: Crew, agentId: string): AgentView {
    const live = liveAgent(this.#shard, crew, this.#presence, agentId)
    return agentView(agentOf(crew, agentId), live)
  }

  lead(crew: Crew): LeadView {
    const { lead, agents, groups } = crew.state
    return {
      ...this.agent(crew, lead.id),
      name: lead.name,
      parentId: lead.parentId,
      paused: lead.paused,
      autoGroups: lead.autoGroups,
      ...(lead.workspace === undefined ? {} : { workspace: lead.workspace }),
      agentCount: Object.keys(agents).length,
      groupCount: Object.keys(groups).length,
    }
  }
}
