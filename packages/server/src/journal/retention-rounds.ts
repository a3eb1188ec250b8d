import type { Clock } from '../clock'
import type { Trimmed } from './ports/retention-port'

export interface RetentionRoundsOptions {
  readonly clock: Clock
  /** Removes what is not to be kept now. Never rejects. */
  readonly round: () => Promise<Trimmed>
  /** A round ended; not told when there was nothing to do. */
  readonly trimmed: (round: Trimmed) => void
}

/** A round without anything to remove reads little. */
const AGAIN_MS = 10 * 60_000

/** A round at once, and every ten minutes after the last has ended, even when that failed. */
export class RetentionRounds {
  readonly #options: RetentionRoundsOptions
  #cancel = () => {}
  #isStopped = false

  constructor(options: RetentionRoundsOptions) {
    this.#options = options
  }

  start(): void {
    void this.#round()
  }

  stop(): void {
    this.#isStopped = true
    this.#cancel()
  }

  async #round(): Promise<void> {
    const { clock, round, trimmed } = this.#options
    const done = await round()
    if (this.#isStopped) return
    if (done.entries > 0 || done.failure !== null) trimmed(done)
    this.#cancel = clock.after(AGAIN_MS, () => void this.#round())
  }
}
