import type { Ids } from '../ids'
import type { Clock } from '../clock'

/** What a program is given to call Crewroom's tools, for as long as it runs. */
export interface ToolDoor {
  /** Good for the tools of its agent alone, and forgotten with the program. */
  readonly token: string
  /** Whether the program asked which tools there are; resolves with false if it did not within `ms`. */
  listed(ms: number): Promise<boolean>
  close(): void
}

interface OpenDoor {
  readonly agentId: string
  isListed: boolean
  readonly waiting: (() => void)[]
}

/**
 * Tokens with which programs that the server runs call tools. They are held in memory only: a program ends with the
 * server, or before it.
 */
export class ToolDoors {
  readonly #clock: Clock
  readonly #ids: Pick<Ids, 'secret'>
  readonly #open = new Map<string, OpenDoor>()

  constructor(clock: Clock, ids: Pick<Ids, 'secret'>) {
    this.#clock = clock
    this.#ids = ids
  }

  open(agentId: string): ToolDoor {
    const token = this.#ids.secret()
    const door: OpenDoor = { agentId, isListed: false, waiting: [] }
    this.#open.set(token, door)
    return {
      token,
      listed: (ms) => this.#listed(door, ms),
      close: () => void this.#open.delete(token),
    }
  }

  /** The agent whose program has this token; null when there is none. */
  agentOf(token: string): string | null {
    return this.#open.get(token)?.agentId ?? null
  }

  /** The program with this token asked which tools there are. */
  noteListed(token: string): void {
    const door = this.#open.get(token)
    if (!door || door.isListed) return
    door.isListed = true
    for (const tell of door.waiting.splice(0)) tell()
  }

  #listed(door: OpenDoor, ms: number): Promise<boolean> {
    if (door.isListed) return Promise.resolve(true)
    return new Promise((resolve) => {
      const forget = this.#clock.after(ms, () => resolve(door.isListed))
      door.waiting.push(() => {
        forget()
        resolve(true)
      })
    })
  }
}
