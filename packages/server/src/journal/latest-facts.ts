import type { Subject } from './fact-subjects'
import { FACT_TYPES, rowOf } from './fact-table'
import type { Kept } from './fact-row'
import type { FactType } from './facts'

/** Types of facts that later ones replace. */
export const REPLACEABLE: readonly FactType[] = FACT_TYPES.filter(
  (type) => 'subjects' in rowOf(type),
)

/** What a fact says the latest of, as its row in the journal has it; nothing where it says more than that. */
export function subjectsOf(type: FactType, kept: unknown): readonly Subject[] {
  const row = rowOf(type)
  return 'subjects' in row ? (row.subjects?.(kept as Kept<FactType>) ?? []) : []
}

/** A fact that may be replaced, and what it takes. */
export interface Replaceable {
  readonly seq: number
  readonly bytes: number
}

interface Holder extends Replaceable {
  /** How many subjects it is the latest about. */
  subjects: number
}

/**
 * Knows which fact of one crew is the latest about each subject, as far as they were read, in their order. What it has in
 * memory grows with the crew's members and streams, not with what they did.
 */
export class LatestFacts {
  readonly #latest = new Map<string, { readonly upTo: number; readonly holder: Holder }>()

  /** The facts that this one replaces: nothing is left of which one of them is the latest. */
  take(fact: Replaceable, subjects: readonly Subject[]): readonly Replaceable[] {
    const holder = { ...fact, subjects: 0 }
    const replaced: Replaceable[] = []
    for (const { name, upTo } of subjects) {
      const before = this.#latest.get(name)
      if (before && before.upTo > upTo) continue
      this.#latest.set(name, { upTo, holder })
      holder.subjects++
      if (before && --before.holder.subjects === 0) replaced.push(before.holder)
    }
    return replaced
  }
}
