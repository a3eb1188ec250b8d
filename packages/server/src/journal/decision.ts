import type { Draft, FactData, FactType } from './facts'

/** Collects the facts of one decision and knows the number each will get. Pure: nothing happens until it is committed. */
export class Decision {
  readonly drafts: Draft[] = []
  readonly at: string
  readonly #head: number

  constructor(head: number, at: string) {
    this.#head = head
    this.at = at
  }

  /** The number that the next added fact will get. */
  get nextSeq(): number {
    return this.#head + this.drafts.length + 1
  }

  add<T extends FactType>(type: T, data: FactData[T]): void {
    this.drafts.push({ type, data } as Draft)
  }
}
