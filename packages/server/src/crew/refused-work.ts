import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { Clock } from '../clock'

/** What refusing costs beside what was read for it. */
const EACH = 1024
/** A sender that is over the limit is answered no faster than this, so that asking again costs more than waiting. */
const HELD_MS = 1_000

/** Whether a refusal is for what was sent: not for a server that is busy, nor for what was not read. */
export const isOfSender = (status: number) => status >= 400 && status < 500 && status !== 429

interface Sender {
  bytes: number
  /** On the monotonic clock. */
  at: number
}

/**
 * What was read of each sender and refused, over all doors, in bytes that time brings back. It counts work that was for
 * nothing, so whoever sends what is right meets no limit here.
 */
export class RefusedWork {
  readonly #clock: Clock
  readonly #senders = new Map<string, Sender>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** A request, a frame or a command of so many bytes was refused. */
  count(sender: string, bytes: number): void {
    const known = this.#of(sender)
    known.bytes += EACH + Math.min(bytes, LIMITS.bodyBytes)
    this.#senders.set(sender, known)
  }

  /** Milliseconds until more is read of a sender; 0: at once. */
  waitMs(sender: string): number {
    const { bytes } = this.#of(sender)
    const over = bytes - LIMITS.refusedBytes
    return over <= 0
      ? 0
      : Math.max(HELD_MS, Math.ceil((over * 1_000) / LIMITS.refusedBytesPerSecond))
  }

  /** Rejects with `rate_limited` for a sender that is over the limit, and takes its time about that. */
  async admit(sender: string): Promise<void> {
    const waitMs = this.waitMs(sender)
    if (waitMs === 0) return
    await new Promise<void>((resolve) => this.#clock.after(HELD_MS, resolve))
    const retryAfter = Math.ceil(waitMs / 1_000)
    throw new CrewError(
      'rate_limited',
      `Too much of what you sent was refused. Wait ${retryAfter} s, and mend what the refusals name before you send it again.`,
      { retryAfter },
    )
  }

  /** Counts a frame that was refused, and reads the connection no further while its sender is over the limit. */
  slow(
    sender: string,
    bytes: number,
    connection: { readonly pause: () => void; readonly resume: () => void },
    error: unknown,
  ): void {
    if (error instanceof CrewError && !isOfSender(error.status)) return
    this.count(sender, bytes)
    const waitMs = this.waitMs(sender)
    if (waitMs === 0) return
    connection.pause()
    this.#clock.after(waitMs, () => connection.resume())
  }

  #of(sender: string): Sender {
    const now = this.#clock.monotonic()
    const known = this.#senders.get(sender)
    if (!known) return { bytes: 0, at: now }
    known.bytes -= ((now - known.at) * LIMITS.refusedBytesPerSecond) / 1_000
    known.at = now
    if (known.bytes > 0) return known
    this.#senders.delete(sender)
    return { bytes: 0, at: now }
  }
}
