import type { Clock } from '../../src/clock'

interface Timer {
  at: number
  readonly run: () => void
}

/** A clock that stands still until it is moved. */
export class FakeClock implements Clock {
  #now = Date.parse('2026-01-02T03:04:05.000Z')
  #timers: Timer[] = []

  now(): number {
    return this.#now
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.#now + ms, run }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer)
    }
  }

  /** When the next timer is due; null when nothing waits. */
  nextDue(): number | null {
    return this.#next(Infinity)?.at ?? null
  }

  /** Moves time on to the next timer that is due by `until` and runs it; false when there is none. */
  step(until: number): boolean {
    const due = this.#next(until)
    if (!due) return false
    this.#timers = this.#timers.filter((timer) => timer !== due)
    this.#now = Math.max(this.#now, due.at)
    due.run()
    return true
  }

  /** Moves time on; timers that are due run in order. */
  advance(ms: number): void {
    const until = this.#now + ms
    while (this.step(until)) continue
    this.#now = until
  }

  /** The computer's clock is corrected; what waits goes on waiting as long as it was to. */
  setBack(ms: number): void {
    this.#now -= ms
    for (const timer of this.#timers) timer.at -= ms
  }

  #next(until: number): Timer | undefined {
    return this.#timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0]
  }
}
