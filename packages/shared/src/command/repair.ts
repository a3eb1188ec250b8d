export type LenientJson =
  | { ok: true; value: unknown; repaired: boolean }
  | { ok: false; message: string; at: number }

/** The first thing that keeps a text from being JSON, and its index. */
export interface JsonFault {
  readonly message: string
  readonly at: number
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /true|false|null/y
const BLANK = /[ \t\r\n]+/y
/** Up to the next unit of a string that needs a look: its end, a backslash, or what JSON forbids there. */
const PLAIN = /[^"\\“”„\p{Cc}]+/uy
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const SMART = '“”„'
const RAW = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
])

/**
 * Parses JSON as language models write it. Text that is JSON is parsed as it is. Otherwise these slips are
 * repaired, none of which can be read in another way: raw newlines, returns and tabs in strings, a comma before
 * a closing bracket, and `“ ” „` in place of the quotes around a string. Contents of strings in `"` stay as they
 * are. Never throws; a failure says what is wrong and at which index. The value is as from `JSON.parse`: a key
 * `__proto__` is an own property.
 */
export function parseJsonLenient(text: string): LenientJson {
  try {
    return { ok: true, value: JSON.parse(text), repaired: false }
  } catch {
    // Not JSON as it stands: see whether it is after repairs, and if not, where it goes wrong.
  }
  const mended = new Mender(text).mend()
  if (typeof mended !== 'string') return { ok: false, ...mended }
  try {
    return { ok: true, value: JSON.parse(mended), repaired: true }
  } catch {
    return { ok: false, message: 'this is not JSON', at: 0 }
  }
}

/** What keeps a text from being JSON even after repairs; null when nothing does. Costs no exception. */
export function jsonFault(text: string): JsonFault | null {
  const mended = new Mender(text).mend()
  return typeof mended === 'string' ? null : mended
}

/** What may come next: a value, a key, or a sign between them. */
type Expected = 'value' | 'key' | 'colon' | 'comma' | 'end'

/** Copies JSON token by token with its slips repaired, and checks the order of the tokens on the way. */
class Mender {
  readonly #text: string
  readonly #out: string[] = []
  /** The closing brackets that are due, innermost last. */
  readonly #closers: string[] = []
  #expected: Expected = 'value'
  /** Index in `#out` of a comma that nothing followed yet, -1 without one. */
  #comma = -1
  /** Whether the innermost bracket was just opened, so that it may close. */
  #fresh = false
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  /** The text as JSON, or the first fault. */
  mend(): string | JsonFault {
    for (;;) {
      this.#copy(BLANK)
      if (this.#at === this.#text.length) break
      const fault = this.#token(this.#text.charAt(this.#at))
      if (fault) return fault
    }
    return this.#expected === 'end' ? this.#out.join('') : this.#fault('unexpected end')
  }

  #token(char: string): JsonFault | null {
    if (this.#isCloser(char)) return this.#close(char)
    switch (this.#expected) {
      case 'key':
        if (!isQuote(char)) return this.#fault('expected a key in double quotes')
        this.#begin()
        this.#expected = 'colon'
        return this.#string(char)
      case 'value':
        this.#begin()
        return this.#value(char)
      case 'colon':
        if (char !== ':') return this.#fault("expected ':'")
        this.#expected = 'value'
        return this.#take(char)
      case 'comma':
        if (char !== ',') return this.#fault(`expected ',' or '${this.#closers.at(-1)}'`)
        this.#comma = this.#out.length
        this.#expected = this.#closers.at(-1) === '}' ? 'key' : 'value'
        return this.#take(char)
      default:
        return this.#fault('unexpected text after the value')
    }
  }

  #begin(): void {
    this.#comma = -1
    this.#fresh = false
  }

  /** Whether the bracket closes the innermost one, with nothing before it, a whole value, or a last comma. */
  #isCloser(char: string): boolean {
    if (char === '' || char !== this.#closers.at(-1)) return false
    return this.#fresh || this.#comma !== -1 || this.#expected === 'comma'
  }

  #close(char: string): null {
    if (this.#comma !== -1) this.#out[this.#comma] = ''
    this.#begin()
    this.#closers.pop()
    this.#valueEnded()
    return this.#take(char)
  }

  #value(char: string): JsonFault | null {
    if (char === '{' || char === '[') {
      this.#closers.push(char === '{' ? '}' : ']')
      this.#expected = char === '{' ? 'key' : 'value'
      this.#fresh = true
      return this.#take(char)
    }
    this.#valueEnded()
    if (isQuote(char)) return this.#string(char)
    return this.#copy(NUMBER) || this.#copy(WORD) ? null : this.#fault('expected a value')
  }

  #valueEnded(): void {
    this.#expected = this.#closers.length === 0 ? 'end' : 'comma'
  }

  #string(opening: string): JsonFault | null {
    const from = this.#at
    const isSmart = opening !== '"'
    this.#put('"', 1)
    while (this.#at < this.#text.length) {
      if (this.#copy(PLAIN)) continue
      const char = this.#text.charAt(this.#at)
      if (isSmart ? SMART.includes(char) : char === '"') {
        this.#put('"', 1)
        return null
      }
      if (char === '\\') {
        if (!this.#escape(isSmart)) return this.#fault('invalid escape')
      } else if (char === '"') {
        this.#put('\\"', 1)
      } else if (char >= ' ') {
        this.#take(char)
      } else {
        const escaped = RAW.get(char)
        if (escaped === undefined) return this.#fault('control character in a string')
        this.#put(escaped, 1)
      }
    }
    return { message: 'a string has no closing quote', at: from }
  }

  #escape(isSmart: boolean): boolean {
    const next = this.#text.charAt(this.#at + 1)
    if (!isSmart || next === '' || !SMART.includes(next)) return this.#copy(ESCAPE)
    // Its own kind of quote, escaped as `"` would have been: in `"` it needs no escape.
    this.#put(next, 2)
    return true
  }

  /** Copies what the sticky pattern matches here; false when it does not. */
  #copy(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    if (!pattern.test(this.#text)) return false
    this.#out.push(this.#text.slice(this.#at, pattern.lastIndex))
    this.#at = pattern.lastIndex
    return true
  }

  #take(char: string): null {
    this.#put(char, 1)
    return null
  }

  #put(text: string, taken: number): void {
    this.#out.push(text)
    this.#at += taken
  }

  #fault(message: string): JsonFault {
    return { message, at: this.#at }
  }
}

function isQuote(char: string): boolean {
  return char === '"' || SMART.includes(char)
}
