import type { Clock } from './clock'

interface Deadline {
  readonly since: number
  /** On the monotonic clock. */
  readonly at: number
}

/**
 * Ends of what is stored with the instant at which it began. From when it is first looked at, the monotonic clock
 * measures it: nobody who corrects the computer's clock makes it longer or shorter. What an earlier run began has only that
 * clock to go by until then; it never lasts longer than its length from the first look.
 */
export class Deadlines {
  readonly #clock: Clock
  readonly #known = new Map<string, Deadline>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Milliseconds until its end, 0 or less when that is over. Under the same key another beginning is another thing. */
  left(key: string, since: number, lengthMs: number): number {
    const now = this.#clock.monotonic()
    let deadline = this.#known.get(key)
    if (deadline?.since !== since) {
      const ago = Math.max(0, this.#clock.now() - since)
      deadline = { since, at: now + lengthMs - ago }
      this.#known.set(key, deadline)
    }
    return deadline.at - now
  }

  forget(key: string): void {
    this.#known.delete(key)
  }
}
