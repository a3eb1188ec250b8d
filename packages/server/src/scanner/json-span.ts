import {
  BACKSLASH,
  BRACE_CLOSE,
  BRACE_OPEN,
  CLOSER,
  isSmartQuote,
  NEWLINE,
  OPENER,
  QUOTE,
  SPACE,
  SQUARE_CLOSE,
  SQUARE_OPEN,
  TAB,
} from './characters'

const SMART = 1
/** What JSON may contain between strings. Anything else shows on which line a payload stopped being one. */
const PLAIN_JSON = new Uint8Array(128)
for (const c of '{}[]:,+-.0123456789eEtrufalsn" \t\r\n') PLAIN_JSON[c.charCodeAt(0)] = 1

/** Why reading stopped: the value is complete, or a bracket stands where none can be, or a line ended. */
export type SpanStop = 'balanced' | 'opener' | 'closer' | 'newline'

/**
 * Follows a JSON value, in chunks of any size, just closely enough to know strings from structure. Inside a
 * string everything up to the closing quote is content. Outside, `⟦` and `⟧` are never JSON and end it.
 */
export class JsonSpan {
  /** End the span at the next newline, even in a string: it is known not to be a payload. */
  readonly #oneLine: boolean
  #depth = 0
  /** 0 outside of strings, else what closes the open one: `"`, or any smart quote. */
  #quote = 0
  #escaped = false
  /** Offset where the current line began, and whether it is blank so far, or blank and then one `⟦`. */
  #line = 0
  #lineHead: 'blank' | 'bracket' | 'taken' = 'taken'

  /** Offset of the first line, if any, that began with an opener. */
  openerLine = -1
  /** Offset of the first unit that cannot be JSON, -1 while all could. */
  brokenAt = -1
  stop: SpanStop | null = null

  constructor(oneLine: boolean) {
    this.#oneLine = oneLine
  }

  /** Reads `text[from, to)`, where `text[0]` is at `base`; the index behind the last unit it took. */
  read(text: string, from: number, to: number, base: number): number {
    for (let at = from; at < to; at++) {
      // Most of a command is plain text in a string.
      if (this.#quote === QUOTE && this.#lineHead === 'taken' && !this.#escaped) {
        at = endOfPlain(text, at, to)
        if (at === to) return to
      }
      const unit = text.charCodeAt(at)
      if (unit === NEWLINE) {
        if (this.#oneLine) {
          this.stop = 'newline'
          return at
        }
        this.#line = base + at + 1
        this.#lineHead = 'blank'
      } else if (this.#escaped && (unit === QUOTE || unit === BACKSLASH || isSmartQuote(unit))) {
        // Also outside of strings, where a backslash is an error: so readers of the same text that began at
        // different places agree on which quotes count, and no more than three of them ever go on together
        // (outside, in "…", in “…”; an opener ends the one outside). That keeps resuming linear.
        this.#lineHead = 'taken'
      } else if (this.#quote === 0) {
        this.#outside(unit, base + at)
        if (this.stop !== null) return this.stop === 'balanced' ? at + 1 : at
      } else {
        this.#inside(unit)
      }
      this.#escaped = unit === BACKSLASH && !this.#escaped
    }
    return to
  }

  #inside(unit: number): void {
    if (unit === OPENER) {
      if (this.#lineHead === 'bracket' && this.openerLine === -1) this.openerLine = this.#line
      this.#lineHead = this.#lineHead === 'blank' ? 'bracket' : 'taken'
      return
    }
    if (this.#lineHead !== 'taken' && unit !== SPACE && unit !== TAB) this.#lineHead = 'taken'
    if (this.#quote === QUOTE ? unit === QUOTE : isSmartQuote(unit)) this.#quote = 0
  }

  #outside(unit: number, offset: number): void {
    if (unit === OPENER) {
      if (this.#lineHead === 'blank' && this.openerLine === -1) this.openerLine = this.#line
      this.stop = 'opener'
    } else if (unit === CLOSER) {
      this.stop = 'closer'
    } else if (unit === QUOTE) {
      this.#quote = QUOTE
    } else if (isSmartQuote(unit)) {
      this.#quote = SMART
    } else if (unit === BRACE_OPEN || unit === SQUARE_OPEN) {
      this.#depth++
    } else if (unit === BRACE_CLOSE || unit === SQUARE_CLOSE) {
      this.#depth--
      if (this.#depth === 0 && !this.#oneLine) this.stop = 'balanced'
    }
    if (this.#lineHead !== 'taken' && unit !== SPACE && unit !== TAB) this.#lineHead = 'taken'
    if (this.brokenAt === -1 && PLAIN_JSON[unit] !== 1 && !isSmartQuote(unit))
      this.brokenAt = offset
  }
}

/** Index of the next unit that means something in a string in `"` once its line has begun; `to` without one. */
function endOfPlain(text: string, from: number, to: number): number {
  let at = from
  for (; at < to; at++) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE || unit === BACKSLASH || unit === NEWLINE) break
  }
  return at
}
