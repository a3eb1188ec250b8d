import type { AppendPort, Outcome, StorageFailure } from '../../src/journal/ports/append-port'
import type { RolloutPort } from '../../src/journal/ports/rollout-port'
import type { SearchPort } from '../../src/journal/ports/search-port'

const FULL: StorageFailure = { code: 'SQLITE_FULL', message: 'the disk is full' }

/** What stands between a crew of a test and its tables: made to fail, it keeps back what is appended, and then refuses it. */
export class FaultyStorage {
  #fails = false
  readonly #kept: ((outcome: Outcome, failure?: StorageFailure) => void)[] = []

  behind<P extends AppendPort & RolloutPort & SearchPort>(
    port: P,
  ): AppendPort & RolloutPort & SearchPort {
    return {
      immediate: port.immediate,
      append: (batch, settle) => {
        if (this.#fails) this.#kept.push(settle)
        else port.append(batch, settle)
      },
      appendRollouts: (rows, settle) => port.appendRollouts(rows, settle),
      index: (leadId) => port.index(leadId),
      rebuild: () => port.rebuild(),
      probe: (epoch) => port.probe(epoch),
      close: () => port.close(),
    }
  }

  /** Whatever is appended from now on is not stored. */
  breaks(): void {
    this.#fails = true
  }

  /** What was appended since is refused: the journal has failed. */
  refuses(): void {
    for (const settle of this.#kept.splice(0)) settle('refused', FULL)
  }

  mends(): void {
    this.#kept.length = 0
    this.#fails = false
  }
}
