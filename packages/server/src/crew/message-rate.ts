import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Clock } from '../clock'
import { RefusedWork } from './refused-work'

interface Bucket {
  tokens: number
  /** On the monotonic clock. */
  at: number
}

/** A token bucket per agent: so many messages a minute, with a burst. */
export class MessageRate {
  /** What senders of every kind were refused. */
  readonly refused: RefusedWork
  readonly #clock: Clock
  readonly #perMs: number
  readonly #burst: number
  readonly #buckets = new Map<string, Bucket>()

  constructor(clock: Clock, limits: { readonly perMinute: number; readonly burst: number }) {
    this.#clock = clock
    this.refused = new RefusedWork(clock)
    this.#perMs = limits.perMinute / 60_000
    this.#burst = limits.burst
  }

  get perMinute(): number {
    return Math.round(this.#perMs * 60_000)
  }

  /** Takes one message's worth; throws `rate_limited` with when to come back. */
  take(agentId: string): void {
    const now = this.#clock.monotonic()
    const bucket = this.#buckets.get(agentId) ?? { tokens: this.#burst, at: now }
    bucket.tokens = Math.min(this.#burst, bucket.tokens + (now - bucket.at) * this.#perMs)
    bucket.at = now
    this.#buckets.set(agentId, bucket)
    if (bucket.tokens >= 1) {
      bucket.tokens--
      return
    }
    const retryAfter = Math.max(1, Math.ceil((1 - bucket.tokens) / this.#perMs / 1000))
    throw new CrewError(
      'rate_limited',
      `you are sending messages faster than ${this.perMinute} a minute. Wait ${retryAfter} s; say more in one message.`,
      { retryAfter },
    )
  }
}
