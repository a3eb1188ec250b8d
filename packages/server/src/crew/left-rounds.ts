import { type RoundRecord, withResponse } from '@crewroom/shared/model/round'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import type { Envelope } from '../journal/facts'

interface Left {
  readonly round: RoundRecord
  /** The newest fact about it. */
  readonly seq: number
}

/**
 * Rounds that have left memory by a fact that is not stored yet: without these, for a moment they would be found neither
 * there nor in the tables as they are.
 */
export class LeftRounds {
  /** Rounds in memory, by run, as they were after the fact before. */
  readonly #there = new Map<string, readonly RoundRecord[]>()
  readonly #left = new Map<string, Left>()

  constructor(rounds: CrewState['rounds']) {
    for (const [runId, there] of Object.entries(rounds)) this.#there.set(runId, there)
  }

  find(runId: string, n: number): RoundRecord | undefined {
    return this.#left.get(keyOf(runId, n))?.round
  }

  /** To be called with each fact, and the rounds as they are after it. */
  apply({ type, seq, data }: Envelope, rounds: CrewState['rounds']): void {
    if (type === 'session:updated' && data.session.status === 'deleted') {
      this.#there.delete(data.session.id)
    }
    if (type !== 'round:opened' && type !== 'round:responded' && type !== 'round:closed') return
    const { runId } = type === 'round:opened' ? data.round : data
    const there = rounds[runId] ?? []
    for (const round of this.#there.get(runId) ?? []) {
      if (!there.some(({ n }) => n === round.n))
        this.#left.set(keyOf(runId, round.n), { round, seq })
    }
    if (there.length > 0) this.#there.set(runId, there)
    else this.#there.delete(runId)
    if (type !== 'round:responded') return
    const left = this.#left.get(keyOf(runId, data.n))
    // What it says last is what lets it go, or comes later still.
    if (left) {
      const round = withResponse(left.round, data.response)
      this.#left.set(keyOf(runId, data.n), { round, seq })
    }
  }

  /** Facts up to there are in the tables. */
  settled(seq: number): void {
    for (const [key, left] of this.#left) if (left.seq <= seq) this.#left.delete(key)
  }
}

const keyOf = (runId: string, n: number): string => `${runId} ${n}`
