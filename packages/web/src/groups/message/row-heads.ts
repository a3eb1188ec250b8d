import { dayKey } from '../../ui/times'

export const COLLAPSE_MS = 5 * 60_000

/** Which rows of a conversation begin a day, and which go on below the head of the row before. */
export class RowHeads {
  #day = ''
  #head: { readonly of: string; readonly at: number } | null = null
  readonly #onDay: (key: string, at: string) => void

  constructor(onDay: (key: string, at: string) => void) {
    this.#onDay = onDay
  }

  /** A row of then comes next. */
  at(time: string): void {
    const day = dayKey(time)
    if (day === this.#day) return
    this.#day = day
    this.#onDay(`day ${day}`, time)
    this.end()
  }

  /** Whether what this one says shares the head of what it said within the last five minutes. */
  isBelow(of: string, time: string): boolean {
    const at = Date.parse(time)
    const head = this.#head
    this.#head = { of, at }
    return head !== null && head.of === of && at - head.at < COLLAPSE_MS
  }

  /** The next row has a head of its own. */
  end(): void {
    this.#head = null
  }
}
