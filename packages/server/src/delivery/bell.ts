import type { Clock } from '../clock'

/** Remembers that it was rung until its one waiter has waited for it. */
export class Bell {
  #rang = false
  #wake: () => void = () => {}

  ring(): void {
    this.#rang = true
    this.#wake()
  }

  /** Resolves once it has been rung since the last wait. */
  async rung(): Promise<void> {
    if (!this.#rang) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    this.#rang = false
  }

  /** The same, but in any case after `ms` or when the signal aborts. */
  async rungWithin(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
    const cancel = clock.after(ms, () => this.#wake())
    const wake = () => this.#wake()
    signal?.addEventListener('abort', wake, { once: true })
    if (!signal?.aborted) await this.rung()
    this.#rang = false
    signal?.removeEventListener('abort', wake)
    cancel()
  }
}
