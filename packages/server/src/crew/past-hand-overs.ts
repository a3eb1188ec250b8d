import type { TurnTimes } from '@crewroom/shared/model/turn'
import type { InHand } from './holding'

/** How many hand-overs are remembered after they are over. */
const KEPT = 2_000

/** The newest hand-overs that are over and were not stored, for people to see. */
export class PastHandOvers {
  #times: TurnTimes[] = []
  #lastSeq = 0
  #knownSince: string | null = null

  get times(): readonly TurnTimes[] {
    return this.#times
  }

  /** Since when all of them are known; null: since the crew was loaded. */
  get knownSince(): string | null {
    return this.#knownSince
  }

  add(turn: InHand, endedAt: string): void {
    // Each has a number of its own: pages are told apart by it.
    this.#lastSeq = Math.max(this.#lastSeq + 1, turn.seq)
    this.#times.push({
      id: turn.id,
      seq: this.#lastSeq,
      agentId: turn.agentId,
      sentAt: turn.at,
      seenAt: null,
      endedAt,
      reason: turn.driver === 'pipe' ? 'written' : 'acked',
    })
    if (this.#times.length < 2 * KEPT) return
    this.#times = this.#times.slice(-KEPT)
    this.#knownSince = this.#times[0]?.sentAt ?? null
  }
}
