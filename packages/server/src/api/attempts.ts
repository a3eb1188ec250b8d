import { MemoryStore } from 'express-rate-limit'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'

const WINDOW_MS = 60_000

/**
 * Attempts without a valid token, per address and minute, over HTTP and WebSockets together. Only failures
 * count: whoever has a token is never locked out by a neighbour's guesses.
 */
export class Attempts {
  readonly #store = new MemoryStore()

  constructor() {
    this.#store.init({ windowMs: WINDOW_MS } as Parameters<MemoryStore['init']>[0])
  }

  /** Counts one; throws `rate_limited` when there were too many. */
  async failed(address: string | undefined): Promise<void> {
    const { totalHits, resetTime } = await this.#store.increment(address ?? 'unknown')
    if (totalHits <= LIMITS.unauthorizedPerMinute) return
    const left = (resetTime?.getTime() ?? Date.now() + WINDOW_MS) - Date.now()
    throw new CrewError('rate_limited', 'Too many requests without a valid token. Wait a minute.', {
      retryAfter: Math.max(1, Math.ceil(left / 1000)),
    })
  }

  close(): void {
    this.#store.shutdown()
  }
}
