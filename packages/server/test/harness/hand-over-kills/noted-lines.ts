import { closeSync, existsSync, openSync, readSync } from 'node:fs'

const PART = 65_536

/** The whole lines of a file that only grows; what was read before is not read again. */
export class NotedLines {
  readonly #file: string
  readonly #lines: string[] = []
  #read = 0
  #rest = Buffer.alloc(0)

  constructor(file: string) {
    this.#file = file
  }

  all(): readonly string[] {
    if (!existsSync(this.#file)) return this.#lines
    const file = openSync(this.#file, 'r')
    try {
      for (;;) {
        const part = Buffer.alloc(PART)
        const size = readSync(file, part, 0, PART, this.#read)
        if (size === 0) return this.#lines
        this.#read += size
        this.#take(Buffer.concat([this.#rest, part.subarray(0, size)]))
      }
    } finally {
      closeSync(file)
    }
  }

  #take(bytes: Buffer): void {
    const end = bytes.lastIndexOf(0x0a) + 1
    this.#rest = Buffer.from(bytes.subarray(end))
    if (end > 0) this.#lines.push(...bytes.toString('utf8', 0, end - 1).split('\n'))
  }
}
