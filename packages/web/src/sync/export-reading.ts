import { endsAsDocument } from '@crewroom/shared/text/markdown-document'

/** How far a file of JSON lines was read. */
export interface LinesRead {
  readonly bytes: number
  readonly lines: number
  /** How many lines there will be; null where the file does not say. */
  readonly total: number | null
}

const NEWLINE = 10
const OPENS = 4_096

/** A file on its way: how far it came, and whether it is there to its end. */
export interface FileReading {
  push(chunk: Uint8Array): void
  readonly progress: LinesRead
  readonly isWhole: boolean
}

/** The same for a Markdown document. */
export class DocumentReading implements FileReading {
  #bytes = 0
  #lines = 0
  #tail = ''

  push(chunk: Uint8Array): void {
    this.#bytes += chunk.length
    for (const byte of chunk) if (byte === NEWLINE) this.#lines++
    this.#tail = (this.#tail + new TextDecoder().decode(chunk.subarray(-OPENS))).slice(-OPENS)
  }

  get progress(): LinesRead {
    return { bytes: this.#bytes, lines: this.#lines, total: null }
  }

  get isWhole(): boolean {
    return endsAsDocument(this.#tail)
  }
}

/** Counts the lines of an export as it comes, and looks at its first and its last. */
export class ExportReading implements FileReading {
  #bytes = 0
  #lines = 0
  #first: string | null = null
  #head = ''
  /** The end of what came: the last line is a short one. */
  #tail = ''
  readonly #utf8 = new TextDecoder()

  push(chunk: Uint8Array): void {
    this.#bytes += chunk.length
    for (const byte of chunk) if (byte === NEWLINE) this.#lines++
    if (this.#first === null) {
      this.#head += this.#utf8.decode(chunk.subarray(0, OPENS), { stream: true })
      const end = this.#head.indexOf('\n')
      if (end !== -1) this.#first = this.#head.slice(0, end)
    }
    this.#tail = (this.#tail + new TextDecoder().decode(chunk.subarray(-OPENS))).slice(-OPENS)
  }

  get progress(): LinesRead {
    // A header line, its facts, and the last line.
    const facts = this.#headerField('seq')
    return { bytes: this.#bytes, lines: this.#lines, total: facts === null ? null : facts + 2 }
  }

  /** A file without its last line was cut off. */
  get isWhole(): boolean {
    if (!this.#tail.endsWith('\n')) return false
    const last = this.#tail.trimEnd().split('\n').at(-1) ?? ''
    try {
      const value: unknown = JSON.parse(last)
      return typeof value === 'object' && value !== null && 'end' in value && value.end === true
    } catch {
      return false
    }
  }

  #headerField(name: string): number | null {
    try {
      const header = JSON.parse(this.#first ?? '') as Readonly<Record<string, unknown>>
      const value = header[name]
      return typeof value === 'number' ? value : null
    } catch {
      return null
    }
  }
}
