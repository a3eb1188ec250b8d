import type { MaskStream } from '../journal/ports/mask-port'

const MASKED = '[masked:private-key]'
const OPENER = '-----BEGIN '
/**
 * A header and the beginning of a key's body behind it. Texts about keys name the header, too: without a body it
 * is a mention, and what follows is prose. Line ends may be escaped, also more than once: JSON in JSON.
 */
const HEADER =
  /^-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:\s|\\{1,8}[nrt]){0,16}(?=[A-Za-z0-9+/=]{16}|[A-Z][A-Za-z-]{2,20}: )/
/** Enough text to decide whether it is a key. */
const DECISION = 160
const FOOTER = /-----END [A-Z0-9 ]{1,50}-----/g
const FOOTER_LENGTH = 64
/** What no key has in it: a key that breaks off ends here. */
const FOREIGN = /[^A-Za-z0-9+/=\s\\:,.()_-]/g
const LONGEST_KEY = 32 * 1024

/** Replaces private keys in PEM, also those that break off. Holds back at most a header; a key's body is dropped. */
export class PrivateKeyStream implements MaskStream {
  #held = ''
  /** Characters that may still belong to the key that is being dropped; 0 outside of keys. */
  #inside = 0

  push(delta: string): string {
    return this.#take(delta, false)
  }

  end(): string {
    const rest = this.#take('', true)
    this.#held = ''
    this.#inside = 0
    return rest
  }

  #take(delta: string, last: boolean): string {
    let text = this.#held + delta
    let out = ''
    for (;;) {
      if (this.#inside > 0) {
        const end = this.#endOfKey(text, last)
        if (end === null) return out
        text = text.slice(end)
        this.#inside = 0
      }
      const at = text.indexOf(OPENER)
      if (at < 0) {
        const cut = last ? text.length : text.length - openLength(text)
        this.#held = text.slice(cut)
        return out + text.slice(0, cut)
      }
      out += text.slice(0, at)
      if (!last && text.length - at < DECISION) {
        this.#held = text.slice(at)
        return out
      }
      const header = HEADER.exec(text.slice(at, at + DECISION))
      if (header) {
        out += MASKED
        text = text.slice(at + header[0].length)
        this.#inside = LONGEST_KEY
      } else {
        out += OPENER
        text = text.slice(at + OPENER.length)
      }
    }
  }

  /** Where the text goes on behind the key; null when it has not ended yet, and all of the text was taken. */
  #endOfKey(text: string, last: boolean): number | null {
    FOREIGN.lastIndex = 0
    FOOTER.lastIndex = 0
    const foreign = FOREIGN.exec(text)?.index ?? Infinity
    const footer = FOOTER.exec(text)
    const limit = Math.min(foreign, this.#inside)
    if (footer && footer.index + footer[0].length <= limit) return footer.index + footer[0].length
    if (limit <= text.length) return limit
    if (last) return text.length
    const kept = Math.min(text.length, FOOTER_LENGTH)
    this.#inside -= text.length - kept
    this.#held = text.slice(text.length - kept)
    return null
  }
}

/** How many of the last characters could be the beginning of a header. */
function openLength(text: string): number {
  for (let length = Math.min(OPENER.length - 1, text.length); length > 0; length--) {
    if (OPENER.startsWith(text.slice(-length))) return length
  }
  return 0
}
