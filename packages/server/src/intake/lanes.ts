import type { AgentStream } from './agent-stream'
import { KeptAnswers } from './kept-answers'

/** What is known of one agent's output. */
export interface Lane {
  tail: Promise<unknown>
  readonly streams: Map<string, AgentStream>
  /** Streams of which text was refused before it was read: it is expected again. */
  readonly refused: Set<string>
  /** Ids of replies that no inbox contains. */
  readonly kept: KeptAnswers
  readonly tally: { refusalsInRow: number }
  /** Outputs that were acted on and are not stored yet. */
  readonly unstored: Set<Promise<void>>
  /** The end of what it said in its turn, and in the last one that had any. */
  words: { now: string; last: string }
}

/** One lane per agent: what is run in it runs one after the other. Agents do not wait for each other. */
export class Lanes {
  readonly #lanes = new Map<string, Lane>()

  get(agentId: string): Lane | undefined {
    return this.#lanes.get(agentId)
  }

  values(): Iterable<Lane> {
    return this.#lanes.values()
  }

  delete(agentId: string): void {
    this.#lanes.delete(agentId)
  }

  run<T>(agentId: string, run: (lane: Lane) => Promise<T>): Promise<T> {
    let lane = this.#lanes.get(agentId)
    if (!lane) {
      lane = {
        tail: Promise.resolve(),
        streams: new Map(),
        refused: new Set(),
        kept: new KeptAnswers(),
        tally: { refusalsInRow: 0 },
        unstored: new Set(),
        words: { now: '', last: '' },
      }
      this.#lanes.set(agentId, lane)
    }
    const own = lane
    const result = own.tail.then(() => run(own))
    // The next one runs whether or not this one failed; its failure belongs to its caller.
    own.tail = result.catch(() => {})
    return result
  }
}
