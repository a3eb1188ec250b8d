import { endOfObject, ObjectScan } from './object-scan'
import { recoverRecord } from './recover-record'

export type JsonObject = Readonly<Record<string, unknown>>

/** A longer line is not kept in memory: it counts as one that cannot be read. */
export const MAX_LINE_CHARS = 64 * 1024 * 1024
/** Spoilt pieces of one line behind which the next record is looked for. */
const MAX_SPOILT = 8

/**
 * Takes JSON lines as their text arrives, in any pieces. A half-written last line waits for its end; a last line that
 * is whole is read although no line break follows it yet. Two records on one line are both read.
 */
export class LineReader {
  /** Pieces of lines that are not a record. */
  unreadable = 0
  #waiting: string[] = []
  #waitingChars = 0
  #scan = new ObjectScan()
  /** The waiting line is too long, or begins with something else than records: only its end decides. */
  #tooLong = false
  #spoiled = false

  push(text: string, take: (record: JsonObject) => void): void {
    let start = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      this.#endLine(text.slice(start, end), take)
      start = end + 1
    }
    if (start < text.length) this.#wait(text.slice(start), take)
  }

  #endLine(rest: string, take: (record: JsonObject) => void): void {
    const tooLong = this.#tooLong || this.#waitingChars + rest.length > MAX_LINE_CHARS
    const line = this.#waitingChars > 0 ? this.#waiting.join('') + rest : rest
    this.#startLine([])
    if (tooLong) this.unreadable += 1
    else this.unreadable += readLine(line, take)
  }

  #wait(piece: string, take: (record: JsonObject) => void): void {
    if (this.#tooLong) return
    this.#waiting.push(piece)
    this.#waitingChars += piece.length
    if (this.#waitingChars > MAX_LINE_CHARS) {
      this.#startLine([])
      this.#tooLong = true
      return
    }
    if (!this.#spoiled) this.#takeWhole(piece, take)
  }

  /** Records that the waiting text begins with, whole ones. */
  #takeWhole(piece: string, take: (record: JsonObject) => void): void {
    let rest = piece
    for (;;) {
      const end = this.#scan.endIn(rest)
      if (end === null) return
      const waiting = this.#waiting.join('')
      const own = waiting.slice(0, waiting.length - rest.length + end)
      const record = end < 0 ? null : readObject(own)
      if (record === null) {
        this.#spoiled = true
        return
      }
      take(record)
      rest = rest.slice(end)
      this.#startLine(rest === '' ? [] : [rest])
    }
  }

  #startLine(waiting: string[]): void {
    this.#waiting = waiting
    this.#waitingChars = waiting[0]?.length ?? 0
    this.#scan = new ObjectScan()
    this.#tooLong = false
    this.#spoiled = false
  }
}

/** The records of one whole line; returns how many pieces of it are not. */
function readLine(line: string, take: (record: JsonObject) => void): number {
  // To find out by parsing costs an exception for each line, and a file may be nothing but ends of lines.
  if (!line.includes('{')) return isBlank(line) ? 0 : 1
  let rest = line
  let unreadable = 0
  for (;;) {
    const value = readJson(rest)
    if (isObject(value)) {
      take(value)
      return unreadable
    }
    if (isBlank(rest)) return unreadable
    if (value !== undefined) return unreadable + 1
    const end = endOfObject(rest)
    const first = end > 0 && end < rest.length ? readObject(rest.slice(0, end)) : null
    if (first !== null) {
      take(first)
      rest = rest.slice(end)
      continue
    }
    unreadable += 1
    const found = unreadable > MAX_SPOILT ? null : recoverRecord(rest, readObject)
    if (found === null) return unreadable
    take(found.record)
    rest = found.rest
  }
}

function readObject(text: string): JsonObject | null {
  const value = readJson(text)
  return isObject(value) ? value : null
}

/** `undefined`: it is not JSON. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isBlank = (text: string) => text.trim() === ''
