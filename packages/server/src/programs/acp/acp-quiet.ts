import type { Clock } from '../../clock'

/** An agent counts as quiet after saying nothing for this long. */
const QUIET_MS = 500
/** Nobody waits longer for it. */
const MOST_QUIET_MS = 5_000
/** The same while a session is replayed: an agent that reads from its disk while others start may pause in between. */
const REPLAY_QUIET_MS = 2_000
const MOST_REPLAY_MS = 10_000

/** Waits until an agent has finished speaking unasked. */
export class AcpQuiet {
  readonly #clock: Clock
  /** When it counts as quiet if nothing more comes; null once it does. */
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

  /** The agent may be about to replay its session: the replay begins within this many milliseconds, or never. */
  replayBeginsWithin(ms: number): void {
    this.#isReplay = true
    this.#due = this.#clock.monotonic() + ms
  }

  /** Nothing more comes: everybody stops waiting. */
  end(): void {
    this.#ended = true
    for (const wake of this.#wakes) wake()
  }

  /** Resolves at once if it is quiet already; false if it did not become quiet in time. */
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
