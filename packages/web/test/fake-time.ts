/** Timers that run when a test says so. */
export class FakeTime {
  now = 0
  #timers: { readonly at: number; readonly run: () => void }[] = []

  readonly after = (ms: number, run: () => void): (() => void) => {
    const timer = { at: this.now + ms, run }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer)
    }
  }

  advance(ms: number): void {
    const until = this.now + ms
    for (;;) {
      const next = this.#timers.toSorted((a, b) => a.at - b.at)[0]
      if (!next || next.at > until) break
      this.#timers = this.#timers.filter((other) => other !== next)
      this.now = next.at
      next.run()
    }
    this.now = until
  }
}
