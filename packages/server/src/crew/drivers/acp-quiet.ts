import type { Clock } from '../../clock'

/** So long nothing may come for an agent to count as quiet. */
const QUIET_MS = 500
/** Nobody waits longer for it. */
const MOST_QUIET_MS = 5_000

/** Waits until an agent that speaks while it was asked nothing is done with that. */
export class AcpQuiet {
  readonly #clock: Clock
  /** When the last of it came, or was to be expected; null when it is quiet. */
  #last: number | null = null
  #ended = false
  readonly #wakes = new Set<() => void>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** It said something, or it may be about to. */
  stirred(): void {
    this.#last = this.#clock.monotonic()
  }

  /** Nothing more comes: nobody waits for it. */
  end(): void {
    this.#ended = true
    for (const wake of this.#wakes) wake()
  }

  /** False when it did not become quiet in time. At once for one that has been. */
  async reached(): Promise<boolean> {
    const latest = this.#clock.monotonic() + MOST_QUIET_MS
    while (this.#last !== null && !this.#ended) {
      const now = this.#clock.monotonic()
      const due = this.#last + QUIET_MS
      if (now >= due) this.#last = null
      else if (now >= latest) return false
      else await this.#pause(Math.min(due, latest) - now)
    }
    return true
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#clock.after(ms, () => wake())
      const wake = () => {
        cancel()
        this.#wakes.delete(wake)
        resolve()
      }
      this.#wakes.add(wake)
    })
  }
}
