import type { Clock } from './clock'

/** A length of time that passes only while it runs; once it is over, it is over. */
export class Countdown {
  readonly #clock: Clock
  readonly #over: () => void
  #left: number
  /** On the monotonic clock; null: it stands. */
  #since: number | null = null
  #cancel = () => {}

  constructor(clock: Clock, ms: number, over: () => void) {
    this.#clock = clock
    this.#left = ms
    this.#over = over
  }

  get isRunning(): boolean {
    return this.#since !== null
  }

  /** When it is over if nothing stops it, as the computer's clock has it; null: it stands. */
  get end(): number | null {
    if (this.#since === null) return null
    return this.#clock.now() + this.#left - (this.#clock.monotonic() - this.#since)
  }

  run(): void {
    if (this.isRunning) return
    this.#since = this.#clock.monotonic()
    this.#cancel = this.#clock.after(this.#left, this.#over)
  }

  stand(): void {
    if (this.#since === null) return
    this.#left = Math.max(0, this.#left - (this.#clock.monotonic() - this.#since))
    this.#since = null
    this.#cancel()
  }
}
