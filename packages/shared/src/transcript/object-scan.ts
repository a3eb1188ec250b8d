/**
 * Finds where the JSON object ends that a text begins with, by its braces, over any pieces of the text. Whether it is
 * JSON is for the parser to say; but an object that is JSON ends there and nowhere else.
 */
export class ObjectScan {
  #depth = 0
  #inText = false
  #escaped = false

  /** The index behind the object's end in this piece; null: it goes on; -1: the text does not begin with an object. */
  endIn(piece: string): number | null {
    let at = 0
    while (at < piece.length) {
      if (this.#inText) {
        at = this.#afterText(piece, at)
        continue
      }
      const code = piece.charCodeAt(at)
      at += 1
      if (code === OPEN) this.#depth += 1
      else if (this.#depth === 0) {
        if (!BLANKS.has(code)) return -1
      } else if (code === QUOTE) this.#inText = true
      else if (code === CLOSE) {
        this.#depth -= 1
        if (this.#depth === 0) return at
      }
    }
    return null
  }

  /** Most of a record is texts: one loop over each, without a look at what is around it. */
  #afterText(piece: string, from: number): number {
    let at = this.#escaped ? from + 1 : from
    this.#escaped = false
    for (; at < piece.length; at += 1) {
      const code = piece.charCodeAt(at)
      if (code === QUOTE) {
        this.#inText = false
        return at + 1
      }
      if (code === BACKSLASH) at += 1
    }
    this.#escaped = at > piece.length
    return piece.length
  }
}

/** -1: it does not begin with an object, or the object does not end. */
export const endOfObject = (text: string): number => new ObjectScan().endIn(text) ?? -1

const OPEN = 0x7b
const CLOSE = 0x7d
const QUOTE = 0x22
const BACKSLASH = 0x5c
/** Space, tab, both line ends, byte order mark. */
const BLANKS = new Set([0x20, 0x09, 0x0d, 0x0a, 0xfeff])
