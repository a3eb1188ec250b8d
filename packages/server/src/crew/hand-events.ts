import { EventEmitter } from 'eventemitter3'
import type { Crew } from './crew'

interface Events {
  /** An agent was handed something without a turn: of these groups, or addressed to it. */
  handed: [crew: Crew, agentId: string, groups: readonly string[]]
  /** The agent has confirmed part of a hand-over. `isOver`: that was its last part. */
  confirmed: [crew: Crew, agentId: string, groups: readonly string[], isOver: boolean]
  /** Store at once what has been confirmed so far: somebody is about to read the crew from its tables. */
  wanted: []
  /** The agent is not astray any more: it may be handed rounds again. */
  back: [agentId: string]
  /** A round was closed or a discussion changed: in memory, and not stored yet. */
  advanced: [crew: Crew]
  /** The agent's program is gone. */
  left: [crew: Crew, agentId: string]
}

/** What happens to hand-overs that are not stored. Emitted at once, in the same tick. */
export class HandEvents extends EventEmitter<Events> {}
