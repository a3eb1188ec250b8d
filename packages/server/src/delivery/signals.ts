import { EventEmitter } from 'eventemitter3'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { AgentPart, AgentRecord } from '@crewroom/shared/model/agent'
import type { Envelope } from '../journal/facts'
import type { Crew } from '../crew/crew'
import type { Shard } from '../crew/shard'

/** Its program goes on when they change. */
const LEAVE_RUNNING: ReadonlySet<AgentPart> = new Set(['name', 'mode', 'instructions'])

interface SignalEvents {
  /** Something new and durable is owed to the agent. */
  owed: [agentId: string]
  /** Start this agent's program. */
  created: [crew: Crew, agent: AgentRecord]
  /** An agent that had ended is active again. */
  resumed: [agent: AgentRecord]
  /** How an agent's program is started has changed. */
  changed: [agentId: string]
  /** The mode of an agent has changed, and nothing else of how its program is started. */
  mode: [agentId: string]
  /** An agent was terminated: stop its program. */
  ended: [agent: AgentRecord]
  /** Interrupt this agent, or only what it does in one turn; what interrupts it is already owed. */
  interrupted: [agentId: string, turnId: string | null]
  /** Hand this agent what waits for it although none of it wakes. */
  wanted: [agentId: string]
  /** A hand-over is over: all of it is confirmed. */
  turnEnded: [crew: Crew, agentId: string]
  /** Their crew was deleted: end their programs and connections. */
  gone: [agentIds: readonly string[]]
}

/**
 * Watches facts become durable and tells drivers which agents they concern. The items themselves are in memory already:
 * this only rings.
 */
export class Signals extends EventEmitter<SignalEvents> {
  readonly #shard: Shard

  constructor(shard: Shard) {
    super()
    this.#shard = shard
  }

  /** Memory was rebuilt: anything may be owed to anybody. */
  ringForAll(): void {
    const concerned = new Set<string>()
    for (const crew of this.#shard.crews()) everybody(crew, concerned)
    for (const agentId of concerned) this.emit('owed', agentId)
  }

  published(entries: readonly Envelope[]): void {
    const concerned = new Set<string>()
    const interrupted = new Map<string, string | null>()
    for (const entry of entries) {
      if (entry.type === 'server:paused') {
        for (const crew of this.#shard.crews()) everybody(crew, concerned)
        continue
      }
      if (entry.type === 'lead:deleted') {
        this.emit('gone', entry.data.agentIds)
        // An agent that waits for something to read waits for nothing else.
        for (const agentId of entry.data.agentIds) concerned.add(agentId)
        continue
      }
      const crew = this.#shard.findCrew(entry.leadId)
      if (!crew) continue
      switch (entry.type) {
        case 'group:message':
          for (const interval of crew.memberships.current(entry.data.groupName)) {
            if (interval.owed > 0 && interval.agentId !== HUMAN_ID) concerned.add(interval.agentId)
          }
          break
        case 'group:updated':
          // An item that started nothing before may start a program now.
          if (entry.data.wakeOf !== undefined) concerned.add(entry.data.wakeOf)
          break
        case 'delivery:created':
          concerned.add(entry.data.delivery.agentId)
          break
        case 'agent:created':
          this.emit('created', crew, entry.data.agent)
          break
        case 'agent:resumed':
          this.emit('resumed', entry.data.agent)
          break
        case 'agent:updated':
          if (entry.data.changed.some((part) => !LEAVE_RUNNING.has(part))) {
            this.emit('changed', entry.data.agent.id)
          } else if (entry.data.changed.includes('mode')) {
            this.emit('mode', entry.data.agent.id)
          }
          break
        case 'agent:completed':
        case 'agent:failed':
        case 'agent:terminated':
          // It may have been the last one at work: have its lead look at what waits for it.
          concerned.add(crew.state.lead.id)
          if (entry.type === 'agent:terminated') this.emit('ended', entry.data.agent)
          break
        case 'agent:held':
        case 'agent:released':
          concerned.add(entry.data.agent.id)
          break
        case 'turn:ended':
          this.emit('turnEnded', crew, entry.data.agentId)
          break
        case 'direct:message':
          if (entry.data.message.kind === 'interrupt' && entry.data.message.to !== null) {
            interrupted.set(entry.data.message.to, null)
          }
          break
        case 'round:responded': {
          const { agentId, status, deliveryId } = entry.data.response
          // What waited behind its answer may be handed over.
          concerned.add(agentId)
          const turnId = status === 'interrupted' ? turnWith(crew, agentId, deliveryId) : null
          if (turnId !== null && !interrupted.has(agentId)) interrupted.set(agentId, turnId)
          break
        }
        case 'delivery:withdrawn':
          concerned.add(entry.data.agentId)
          break
        case 'lead:paused':
        case 'lead:resumed':
        case 'budget:changed':
        case 'group:paused':
        case 'group:resumed':
        case 'group:held':
          everybody(crew, concerned)
          break
        default:
      }
    }
    for (const [agentId, turnId] of interrupted) this.emit('interrupted', agentId, turnId)
    for (const agentId of concerned) this.emit('owed', agentId)
  }
}

/** The open turn that holds a delivery. */
function turnWith(crew: Crew, agentId: string, deliveryId: string): string | null {
  const { turns } = crew.owed(agentId)
  return turns.find(({ deliveryIds }) => deliveryIds.includes(deliveryId))?.id ?? null
}

/** What may be handed over has changed for everybody: each agent is checked again. */
function everybody(crew: Crew, concerned: Set<string>): void {
  for (const agentId of Object.keys(crew.state.agents)) concerned.add(agentId)
}
