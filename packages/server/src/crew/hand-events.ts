import { EventEmitter } from 'eventemitter3'
import type { Crew } from './crew'

interface Events {
  /** An agent was handed something without a turn: of these groups, or addressed to it. */
  handed: [crew: Crew, agentId: string, groups: readonly string[]]
  /** The agent has confirmed some of what it holds. `isOver`: all of a hand-over. */
  confirmed: [crew: Crew, agentId: string, groups: readonly string[], isOver: boolean]
  /** What was confirmed by now is to be stored at once: somebody reads the crew from its tables. */
  wanted: []
  /** It is there, or not any more. */
  left: [crew: Crew, agentId: string]
}

/** What becomes of hand-overs that are not stored. Told at once, in the same tick. */
export class HandEvents extends EventEmitter<Events> {}
