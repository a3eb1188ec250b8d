import { type Fields, numberIn } from './fields'

/** How much was in the context of a program, as far as it tells on the way. */
export class ContextSize {
  #most = 0

  /** A sentence where its conversation was made shorter: its context fell to less than half. */
  shorter(data: Fields): string | null {
    const used = numberIn(data, 'used')
    if (data['sessionUpdate'] !== 'usage_update' || used === null || used <= 0) return null
    const before = this.#most
    const isShorter = used < before / 2
    this.#most = isShorter ? used : Math.max(before, used)
    const [now, then] = [used, before].map((tokens) => tokens.toLocaleString('en'))
    return isShorter ? `Its conversation was made shorter: ${now} tokens instead of ${then}.` : null
  }

  /** Another session begins. */
  forget(): void {
    this.#most = 0
  }
}
