import type { CompactionTokenDelta } from './groups'
import type { ParsedMessage } from './messages'
import { totalTokensOf } from './metrics'

interface Compaction {
  readonly phase: number
  readonly at: number
  readonly before: number | null
  after: number | null
}

/** What each compaction freed: the first response behind it tells, which may be long in coming. */
export class TokenDeltas {
  #last: number | null = null
  readonly #all = new Map<number, Compaction>()
  #open: Compaction[] = []

  /** How many compactions there were before this one, plus two: the phase that it begins. */
  phaseOf(at: number): number {
    return this.#all.get(at)?.phase ?? 1
  }

  compacted(at: number): void {
    const compaction = { phase: this.#all.size + 2, at, before: this.#last, after: null }
    this.#all.set(at, compaction)
    this.#open.push(compaction)
  }

  /** The places of the compactions whose delta is known now. */
  responded({ usage }: ParsedMessage): readonly number[] {
    if (usage === undefined) return []
    const total = totalTokensOf(usage)
    const closed = this.#open
    for (const compaction of closed) compaction.after = total
    this.#open = []
    this.#last = total
    return closed.map(({ at }) => at)
  }

  of(at: number): CompactionTokenDelta | null {
    const { before, after } = this.#all.get(at) ?? { before: null, after: null }
    if (before === null || after === null) return null
    return { preCompactionTokens: before, postCompactionTokens: after, delta: after - before }
  }
}
