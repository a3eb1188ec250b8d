import { type Clock, iso } from '../clock'
import type { RetentionPort, Trimmed } from '../journal/ports/retention-port'
import { RetentionRounds } from '../journal/retention-rounds'

export interface RecordRetentionOptions {
  readonly clock: Clock
  readonly port: Pick<RetentionPort, 'trimRecords'>
  /** How old entries may get; 0 for any age. */
  readonly days: number
  /** How much all of them may take; 0 for any size. */
  readonly megabytes: number
  /** A round ended; not told when there was nothing to do. */
  readonly trimmed: (round: Trimmed) => void
}

const DAY_MS = 24 * 60 * 60_000
const MEGABYTE = 1024 * 1024

/** Keeps agents' records within the limits that were set: at a start, and every ten minutes. */
export class RecordRetention {
  readonly #isSet: boolean
  readonly #rounds: RetentionRounds

  constructor({ clock, port, days, megabytes, trimmed }: RecordRetentionOptions) {
    this.#isSet = days > 0 || megabytes > 0
    const round = () =>
      port.trimRecords({
        since: days === 0 ? null : iso(clock.now() - days * DAY_MS),
        bytes: megabytes === 0 ? null : megabytes * MEGABYTE,
      })
    this.#rounds = new RetentionRounds({ clock, round, trimmed })
  }

  start(): void {
    if (this.#isSet) this.#rounds.start()
  }

  stop(): void {
    this.#rounds.stop()
  }
}
