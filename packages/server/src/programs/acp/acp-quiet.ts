import type { Clock } from '../../clock'

/** So long nothing may come for an agent to count as quiet. */
const QUIET_MS = 500
/** Nobody waits longer for it. */
const MOST_QUIET_MS = 5_000
/** The same while a session is replayed: what an agent reads from its disk, beside others that start, may falter. */
const REPLAY_QUIET_MS = 2_000
const MOST_REPLAY_MS = 10_000

/** Waits until an agent that speaks while it was asked nothing is done with that. */
export class AcpQuiet {
  readonly #clock: Clock
  /** When it counts as quiet if nothing more comes; null when it is. */
  #due: number | null = null
  #isReplay = false
  #ended = false
  readonly #wakes = new Set<() => void>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** It said something. */
  stirred(): void {
    this.#due = this.#clock.monotonic() + (this.#isReplay ? REPLAY_QUIET_MS : QUIET_MS)
  }

  /** It may be about to replay its session: this begins within so many milliseconds, or does not come. */
  replayBeginsWithin(ms: number): void {
    this.#isReplay = true
    this.#due = this.#clock.monotonic() + ms
  }

  /** Nothing more comes: nobody waits for it. */
  end(): void {
    this.#ended = true
    for (const wake of this.#wakes) wake()
  }

  /** False when it did not become quiet in time. At once for one that has been. */
  async reached(): Promise<boolean> {
    const latest = this.#clock.monotonic() + (this.#isReplay ? MOST_REPLAY_MS : MOST_QUIET_MS)
    while (this.#due !== null && !this.#ended) {
      const now = this.#clock.monotonic()
      if (now >= this.#due) this.#due = null
      else if (now >= latest) break
      else await this.#pause(Math.min(this.#due, latest) - now)
    }
    this.#isReplay = false
    return this.#due === null || this.#ended
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
