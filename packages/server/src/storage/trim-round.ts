import type { RecordLimits, Trimmed } from '../journal/ports/retention-port'
import type { Writer } from './writer'

/** Slice after slice until nothing is beyond the limits, or one fails. */
export class TrimRound {
  readonly #writer: Writer
  #trimmed: Trimmed = { entries: 0, bytes: 0, failure: null }
  #isDone = false

  constructor(writer: Writer, limits: RecordLimits) {
    this.#writer = writer
    writer.beginTrim(limits)
  }

  get isDone(): boolean {
    return this.#isDone
  }

  get trimmed(): Trimmed {
    return this.#trimmed
  }

  slice(): void {
    const { entries, bytes, isDone, failure } = this.#writer.trimSlice()
    const before = this.#trimmed
    this.#trimmed = { entries: before.entries + entries, bytes: before.bytes + bytes, failure }
    this.#isDone = isDone
  }
}
