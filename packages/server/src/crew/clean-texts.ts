import type { SecretMask } from '../journal/ports/mask-port'

/** UTF-16 units that are kept, of all crews together. */
const KEPT = 1024 * 1024

/**
 * Texts that were masked a moment ago, with the mask that did it. One text is in several facts of a decision (a task
 * and the agent that it is given to), and goes on standing in each fact that shows the record again: it is looked
 * through once. What had a secret in it is not kept, only what became of it.
 */
export class CleanTexts {
  readonly #texts = new Map<string, SecretMask>()
  #units = 0

  /** The same mask, which knows what it has masked before. */
  remembering(mask: SecretMask): SecretMask {
    return {
      mask: (text) => {
        if (this.#texts.get(text) === mask) return text
        const masked = mask.mask(text)
        // The mask puts its result together of parts; the text itself is in one piece, and is compared quickly later.
        const clean = masked === text ? text : masked
        this.#keep(clean, mask)
        return clean
      },
      stream: () => mask.stream(),
    }
  }

  #keep(text: string, mask: SecretMask): void {
    if (!this.#texts.delete(text)) this.#units += text.length
    this.#texts.set(text, mask)
    for (const oldest of this.#texts.keys()) {
      if (this.#units <= KEPT) return
      this.#texts.delete(oldest)
      this.#units -= oldest.length
    }
  }
}
