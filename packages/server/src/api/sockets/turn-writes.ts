import { framesOf } from './text-frames'

/** What is to be written down before anything leaves. */
export interface Written {
  write(): void
}

/**
 * What leaves at the end of this turn of the event loop, for all connections: the syscall is the cost of a frame, so each
 * connection gets one write, and those that were sent the same share its bytes.
 */
export class TurnWrites {
  readonly #due = new Set<() => void>()
  readonly #before = new Set<Written>()
  #texts: readonly Buffer[] = []
  #frames: Buffer = Buffer.alloc(0)

  /** Has `flush` called at the end of this turn. */
  add(flush: () => void): void {
    if (this.#due.size === 0) setImmediate(() => this.#flush())
    this.#due.add(flush)
  }

  /** Has this written before anything of this turn leaves. */
  before(noted: Written): void {
    this.#before.add(noted)
  }

  /** Something leaves now. */
  note(): void {
    for (const noted of this.#before) noted.write()
    this.#before.clear()
  }

  /** The frames of these texts, made once for connections in a row that were sent the same. */
  framesOf(texts: readonly Buffer[]): Buffer {
    if (!areSame(texts, this.#texts)) {
      this.#texts = texts
      this.#frames = framesOf(texts)
    }
    return this.#frames
  }

  #flush(): void {
    const due = [...this.#due]
    this.#due.clear()
    for (const flush of due) flush()
    this.#texts = []
    this.#frames = Buffer.alloc(0)
  }
}

/** The very same, not only equal: what is for many is serialised once. */
function areSame(some: readonly Buffer[], others: readonly Buffer[]): boolean {
  return some.length === others.length && some.every((text, n) => text === others[n])
}
