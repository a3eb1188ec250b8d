import { createHash } from 'node:crypto'
import type * as z from 'zod'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { beyondRoom } from '@crewroom/shared/protocol/json-room'
import { JSON_ROOM, LIMITS } from '@crewroom/shared/protocol/limits'
import { type CrewHeader, type GroupHeader, Header, READ_VERSIONS, Trailer } from './export-file'

const NEWLINE = 0x0a
/** Deeper than any fact; a walk through it does not endanger the stack. */
const MAX_DEPTH = 32

/** Takes the lines between header and trailer. Throws `Misfit` for one that does not fit. */
export interface Lines {
  take(value: unknown): void
}

/** Why a line is refused. */
export class Misfit extends Error {}

export function badFile(line: number | null, reason: string): CrewError {
  return new CrewError(
    'bad_file',
    `${line === null ? '' : `Line ${line} of the file: `}${reason} Nothing was imported.`,
    line === null ? {} : { line },
  )
}

/**
 * Reads an export as it arrives, line by line, in bounded memory. What it says counts only when `end` has seen the
 * trailer and that it fits: until then nothing is known to be whole.
 */
export class FileReading {
  readonly #begin: (header: CrewHeader | GroupHeader) => Lines
  readonly #hash = createHash('sha256')
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  #parts: Uint8Array[] = []
  #held = 0
  #bytes = 0
  #line = 0
  #lines: Lines | null = null
  #trailer: z.infer<typeof Trailer> | null = null

  constructor(begin: (header: CrewHeader | GroupHeader) => Lines) {
    this.#begin = begin
  }

  /** Lines that were read, header and trailer counted. */
  get lines(): number {
    return this.#line
  }

  get bytes(): number {
    return this.#bytes
  }

  write(chunk: Uint8Array): void {
    this.#bytes += chunk.length
    let from = 0
    for (;;) {
      const at = chunk.indexOf(NEWLINE, from)
      if (at === -1) break
      this.#hold(chunk.subarray(from, at + 1))
      this.#take()
      from = at + 1
    }
    if (from < chunk.length) this.#hold(chunk.subarray(from))
  }

  /** Throws unless the whole file was there, as it was written. */
  end(): void {
    if (this.#held > 0) throw badFile(this.#line + 1, 'it is cut off in the middle.')
    if (this.#line === 0) throw badFile(null, 'The file is empty.')
    if (!this.#trailer) {
      throw badFile(this.#line, 'the file ends here without its last line, so it was cut off.')
    }
    if (this.#trailer.lines !== this.#line - 2) {
      throw badFile(
        null,
        `The file has lost or gained lines: it was written with ${this.#trailer.lines}.`,
      )
    }
    if (this.#trailer.sha256 !== this.#hash.digest('hex')) {
      throw badFile(null, 'The file was changed after it was written: its checksum does not match.')
    }
  }

  #hold(part: Uint8Array): void {
    this.#held += part.length
    if (this.#held > LIMITS.importLineBytes) {
      throw badFile(this.#line + 1, `it is longer than ${LIMITS.importLineBytes} bytes.`)
    }
    this.#parts.push(part)
  }

  #take(): void {
    const bytes = this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts)
    this.#parts = []
    this.#held = 0
    this.#line++
    try {
      this.#understand(bytes ?? new Uint8Array())
    } catch (error) {
      if (error instanceof Misfit) throw badFile(this.#line, error.message)
      throw error
    }
  }

  #understand(bytes: Uint8Array): void {
    if (this.#trailer) throw new Misfit('something follows the last line.')
    const value = this.#json(bytes)
    if (this.#lines && typeof value === 'object' && value !== null && 'end' in value) {
      this.#trailer = fitting(Trailer, value)
      return
    }
    this.#hash.update(bytes)
    if (this.#lines) this.#lines.take(value)
    else this.#lines = this.#begin(headerOf(value))
  }

  #json(bytes: Uint8Array): unknown {
    let value: unknown
    let beyond: string | null
    try {
      const text = this.#utf8.decode(bytes)
      beyond = beyondRoom(text, JSON_ROOM.importLine)
      if (beyond === null) value = JSON.parse(text)
    } catch {
      throw new Misfit('it is not JSON in UTF-8.')
    }
    if (beyond !== null) throw new Misfit(`it ${beyond}.`)
    assertPlain(value, 0)
    return value
  }
}

function headerOf(value: unknown): CrewHeader | GroupHeader {
  const { crewroom, version, kind } = (value ?? {}) as Readonly<Record<string, unknown>>
  if (crewroom !== 'export') throw new Misfit('this is not a Crewroom export.')
  const read = READ_VERSIONS[kind === 'group' ? 'group' : 'crew']
  if (!read.some((one) => one === version)) {
    throw new Misfit(
      `the file has version ${String(version).slice(0, 20)}; this server reads ${
        read.length > 1 ? 'versions' : 'version'
      } ${listed(read)}. Use a newer version of Crewroom, which can read it.`,
    )
  }
  return fitting(Header, value)
}

/** `1, 2 and 3` */
function listed(numbers: readonly number[]): string {
  const last = `${numbers.at(-1)}`
  return numbers.length < 2 ? last : `${numbers.slice(0, -1).join(', ')} and ${last}`
}

/** The value, unchanged: a schema decides, and what goes on is what the file said. */
export function fitting<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return value as z.output<S>
  const [issue] = result.error.issues
  const path = issue?.path.join('.') ?? ''
  throw new Misfit(
    `${path === '' ? '' : `${path.slice(0, 100)}: `}${(issue?.message ?? 'it is not valid').slice(0, 200)}.`,
  )
}

/** Half characters and names of prototypes are in no fact: tables and memory would not have them alike. */
function assertPlain(value: unknown, depth: number): void {
  if (typeof value === 'string' && !value.isWellFormed()) {
    throw new Misfit('a text in it is not well-formed Unicode.')
  }
  if (typeof value !== 'object' || value === null) return
  if (depth > MAX_DEPTH) throw new Misfit('it is nested too deeply.')
  if (Array.isArray(value)) {
    for (const one of value) assertPlain(one, depth + 1)
    return
  }
  for (const [key, one] of Object.entries(value)) {
    if (key === '__proto__') throw new Misfit('it has a key that no fact has.')
    assertPlain(one, depth + 1)
  }
}
