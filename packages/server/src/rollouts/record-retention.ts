import { type Clock, iso } from '../clock'
import type { RetentionPort, Trimmed } from '../journal/ports/retention-port'

export interface RecordRetentionOptions {
  readonly clock: Clock
  readonly port: RetentionPort
  /** How old entries may get; 0 for any age. */
  readonly days: number
  /** How much all of them may take; 0 for any size. */
  readonly megabytes: number
  /** A round ended; not told when there was nothing to do. */
  readonly trimmed: (round: Trimmed) => void
}

/** A round without anything to remove is a read of the oldest entries. */
const AGAIN_MS = 10 * 60_000
const DAY_MS = 24 * 60 * 60_000
const MEGABYTE = 1024 * 1024

/** Keeps agents' records within the limits that were set: at a start, and every ten minutes. */
export class RecordRetention {
  readonly #options: RecordRetentionOptions
  #cancel = () => {}
  #isStopped = false

  constructor(options: RecordRetentionOptions) {
    this.#options = options
  }

  start(): void {
    const { days, megabytes } = this.#options
    if (days > 0 || megabytes > 0) void this.#round()
  }

  stop(): void {
    this.#isStopped = true
    this.#cancel()
  }

  async #round(): Promise<void> {
    const { clock, port, days, megabytes, trimmed } = this.#options
    const round = await port.trimRecords({
      since: days === 0 ? null : iso(clock.now() - days * DAY_MS),
      bytes: megabytes === 0 ? null : megabytes * MEGABYTE,
    })
    if (this.#isStopped) return
    if (round.entries > 0 || round.failure !== null) trimmed(round)
    this.#cancel = clock.after(AGAIN_MS, () => void this.#round())
  }
}
