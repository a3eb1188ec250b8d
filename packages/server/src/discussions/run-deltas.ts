import type { Crew } from '../crew/crew'
import type { LiveFeed } from '../crew/live-feed'
import type { Asked } from '../crew/round-book'
import type { Shard } from '../crew/shard'

/** One line has at most so much of an agent's text, from its end. The answer has all of it. */
const TEXT_KEPT = 8 * 1024

export interface Delta {
  readonly crew: Crew
  readonly asked: Asked
  readonly text: string
}

/** What agents write while they answer in one discussion, without secrets, until somebody takes it. Nothing of it is stored. */
export class RunDeltas {
  readonly #live: LiveFeed
  readonly #written = new Map<string, Delta>()
  readonly #hear: (agentId: string, delta: string) => void
  #wake: (() => void) | null = null

  constructor(shard: Shard, live: LiveFeed, run: { readonly id: string; readonly leadId: string }) {
    this.#live = live
    this.#hear = (agentId, delta) => {
      const crew = shard.findCrew(run.leadId)
      const asked = crew?.rounds.answering(agentId)
      const round = asked && crew?.rounds.round(asked.runId, asked.n)
      // What is not posted is not shown either.
      if (!crew || !asked || round?.run?.id !== run.id || round.ask === 'select') return
      const before = this.#written.get(asked.deliveryId)?.text ?? ''
      const text = `${before}${delta}`.slice(-TEXT_KEPT)
      this.#written.set(asked.deliveryId, { crew, asked, text })
      this.#wake?.()
      this.#wake = null
    }
    live.on('masked', this.#hear)
  }

  /** What was written since the last time, by answers that are still under way. */
  take(): readonly Delta[] {
    const all = [...this.#written.values()]
    this.#written.clear()
    return all.filter(
      ({ crew, asked }) => crew.rounds.answering(asked.agentId)?.deliveryId === asked.deliveryId,
    )
  }

  /** Resolves when something is there to be taken, or when `signal` ends the wait. */
  next(signal: AbortSignal): Promise<void> {
    if (this.#written.size > 0 || signal.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      this.#wake = resolve
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
  }

  close(): void {
    this.#live.off('masked', this.#hear)
  }
}
