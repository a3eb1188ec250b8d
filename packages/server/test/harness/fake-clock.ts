import type { Clock } from '../../src/clock'

interface Timer {
  readonly at: number
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

  /** Moves time on; timers that are due run in order. */
  advance(ms: number): void {
    const until = this.#now + ms
    for (;;) {
      const due = this.#timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0]
      if (!due) break
      this.#timers = this.#timers.filter((timer) => timer !== due)
      this.#now = Math.max(this.#now, due.at)
      due.run()
    }
    this.#now = until
  }
}
