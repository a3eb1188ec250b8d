import { relayed, relayedLine } from '@crewroom/shared/text/relay'

/** In the place of what was deleted. */
export const MARK = '(deleted)'
/** What begins like a text is taken for a copy of it, as far as it goes on like it: lists and quotes cut texts. */
const HEAD = 24
/** Shorter ones are words that anybody says. */
const LEAST = 12
/** Of more forms than this, each place of a text is looked up; of fewer, each form is looked for. */
const FEW = 32
/** A place is looked up by a sum over `LEAST` units, which goes on from place to place. */
const FACTOR = 31
let ofFirst = 1
for (let n = 0; n < LEAST; n++) ofFirst = Math.imul(ofFirst, FACTOR)
/** Sums are told apart by so many of their bits. */
const SUM_BITS = 20

/** The forms in which copies of texts are to be found: as they were, as agents are given them, and line by line. */
export class Forms {
  /** By their first `LEAST` units. */
  readonly #byStart = new Map<string, string[]>()
  /** The beginnings of the forms; null where they are many. */
  readonly #heads: readonly string[] | null
  /** Sums that a beginning has; where no form has one, nothing else is looked at. */
  readonly #sums: Uint8Array

  constructor(texts: readonly string[]) {
    const forms = new Set(texts.flatMap(formsOf).filter((form) => form.length >= LEAST))
    const heads = new Set<string>()
    for (const form of [...forms].toSorted((a, b) => b.length - a.length)) {
      heads.add(form.slice(0, HEAD))
      const start = form.slice(0, LEAST)
      const known = this.#byStart.get(start)
      if (known) known.push(form)
      else this.#byStart.set(start, [form])
    }
    this.#heads = heads.size > FEW ? null : [...heads]
    this.#sums = new Uint8Array(this.#heads ? 0 : 1 << SUM_BITS)
    if (this.#heads) return
    for (const start of this.#byStart.keys()) this.#sums[placeOf(sumOf(start, 0))] = 1
  }

  get areNone(): boolean {
    return this.#byStart.size === 0
  }

  /** A text with a mark for every copy of these forms; the same one when there is none. */
  erasedText(text: string): string {
    let result = ''
    let done = 0
    for (let found = this.#next(text, 0); found; found = this.#next(text, done)) {
      result += text.slice(done, found.at) + MARK
      done = found.end
    }
    return done === 0 ? text : result + text.slice(done)
  }

  /** The same for every text in a JSON value. */
  erasedJson(json: string): string {
    // Most say nothing of it: then nothing is read.
    const isClean = this.#heads && !this.#heads.some((head) => json.includes(inJson(head)))
    if (isClean) return json
    let isChanged = false
    const value: unknown = JSON.parse(json, (_, one: unknown) => {
      if (typeof one !== 'string') return one
      const erased = this.erasedText(one)
      isChanged ||= erased !== one
      return erased
    })
    return isChanged ? JSON.stringify(value) : json
  }

  #next(text: string, from: number): { readonly at: number; readonly end: number } | null {
    for (let at = this.#candidate(text, from); at !== -1; at = this.#candidate(text, at + 1)) {
      const forms = this.#byStart.get(text.slice(at, at + LEAST)) ?? []
      const end = Math.max(...forms.map((form) => endOfCopy(text, at, form)))
      if (end > at) return { at, end }
    }
    return null
  }

  /** The next place where a form may begin. */
  #candidate(text: string, from: number): number {
    if (this.#heads) {
      const places = this.#heads.map((head) => text.indexOf(head, from)).filter((at) => at !== -1)
      return places.length === 0 ? -1 : Math.min(...places)
    }
    let sum = sumOf(text, from)
    for (let at = from; at + LEAST <= text.length; at++) {
      if (this.#sums[placeOf(sum)] === 1 && this.#byStart.has(text.slice(at, at + LEAST))) return at
      const next = text.charCodeAt(at + LEAST)
      sum = (Math.imul(sum, FACTOR) + next - Math.imul(text.charCodeAt(at), ofFirst)) | 0
    }
    return -1
  }
}

function sumOf(text: string, from: number): number {
  let sum = 0
  for (let at = from; at < from + LEAST; at++)
    sum = (Math.imul(sum, FACTOR) + text.charCodeAt(at)) | 0
  return sum
}

function placeOf(sum: number): number {
  return Math.imul(sum, 0x9e3779b1) >>> (32 - SUM_BITS)
}

/** Where a copy of a form ends that begins there; -1 where none does. */
function endOfCopy(text: string, at: number, form: string): number {
  const least = Math.min(HEAD, form.length)
  let length = 0
  while (length < form.length && text[at + length] === form[length]) length++
  return length < least ? -1 : at + length
}

function formsOf(text: string): string[] {
  return [
    text,
    relayed(text),
    relayedLine(text, Number.MAX_SAFE_INTEGER),
    ...text.split(/[\n\r\v\f\u0085\u2028\u2029]+/).map((line) => line.trim()),
  ]
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
