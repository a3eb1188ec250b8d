import type { CommandName, CommandPayload } from '@crewroom/shared/command/payloads'
import type { DriverChoice } from '../agents/choose-driver'
import type { Crew } from '../crew/crew'
import type { PresenceBook } from '../crew/presence'
import type { By, Shard } from '../crew/shard'

export interface CommandContext {
  readonly shard: Shard
  readonly crew: Crew
  readonly presence: PresenceBook
  /** Which programs an agent may have others run. */
  readonly drivers: DriverChoice
  readonly agentId: string
  readonly by: By
  /** Journal number when the agent's turn began: what it can have read by then. */
  readonly turnBeganSeq: number
  /** The agent calls its commands as tools. */
  readonly called: boolean
}

/** What an agent reads of a command that was accepted. A query's answer wakes; a confirmation rides along. */
export interface CommandReply {
  readonly text: string
  readonly wake: boolean
}

/** One command: it translates to verbs and back to text, and decides nothing. */
export interface CommandHandler<N extends CommandName> {
  readonly name: N
  run(context: CommandContext, payload: CommandPayload<N>): CommandReply
}

export function confirmation(text: string): CommandReply {
  return { text, wake: false }
}

export function answer(text: string): CommandReply {
  return { text, wake: true }
}
