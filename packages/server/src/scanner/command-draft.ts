import { BRACE_OPEN, CLOSER, isBlank, isLetter, isNameLike, NEWLINE, OPENER } from './characters'
import type { CodeState } from './code-state'
import { JsonSpan } from './json-span'

const NAME_SIZE = 64
const NAME = /^[A-Za-z][A-Za-z_]*$/
/** In capitals, behind `⟦⟦`: meant as a command whatever follows. Other words need a payload or `⟧⟧`. */
const SHOUTED = /^[A-Z][A-Z_-]+[A-Z]:?$/

/**
 * How a draft ended. `prose`: it never was a command. `balanced`: its closing brackets are there. `open`: it was
 * meant as a command and they never came. `fence`: nor did they come before the end of its fence.
 */
export type DraftEnd =
  | { readonly kind: 'prose' }
  | { readonly kind: 'balanced'; readonly end: number }
  | { readonly kind: 'open'; readonly reason: OpenReason; readonly end: number }
  | { readonly kind: 'fence'; readonly end: number }

type OpenReason = 'not_json' | 'unclosed' | 'too_large'

type Phase =
  | 'opener'
  | 'before-name'
  | 'name'
  | 'after-name'
  | 'payload'
  | 'after-payload'
  | 'closer'

/** A command being written, from its opener on. It keeps offsets; the scanner keeps the text. */
export class CommandDraft {
  readonly start: number
  readonly inCode: boolean
  /** Follows the fence around it: a command left open there ends with the fence. */
  readonly fence: CodeState | null
  #phase: Phase = 'opener'
  #brackets = 0
  #newlineAfterName = false
  #span: JsonSpan | null = null
  /** Whether something other than `{` follows the name, so that it cannot be a payload. */
  #isLoose = false

  name = ''
  /** Extent of the payload, -1 while unknown or without one. */
  payloadFrom = -1
  payloadTo = -1
  end: DraftEnd | null = null

  /** `code` is the state at the opener, which is at offset `start`. */
  constructor(start: number, code: CodeState) {
    this.start = start
    this.inCode = code.inCode
    this.fence = code.inFence ? code.copy() : null
  }

  /** Whether the name is one that a command can have. */
  get hasGoodName(): boolean {
    return NAME.test(this.name)
  }

  /** Whether a payload is being written, so that this is almost certainly a command. */
  get isComposing(): boolean {
    return this.#span !== null && !this.#isLoose && this.hasGoodName
  }

  /** Whether it has `⟦⟦ NAME`, something other than a payload, and perhaps `⟧⟧`. */
  get isLoose(): boolean {
    return this.#isLoose
  }

  /** Offset of the first line, inside a string of the payload, that begins with an opener; -1 without one. */
  get openerLine(): number {
    return this.#span?.openerLine ?? -1
  }

  /** An offset on the line where it turned out, if it did, that this is not a command. */
  get brokenAt(): number {
    if (this.#span === null) return this.start
    if (this.#span.brokenAt !== -1) return this.#span.brokenAt
    return this.payloadTo === -1 ? this.start : this.payloadTo - 1
  }

  /** Reads `text[from, to)`, where `text[0]` is at offset `base`; the index behind the last unit it took. */
  read(text: string, from: number, to: number, base: number): number {
    let at = from
    while (at < to && this.end === null) {
      if (this.#phase === 'payload') at = this.#readPayload(text, at, to, base)
      else if (this.#phase === 'name') at = this.#readName(text, at, to)
      else if (this.#take(text.charCodeAt(at), base + at)) at++
    }
    return at
  }

  /** The turn ended at `offset`, or the command may not be longer. */
  cut(reason: 'unclosed' | 'too_large', offset: number): void {
    const isNamed = this.#phase !== 'opener' && this.#phase !== 'before-name'
    if (this.#span !== null || (isNamed && this.#isShouted)) {
      this.end = { kind: 'open', reason, end: offset }
    } else {
      this.end = { kind: 'prose' }
    }
  }

  /** The fence ended at `offset`, before what it may have read. */
  endWithFence(offset: number): void {
    this.end = { kind: 'fence', end: offset }
  }

  get #isShouted(): boolean {
    return SHOUTED.test(this.name)
  }

  /** Takes one unit outside of the payload; false when it belongs to the next phase or ended the draft. */
  #take(unit: number, offset: number): boolean {
    switch (this.#phase) {
      case 'opener':
        if (unit !== OPENER) return this.#isProse()
        this.#brackets++
        if (this.#brackets === 2) this.#phase = 'before-name'
        return true
      case 'before-name':
        if (isBlank(unit)) return true
        if (!isLetter(unit)) return this.#isProse()
        this.#phase = 'name'
        return false
      case 'after-name':
        return this.#takeAfterName(unit, offset)
      case 'after-payload':
        if (isBlank(unit)) return true
        if (unit !== CLOSER) return this.#leaveOpen(this.payloadTo)
        this.#phase = 'closer'
        return true
      default:
        return this.#takeSecondCloser(unit, offset)
    }
  }

  #readName(text: string, from: number, to: number): number {
    let at = from
    while (at < to && isNameLike(text.charCodeAt(at))) at++
    if (this.name.length + at - from > NAME_SIZE) {
      this.#isProse()
      return at
    }
    this.name += text.slice(from, at)
    if (at < to) this.#phase = 'after-name'
    return at
  }

  #takeAfterName(unit: number, offset: number): boolean {
    if (isBlank(unit)) {
      if (unit === NEWLINE) this.#newlineAfterName = true
      return true
    }
    if (unit === CLOSER) {
      this.#phase = 'closer'
      return true
    }
    if (unit !== BRACE_OPEN) {
      if (!this.#isShouted) return this.#isProse()
      // What follows on another line has nothing to do with it.
      if (this.#newlineAfterName) return this.#leaveOpen(offset)
      this.#isLoose = true
    }
    this.#phase = 'payload'
    this.#span = new JsonSpan(this.#isLoose)
    this.payloadFrom = offset
    return false
  }

  #readPayload(text: string, from: number, to: number, base: number): number {
    const span = this.#span as JsonSpan
    const at = span.read(text, from, to, base)
    if (span.stop === 'balanced') {
      this.payloadTo = base + at
      this.#phase = 'after-payload'
    } else if (span.stop === 'closer') {
      this.#phase = 'closer'
      return at + 1
    } else if (span.stop !== null) {
      const reason = span.stop === 'opener' ? 'not_json' : 'unclosed'
      this.end = { kind: 'open', reason, end: base + at }
    }
    return at
  }

  #takeSecondCloser(unit: number, offset: number): boolean {
    if (unit === CLOSER) {
      const isCommand = this.#span !== null || this.hasGoodName || this.#isShouted
      this.end = isCommand ? { kind: 'balanced', end: offset + 1 } : { kind: 'prose' }
      return true
    }
    if (this.#span !== null || this.#isShouted) return this.#leaveOpen(offset)
    return this.#isProse()
  }

  #isProse(): false {
    this.end = { kind: 'prose' }
    return false
  }

  #leaveOpen(end: number): false {
    this.end = { kind: 'open', reason: 'unclosed', end }
    return false
  }
}
