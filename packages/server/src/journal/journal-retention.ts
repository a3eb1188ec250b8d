import { type Clock, iso } from '../clock'
import type { RetentionPort, Trimmed } from './ports/retention-port'
import { RetentionRounds } from './retention-rounds'

export interface JournalRetentionOptions {
  readonly clock: Clock
  readonly port: Pick<RetentionPort, 'trimJournal'>
  /** How long facts that later ones replaced are kept; 0 for ever. */
  readonly days: number
  /** A round ended; not told when there was nothing to do. */
  readonly trimmed: (round: Trimmed) => void
}

const DAY_MS = 24 * 60 * 60_000

/** Takes out of the journal what later facts have replaced, beyond the horizon that was set. */
export class JournalRetention {
  readonly #isSet: boolean
  readonly #rounds: RetentionRounds

  constructor({ clock, port, days, trimmed }: JournalRetentionOptions) {
    this.#isSet = days > 0
    const round = () => port.trimJournal(iso(clock.now() - days * DAY_MS))
    this.#rounds = new RetentionRounds({ clock, round, trimmed })
  }

  start(): void {
    if (this.#isSet) this.#rounds.start()
  }

  stop(): void {
    this.#rounds.stop()
  }
}
