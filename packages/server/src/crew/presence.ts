import type { LiveAgent } from '@crewroom/shared/state/crew-state'
import type { Clock } from '../clock'

type Status = LiveAgent['status']
type Connection = LiveAgent['connection']

/** A program that ended and is about to be started again, or a model that did not answer and is about to be asked again. */
export interface Restart {
  /** The how-manieth time in a row, and how many there are before the agent counts as failed. */
  readonly attempt: number
  readonly limit: number
  /** When, in milliseconds of the clock. */
  readonly at: number
  /** What happened, where it is not that a program ended. */
  readonly reason?: string
}

interface Presence {
  readonly status: Status
  readonly connection: Connection
  /** When status or connection changed last, in milliseconds of the clock; null before anything was heard. */
  readonly since: number | null
  readonly restart: Restart | null
  /** Its program was ended because it had nothing to do, and is started when something wakes the agent. */
  readonly asleep: boolean
  /**
   * Its program reads when it asks, and nothing can make it ask: whether it waits for something to read now. Null for
   * programs that can be handed something.
   */
  readonly pull: 'waits' | 'away' | null
}

const UNKNOWN: Presence = {
  status: 'idle',
  connection: 'none',
  since: null,
  restart: null,
  asleep: false,
  pull: null,
}

/** An agent begins with this when its program is started. */
export const STARTING: Omit<Presence, 'since'> = {
  status: 'starting',
  connection: 'none',
  restart: null,
  asleep: false,
  pull: null,
}

/** Latest-wins facts about agents: in memory only, empty after a restart. */
export class PresenceBook {
  readonly #agents = new Map<string, Presence>()
  readonly #clock: Clock
  readonly #changed: (agentId: string) => void

  constructor(clock: Clock, changed: (agentId: string) => void) {
    this.#clock = clock
    this.#changed = changed
  }

  get(agentId: string): Presence {
    return this.#agents.get(agentId) ?? UNKNOWN
  }

  /** The agent is not there any more. */
  forget(agentId: string): void {
    this.#agents.delete(agentId)
  }

  set(agentId: string, change: Partial<Omit<Presence, 'since'>>): void {
    const current = this.get(agentId)
    const next = { ...current, ...change, since: this.#clock.now() }
    const same =
      next.status === current.status &&
      next.connection === current.connection &&
      next.restart === current.restart &&
      next.asleep === current.asleep &&
      next.pull === current.pull
    if (same) return
    this.#agents.set(agentId, next)
    this.#changed(agentId)
  }
}
