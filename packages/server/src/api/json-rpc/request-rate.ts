import { RPC } from '@crewroom/shared/protocol/rpc/codes'
import type { Clock } from '../../clock'
import { RpcRefusal } from './rpc-errors'

/** How many requests one connection may send: a minute's at once, and then as many as time brings. */
export class RequestRate {
  readonly #clock: Clock
  readonly #perMinute: number
  #left: number
  /** On the monotonic clock. */
  #at: number

  constructor(clock: Clock, perMinute: number) {
    this.#clock = clock
    this.#perMinute = perMinute
    this.#left = perMinute
    this.#at = clock.monotonic()
  }

  /** Counts one; throws when there were too many. */
  take(): void {
    const now = this.#clock.monotonic()
    const gained = ((now - this.#at) * this.#perMinute) / 60_000
    this.#left = Math.min(this.#perMinute, this.#left + gained)
    this.#at = now
    if (this.#left >= 1) {
      this.#left--
      return
    }
    const retryAfter = Math.max(1, Math.ceil(((1 - this.#left) * 60) / this.#perMinute))
    throw new RpcRefusal(
      RPC.rate,
      `You are sending more than ${this.#perMinute} requests a minute. Wait ${retryAfter} s.`,
      { code: 'rate_limited', retryAfter },
    )
  }
}
