import { EventEmitter } from 'eventemitter3'
import type { Envelope } from '../journal/facts'

export interface Composing {
  readonly leadId: string
  readonly groupName: string
  /** Masked, and as far as it is written when it is asked for. */
  readonly text: string
  readonly done: boolean
}

interface LiveEvents {
  /** An agent's own text, as it comes. `answers`: the question that it says it answers, or null for none. */
  text: [agentId: string, delta: string, answers?: string | null]
  /** The same without secrets, as far as that is certain. */
  masked: [agentId: string, delta: string, answers?: string | null]
  /** An agent is writing a message to a group, or has stopped to. */
  composing: [agentId: string, message: Composing]
  /** How far a group's messages were handed to an agent, or confirmed by it, has changed. */
  receipt: [agentId: string, groupName: string]
  /** What an agent is owed, whether it has ended, or what it waits for has changed. */
  agent: [agentId: string]
}

/** What happens with agents and is in no log: latest wins, and who is not there misses it. */
export class LiveFeed extends EventEmitter<LiveEvents> {}

/** Latest wins, so it is enough to say of whom something may have changed. */
export function tellChanges(live: LiveFeed, entries: readonly Envelope[]): void {
  for (const { type, data } of entries) {
    if (type === 'turn:sent') {
      for (const part of data.turn.parts) live.emit('receipt', data.turn.agentId, part.groupName)
      live.emit('agent', data.turn.agentId)
    } else if (type === 'turn:ended') {
      for (const group of data.groups) live.emit('receipt', data.agentId, group)
      live.emit('agent', data.agentId)
    } else if (
      type === 'agent:completed' ||
      type === 'agent:failed' ||
      type === 'agent:terminated' ||
      type === 'agent:resumed' ||
      type === 'agent:held' ||
      type === 'agent:released' ||
      type === 'agent:updated'
    ) {
      live.emit('agent', data.agent.id)
    } else if (
      type === 'task:created' ||
      type === 'task:given' ||
      type === 'task:completed' ||
      type === 'task:failed' ||
      type === 'task:cancelled'
    ) {
      live.emit('agent', data.task.agentId)
      live.emit('agent', data.task.by)
    } else if (type === 'need:opened' || type === 'need:closed') {
      if (data.need.kind === 'permission') live.emit('agent', data.need.agentId)
    }
  }
}
