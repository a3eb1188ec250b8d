import type { StreamPosition } from '../journal/facts'
import type { Found, TurnNotes } from './agent-stream'

/** Where in which output something was found, and what its agent was told in this turn. */
export interface OutputPlace {
  readonly agentId: string
  readonly stream: string
  readonly notes: TurnNotes
  /** What to store with the reply, so that the command does not run again; null for streams that end with their process. */
  readonly position: StreamPosition | null
  /** Refusals since the last accepted command; the sink keeps it. */
  readonly tally: { refusalsInRow: number }
  readonly replies: RepliesTo
  /** It was called as a tool; it is not in any output. */
  readonly called?: boolean
}

/** Where the replies to commands go: into the inbox, or only into the answer to the request that brought them. */
export type RepliesTo = 'inbox' | 'inline'

export interface CommandResult {
  /** As the agent wrote it. */
  readonly command: string
  readonly ok: boolean
  readonly reply: string
}

/** Answers one found command in this tick. Null when nothing is said (told already in this turn). */
export type CommandSink = (place: OutputPlace, found: Found) => CommandResult | null
