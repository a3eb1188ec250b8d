import type { Clock } from '../../clock'
import type { Keeper } from './keeper'

export interface ChildOptions {
  readonly agentId: string
  readonly leadId: string
  readonly role: string
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string | null
  /** Added to what it inherits of the environment of this server. */
  readonly env: Readonly<Record<string, string>>
  /** Marks everything that this program starts. Must be different for every start. */
  readonly tag: string
  readonly clock: Clock
  /** How long it may take to end on its own, and again after SIGTERM. */
  readonly graceMs: number
  /** The keeper beside it; this machine's own if left out, none if null. */
  readonly keeper?: Keeper | null
}

/** How the program itself ended; both null if it never ran. */
export interface ChildEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface ChildExit extends ChildEnd {
  /** Why it could not be started, as one sentence. */
  readonly error: string | null
  /** The last 64 KiB. */
  readonly stderr: string
  /** How many of its processes could not even be killed. */
  readonly left: number
}
