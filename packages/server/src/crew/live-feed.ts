import { EventEmitter } from 'eventemitter3'
import type { Envelope } from '../journal/facts'

interface LiveEvents {
  /** An agent's own text, as it comes. */
  text: [agentId: string, delta: string]
  /** An agent is writing a message to this group. */
  composing: [agentId: string, groupName: string]
  /** How far a group's messages were handed to an agent, or confirmed by it, has changed. */
  receipt: [agentId: string, groupName: string]
}

/** What happens with agents and is in no log: latest wins, and who is not there misses it. */
export class LiveFeed extends EventEmitter<LiveEvents> {}

/** Receipts are a comparison of integers, so it is enough to say for whom they may have changed. */
export function tellReceipts(live: LiveFeed, entries: readonly Envelope[]): void {
  for (const { type, data } of entries) {
    if (type === 'turn:sent') {
      for (const part of data.turn.parts) live.emit('receipt', data.turn.agentId, part.groupName)
    } else if (type === 'turn:ended') {
      for (const group of data.groups) live.emit('receipt', data.agentId, group)
    }
  }
}
