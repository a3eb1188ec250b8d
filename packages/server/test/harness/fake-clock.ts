import type { Clock } from '../../src/clock'

interface Timer {
  /** On the monotonic clock. */
  readonly at: number
  readonly run: () => void
}

/** How the computer's clock is corrected in the middle of things: which way, and by how many milliseconds. */
export const CORRECTIONS = [
  ['back', -3_600_000],
  ['forward', 3_600_000],
] as const

/** A clock that stands still until it is moved. */
export class FakeClock implements Clock {
  /** How long the test has gone on. */
  #passed = 0
  /** What people's clocks showed when it began; a correction moves it. */
  #beginning = Date.parse('2026-01-02T03:04:05.000Z')
  #timers: Timer[] = []

  now(): number {
    return this.#beginning + this.#passed
  }

  monotonic(): number {
    return this.#passed
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.#passed + ms, run }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer)
    }
  }

  /** When the next timer is due, as `now` will say then; null when nothing waits. */
  nextDue(): number | null {
    const due = this.#next(Infinity)
    return due ? this.#beginning + due.at : null
  }

  /** Moves time on to the next timer that is due by `until` and runs it; false when there is none. */
  step(until: number): boolean {
    const due = this.#next(until - this.#beginning)
    if (!due) return false
    this.#timers = this.#timers.filter((timer) => timer !== due)
    this.#passed = Math.max(this.#passed, due.at)
    due.run()
    return true
  }

  /** Moves time on; timers that are due run in order. */
  advance(ms: number): void {
    const until = this.#passed + ms
    // Not as `now` says: what runs may correct it.
    while (this.step(this.#beginning + until)) continue
    this.#passed = until
  }

  /** The computer's clock is set forward or, below zero, back; time goes on as it did, and so does what waits. */
  correct(ms: number): void {
    this.#beginning += ms
  }

  #next(until: number): Timer | undefined {
    return this.#timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0]
  }
}
