import type { ChunkDraft } from './build-chunks'
import type { Time } from './messages'

/** The model's chunks that somebody sees, in the order in which they began. */
export class ChunksInTime {
  readonly #drafts: readonly ChunkDraft[]
  #sorted: readonly { readonly at: number; readonly from: number }[] | null = null

  constructor(drafts: readonly ChunkDraft[]) {
    this.#drafts = drafts
  }

  /** The last that began before a moment, or the first of all: what nobody is known to have started is seen somewhere. -1: there is none. */
  at(time: Time): number {
    this.#sorted ??= this.#drafts
      .flatMap((draft, at) =>
        draft.type === 'ai' && draft.steps.isShown ? [{ at, from: draft.from }] : [],
      )
      .toSorted((a, b) => a.from - b.from)
    const moment = Date.parse(time)
    let [low, high] = [0, this.#sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#sorted[middle]?.from ?? Infinity) <= moment) low = middle + 1
      else high = middle
    }
    return (this.#sorted[low - 1] ?? this.#sorted[0])?.at ?? -1
  }
}
