import { cut } from '@crewroom/shared/model/cut'
import type { SecretMask } from '../journal/ports/mask-port'
import { isPlaceholder } from './placeholders'
import { namedSecret } from './told-secrets'

export interface Bounded {
  readonly text: string
  readonly cut: boolean
}

/** A text, masked and then cut: never the other way round, which would leave half a secret that no form knows. */
export function boundedText(text: string, limit: number, mask: SecretMask): Bounded {
  // What is far behind the cut is not even looked at; the end of a text that goes on is undecided, so it is held back.
  const long = text.length > 2 * limit
  const masked = (
    long ? mask.stream().push(text.slice(0, 2 * limit)) : mask.mask(text)
  ).toWellFormed()
  return { text: cut(masked, limit), cut: long || masked.length > limit }
}

const DEEPEST = 64
const LONGEST_KEY = 256
/** Quotes and a comma or a colon. */
const FRAME = 3
/** The most bytes of one character, as JSON: \u0000. */
const ESCAPED = 6

/** JSON of a value with every text in it masked, at most `limit` characters: what does not fit is left out. */
export function boundedJson(value: unknown, limit: number, mask: SecretMask): Bounded {
  const copy = new BoundedCopy(limit, mask)
  const data = copy.of(isRecord(value) ? value : { value }, 0)
  return { text: JSON.stringify(data), cut: copy.cut }
}

class BoundedCopy {
  cut = false
  #left: number
  readonly #mask: SecretMask

  constructor(limit: number, mask: SecretMask) {
    this.#left = limit - FRAME
    this.#mask = mask
  }

  of(value: unknown, depth: number): unknown {
    switch (typeof value) {
      case 'string':
        return this.#text(value)
      case 'number':
        this.#left -= 24
        return Number.isFinite(value) ? value : null
      case 'boolean':
        this.#left -= 5
        return value
      case 'bigint':
        return this.#text(value.toString())
      case 'object':
        if (value === null) {
          this.#left -= 4
          return null
        }
        if (depth >= DEEPEST) {
          this.cut = true
          return null
        }
        this.#left -= FRAME
        return Array.isArray(value) ? this.#list(value, depth) : this.#record(value, depth)
      default:
        return null
    }
  }

  #text(value: string): string {
    const { text, cut: wasCut } = boundedText(value, Math.max(0, this.#left - FRAME), this.#mask)
    const size = JSON.stringify(text).length
    const fits = size <= this.#left
    const kept = fits ? text : cut(text, Math.max(0, Math.floor((this.#left - FRAME) / ESCAPED)))
    this.cut ||= wasCut || !fits
    this.#left -= fits ? size : JSON.stringify(kept).length
    return kept
  }

  #list(values: readonly unknown[], depth: number): unknown[] {
    const kept: unknown[] = []
    for (const value of values) {
      if (!this.#room()) break
      this.#left -= 1
      kept.push(this.of(value, depth + 1))
    }
    return kept
  }

  #record(value: object, depth: number): Record<string, unknown> {
    // Without a prototype: "__proto__" may be a key of what agents send.
    const kept = Object.create(null) as Record<string, unknown>
    for (const [key, item] of Object.entries(value)) {
      if (item === undefined || typeof item === 'function') continue
      if (!this.#room()) break
      const name = cut(key, LONGEST_KEY).toWellFormed()
      this.cut ||= name.length < key.length
      this.#left -= JSON.stringify(name).length + 2
      kept[name] = this.of(told(key, item), depth + 1)
    }
    return kept
  }

  #room(): boolean {
    if (this.#left > FRAME) return true
    this.cut = true
    return false
  }
}

/** What is shown of a value under this key: it may be a variable that is a secret by its name. */
export function told(key: string, value: unknown): unknown {
  const what = /^[A-Z][A-Z0-9_]{1,99}$/.test(key) ? namedSecret(key) : null
  if (what === null || typeof value !== 'string' || isPlaceholder(value)) return value
  return `[masked:${what}]`
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
