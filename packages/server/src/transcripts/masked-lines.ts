import { LineReader } from '@crewroom/shared/transcript/line-reader'
import type { SecretMask } from '../journal/ports/mask-port'
import { told } from '../rollouts/bounded-text'

/** What a piece of a line that is not a record becomes. */
const UNREADABLE = '?'

/** In so many lines of one file that are not JSON records are looked for; in further ones there are none. */
const MOST_TORN = 2_000

type Json = Readonly<Record<string, unknown>>

/**
 * Takes secrets out of a file of JSON lines as it comes in parts, before anything else reads it: what is made of a text,
 * such as a preview or a hit of a search, never holds half a secret. A record stays JSON whatever is masked in it.
 */
export class MaskedLines {
  readonly #mask: SecretMask
  readonly #isWanted: (line: string) => boolean
  /** The line that has not ended yet. */
  #rest = ''
  #lines = 0
  #records = 0
  #torn = 0

  /** `isWanted`: which lines are given on; the others become empty. Asked before anything is masked. */
  constructor(mask: SecretMask, isWanted: (line: string) => boolean = () => true) {
    this.#mask = mask
    this.#isWanted = isWanted
  }

  /** Lines were there, and none of them was a record of a session. */
  get isForeign(): boolean {
    return this.#lines > 0 && this.#records === 0
  }

  /** The lines that end in this part. */
  push(text: string): string {
    const end = text.lastIndexOf('\n') + 1
    if (end === 0) {
      this.#rest += text
      return ''
    }
    const whole = this.#rest + text.slice(0, end)
    this.#rest = text.slice(end)
    return whole
      .split('\n')
      .map((line) => this.#line(line))
      .join('\n')
  }

  /** The last line, if it is a whole record without an end of line: most programs write both at once, but not all. */
  end(): string {
    const last = this.#rest
    if (!last.trimEnd().endsWith('}') || parsed(last) === undefined) return ''
    this.#rest = ''
    return this.#line(last)
  }

  #line(line: string): string {
    if (line.trim() === '' || !this.#isWanted(line)) return ''
    this.#lines++
    // A list holds no entry of a session, but can be shown.
    const mayBeList = line.includes('[') && this.#torn <= MOST_TORN
    if (!line.includes('{') && !mayBeList) return UNREADABLE
    const value = parsed(line)
    if (value !== undefined) return this.#whole(line, value)
    return ++this.#torn > MOST_TORN ? UNREADABLE : this.#spoilt(line)
  }

  #whole(line: string, value: unknown): string {
    if (isRecord(value)) this.#records++
    try {
      const masked = maskedCopy(value, this.#mask)
      return masked === value ? line : JSON.stringify(masked)
    } catch {
      // Nested deeper than a program can walk.
      return this.#mask.mask(line)
    }
  }

  /**
   * Records on one line, or behind something else: a mask does not know every way in which JSON writes a text, so each
   * becomes a line of its own. What is between them is shown to nobody, and counts.
   */
  #spoilt(line: string): string {
    const reader = new LineReader()
    const found: string[] = []
    reader.push(`${line}\n`, (record) => found.push(this.#whole(JSON.stringify(record), record)))
    for (let n = 0; n < reader.unreadable; n++) found.push(UNREADABLE)
    return found.join('\n')
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown
  } catch {
    return undefined
  }
}

/** One of these is in each record of a session, whatever its version, beside its type. */
const MARKS = ['message', 'uuid', 'sessionId', 'leafUuid', 'messageId'] as const

function isRecord(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const record = value as Json
  return typeof record['type'] === 'string' && MARKS.some((mark) => record[mark] !== undefined)
}

/** The value with every text in it masked; the same one where nothing is. */
function maskedCopy(value: unknown, mask: SecretMask): unknown {
  if (typeof value === 'string') return mask.mask(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const list = value.map((item) => maskedCopy(item, mask))
    return list.some((item, n) => item !== value[n]) ? list : value
  }
  const before = Object.entries(value)
  const after = before.map(([key, item]): [string, unknown] => [
    key,
    isImage(value as Json, key) ? item : maskedCopy(told(key, item), mask),
  ])
  return after.some(([, item], n) => item !== before[n]?.[1]) ? Object.fromEntries(after) : value
}

/** The data of an image: whatever looks like a token in it is none, and masking would spoil it. */
function isImage(value: Json, key: string): boolean {
  const { type, data } = value
  return key === 'data' && type === 'base64' && typeof data === 'string' && /^[\w+/=-]*$/.test(data)
}
