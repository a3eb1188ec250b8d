import type { TrimLimits, Trimmed } from '../journal/ports/retention-port'
import type { TrimResult, Writer } from './writer'

/** Slice after slice until nothing is beyond the limits, or one fails. */
export class TrimRound {
  readonly #next: () => TrimResult
  #trimmed: Trimmed = { entries: 0, bytes: 0, failure: null }
  #isDone = false

  constructor(writer: Writer, limits: TrimLimits) {
    if (limits.of === 'records') {
      writer.beginTrim(limits)
      this.#next = () => writer.trimSlice()
    } else {
      writer.beginJournalTrim(limits.before)
      this.#next = () => writer.trimJournalSlice()
    }
  }

  get isDone(): boolean {
    return this.#isDone
  }

  get trimmed(): Trimmed {
    return this.#trimmed
  }

  slice(): void {
    const { entries, bytes, isDone, failure } = this.#next()
    const before = this.#trimmed
    this.#trimmed = { entries: before.entries + entries, bytes: before.bytes + bytes, failure }
    this.#isDone = isDone
  }
}
