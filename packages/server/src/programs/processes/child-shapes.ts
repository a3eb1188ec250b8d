import type { Clock } from '../../clock'
import type { Keeper } from './keeper'

export interface ChildOptions {
  readonly agentId: string
  readonly leadId: string
  readonly role: string
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string | null
  /** Added to the environment of this server. */
  readonly env: Readonly<Record<string, string>>
  /** Marks all that this program starts. Must be another one for every start. */
  readonly tag: string
  readonly clock: Clock
  /** How long it may take to end on its own, and again after SIGTERM. */
  readonly graceMs: number
  /** What stays beside it; this machine's own when it is not given, nothing when it is null. */
  readonly keeper?: Keeper | null
}

/** How the program itself ended; both null when it was never running. */
export interface ChildEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface ChildExit extends ChildEnd {
  /** Why it could not be started, as one sentence. */
  readonly error: string | null
  /** The last 64 KiB. */
  readonly stderr: string
  /** How many processes of it could not even be killed. */
  readonly left: number
}
