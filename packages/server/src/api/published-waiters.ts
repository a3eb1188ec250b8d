import type { Envelope } from '../journal/facts'

/** Those who wait until something of a crew is published. They are told that it was, and not what: they read it from the tables. */
export class PublishedWaiters {
  readonly #waiting = new Map<string, Set<() => void>>()

  published(entries: readonly Envelope[]): void {
    for (const leadId of new Set(entries.map((entry) => entry.leadId))) {
      const waiting = this.#waiting.get(leadId)
      this.#waiting.delete(leadId)
      for (const wake of waiting ?? []) wake()
    }
  }

  /** Resolves with the next facts of the crew, or when `signal` ends the wait. */
  next(leadId: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(leadId) ?? new Set()
      this.#waiting.set(leadId, waiting)
      const wake = () => {
        signal.removeEventListener('abort', wake)
        waiting.delete(wake)
        resolve()
      }
      waiting.add(wake)
      signal.addEventListener('abort', wake, { once: true })
    })
  }
}
