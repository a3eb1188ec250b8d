import type { CommandResult } from './command-sink'

/** What a command was answered, and where it ended in its stream. */
export interface Answered {
  readonly end: number
  readonly result: CommandResult
}

/** The most for one agent, over all its streams. */
const MOST_BYTES = 64 * 1024

/**
 * What the last request of each of an agent's streams was answered, where its answer is the only place: the request may
 * be refused in its middle, or its answer be lost on the way. In memory only; beyond 64 KiB the oldest go.
 */
export class KeptAnswers {
  readonly #byStream = new Map<string, readonly Answered[]>()

  /** What commands that ended behind `from`, up to `to`, were answered: they do not run again. */
  recall(stream: string, from: number, to: number): Answered[] {
    return (this.#byStream.get(stream) ?? []).filter(({ end }) => end > from && end <= to)
  }

  /** Takes the place of what was kept of this stream. */
  keep(stream: string, answers: readonly Answered[]): void {
    // Streams are in the order of their newest request.
    this.#byStream.delete(stream)
    if (answers.length > 0) this.#byStream.set(stream, answers)
    let left = MOST_BYTES
    for (const [name, kept] of [...this.#byStream].reverse()) {
      const newest = kept.findLastIndex((answered) => (left -= sizeOf(answered)) < 0) + 1
      if (newest === kept.length) this.#byStream.delete(name)
      else if (newest > 0) this.#byStream.set(name, kept.slice(newest))
    }
  }
}

function sizeOf({ result: { command, reply } }: Answered): number {
  return Buffer.byteLength(command) + Buffer.byteLength(reply)
}
