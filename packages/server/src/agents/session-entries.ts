import type { RecordEntry } from '@crewroom/shared/transcript/rollout/record-entry'

/** Where the part of a record begins that belongs to a round. */
export interface RoundStart {
  /** Number of the round. */
  readonly n: number
  /** Number of the entry with which it was handed over. */
  readonly entry: number
}

/** What of one agent's record belongs to one session: each of its rounds, from its hand-over to the next hand-over. */
export class SessionEntries {
  readonly #sessionId: string
  readonly #rounds: RoundStart[] = []
  /** The turn of the round that the agent was handed last; null: that was something else. */
  #open: { readonly turnId: string | null } | null = null

  constructor(sessionId: string) {
    this.#sessionId = sessionId
  }

  get rounds(): readonly RoundStart[] {
    return this.#rounds
  }

  /** Those of the session among the entries that follow. */
  of(entries: readonly RecordEntry[]): readonly RecordEntry[] {
    return entries.filter((entry) => this.#isIn(entry))
  }

  #isIn(entry: RecordEntry): boolean {
    const { kind, turnId, n } = entry
    if (kind === 'prompt') this.#prompted(entry)
    // Its program begins again: what it was asked is handed over again.
    if (kind === 'started' || kind === 'stopped') this.#open = null
    if (this.#open === null) return false
    const isOther = turnId !== null && this.#open.turnId !== null && turnId !== this.#open.turnId
    return !isOther && n > 0
  }

  #prompted({ n, turnId, items = [] }: RecordEntry): void {
    const asked = items.flatMap(({ round }) => round ?? []).at(-1)
    if (asked) {
      this.#open = asked.session === this.#sessionId ? { turnId } : null
      if (this.#open) this.#rounds.push({ n: asked.n, entry: n })
    } else if (items.some(({ kind }) => kind !== 'reply')) this.#open = null
  }
}
