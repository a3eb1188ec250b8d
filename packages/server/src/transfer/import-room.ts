import { CrewError } from '@crewroom/shared/protocol/errors'

const MIB = 1024 * 1024
/** A file becomes this many times its bytes: once in the tables in which it is tried, and once in the real ones with their log. */
const TIMES = 5
/** What everybody else needs meanwhile. */
const KEPT_FREE = 64 * MIB
/** How often it is looked at. */
const EVERY = 16 * MIB

/** Looks whether the disk has room for an import, before it and while it grows. */
export class ImportRoom {
  readonly #free: () => Promise<number | null>
  #lookedAt = 0

  constructor(free: () => Promise<number | null>) {
    this.#free = free
  }

  /** Throws `disk_full` unless a file of so many bytes fits. */
  async assert(bytes: number): Promise<void> {
    const free = await this.#free()
    const needed = bytes * TIMES + KEPT_FREE
    if (free !== null && free < needed) throw tooFull(needed, free)
  }

  /** So many bytes have come: what they became is on the disk, and has to be once more. */
  async grows(bytes: number): Promise<void> {
    if (bytes < this.#lookedAt + EVERY) return
    this.#lookedAt = bytes
    const free = await this.#free()
    const needed = bytes * (TIMES / 2) + KEPT_FREE
    if (free !== null && free < needed) throw tooFull(needed, free)
  }
}

function tooFull(needed: number, free: number): CrewError {
  const inMiB = (bytes: number) => `${Math.ceil(bytes / MIB)} MiB`
  return new CrewError(
    'disk_full',
    `The disk of the server has too little room for this file: the import needs about ${inMiB(needed)}, and ${inMiB(free)} are free. Make room and send the file again. Nothing was imported.`,
    { neededBytes: Math.ceil(needed), freeBytes: free },
  )
}
