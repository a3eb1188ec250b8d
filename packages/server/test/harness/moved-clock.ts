import type { Clock } from '../../src/clock'

interface Timer {
  /** On the monotonic clock. */
  readonly at: number
  readonly run: () => void
  readonly real: NodeJS.Timeout
}

/** The computer's clock, which a test moves on where it would have to sleep. */
export class MovedClock implements Clock {
  /** How far it was moved. */
  #ahead = 0
  readonly #timers = new Set<Timer>()

  now(): number {
    return Date.now() + this.#ahead
  }

  monotonic(): number {
    return performance.now() + this.#ahead
  }

  after(ms: number, run: () => void): () => void {
    const real = setTimeout(() => this.#fire(timer), ms)
    real.unref()
    const timer: Timer = { at: this.monotonic() + ms, run, real }
    this.#timers.add(timer)
    return () => this.#drop(timer)
  }

  /** Moves time on; timers that are due run in order. */
  advance(ms: number): void {
    this.#ahead += ms
    const now = this.monotonic()
    for (;;) {
      const [due] = [...this.#timers].filter(({ at }) => at <= now).sort((a, b) => a.at - b.at)
      if (!due) return
      this.#fire(due)
    }
  }

  #fire(timer: Timer): void {
    this.#drop(timer)
    timer.run()
  }

  #drop(timer: Timer): void {
    clearTimeout(timer.real)
    this.#timers.delete(timer)
  }
}
