/** The index follows when no batch came for this long. */
export const INDEX_AFTER_MS = 100
/** While batches keep coming, a slice of the index is due when this many facts are to be read for it. */
export const DUE_FACTS = 128
/** Or when something has waited for this long. */
export const DUE_AFTER_MS = 1_000
/** Beyond this, batches wait for the index: else a crew that never rests would leave it behind for good. */
export const MOST_OWED = 4_096
/** For each fact that came, so many are to be read: what was left behind shrinks by one of each. */
const READS_PER_FACT = 2

/**
 * Decides when the index goes on. Storing goes before finding, within a bound: each fact that comes is paid for by
 * reading two, so that the index is at most `MOST_OWED` facts behind, and what an import or a rebuilding added to
 * that shrinks by at least one for each that comes.
 */
export class IndexSchedule {
  #owed = 0
  /** When the oldest came that no slice was read for. */
  #since: number | null = null
  #lastBatch = -Infinity

  /** A transaction of batches stands. */
  wrote(facts: number, now: number): void {
    this.#lastBatch = now
    if (facts === 0) return
    this.#owed += facts * READS_PER_FACT
    this.#since ??= now
  }

  /** A slice stands; at the end of the journals nothing more is owed. */
  read(facts: number, isAtEnd: boolean, now: number): void {
    this.#owed = isAtEnd ? 0 : Math.max(0, this.#owed - facts)
    this.#since = this.#owed === 0 ? null : now
  }

  /** A slice cannot be written: it is tried again later, and holds up no batch until then. */
  failed(): void {
    this.#owed = 0
    this.#since = null
  }

  /** Whether a slice may be read now; `isQueued`: batches wait. */
  mayRead(isQueued: boolean, now: number): boolean {
    if (this.#owed >= DUE_FACTS) return true
    if (this.#since !== null && now - this.#since >= DUE_AFTER_MS) return true
    return !isQueued && now - this.#lastBatch >= INDEX_AFTER_MS
  }

  /** Whether a slice goes even before batches that wait. */
  get isFirst(): boolean {
    return this.#owed > MOST_OWED
  }
}
