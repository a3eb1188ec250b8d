import type { LiveAgent } from '@crewroom/shared/state/crew-state'

type Status = LiveAgent['status']
type Connection = LiveAgent['connection']

interface Presence {
  status: Status
  connection: Connection
}

/** Latest-wins facts about agents: in memory only, empty after a restart. */
export class PresenceBook {
  readonly #agents = new Map<string, Presence>()
  readonly #changed: (agentId: string) => void

  constructor(changed: (agentId: string) => void) {
    this.#changed = changed
  }

  get(agentId: string): Readonly<Presence> {
    return this.#agents.get(agentId) ?? { status: 'idle', connection: 'none' }
  }

  set(agentId: string, change: Partial<Presence>): void {
    const current = this.get(agentId)
    const next = { ...current, ...change }
    if (next.status === current.status && next.connection === current.connection) return
    this.#agents.set(agentId, next)
    this.#changed(agentId)
  }
}
