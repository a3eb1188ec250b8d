import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { Clock } from '../clock'

const WINDOW_MS = 60_000
/** Addresses that are remembered at once: beyond this, the one that began longest ago is forgotten. */
const MAX_ADDRESSES = 10_000

interface Window {
  count: number
  /** On the monotonic clock. */
  readonly endsAt: number
}

/**
 * Attempts without a valid token, per address and minute, over HTTP and WebSockets together. Only failures
 * count: whoever has a token is never locked out by a neighbour's guesses.
 */
export class Attempts {
  readonly #clock: Clock
  /** In the order in which they began, which is that in which they end. */
  readonly #windows = new Map<string, Window>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Counts one; throws `rate_limited` when there were too many. */
  failed(address: string | undefined): void {
    const window = this.#window(address ?? 'unknown')
    window.count++
    if (window.count <= LIMITS.unauthorizedPerMinute) return
    const left = window.endsAt - this.#clock.monotonic()
    throw new CrewError('rate_limited', 'Too many requests without a valid token. Wait a minute.', {
      retryAfter: Math.max(1, Math.ceil(left / 1000)),
    })
  }

  #window(address: string): Window {
    const now = this.#clock.monotonic()
    for (const [known, { endsAt }] of this.#windows) {
      const full = this.#windows.size >= MAX_ADDRESSES && !this.#windows.has(address)
      if (endsAt > now && !full) break
      this.#windows.delete(known)
    }
    let window = this.#windows.get(address)
    if (!window) this.#windows.set(address, (window = { count: 0, endsAt: now + WINDOW_MS }))
    return window
  }
}
