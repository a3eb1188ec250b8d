import type { Clock } from './clock'

/** All agents and connections together give the event loop back after this long. */
const TURN_MS = 5

/**
 * What all agents together may do in one turn of the event loop. Work that comes when the turn is used up waits for the
 * next ones, where each key has one piece of its work done after the other keys had theirs. Pieces of one key stay in order.
 */
export class TurnBudget {
  readonly #clock: Clock
  readonly #waiting = new Map<object, (() => void)[]>()
  /** On the monotonic clock. */
  #began: number | null = null
  #isScheduled = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Does it now, or in a later turn when this one is used up or others wait. */
  run(key: object, piece: () => void): void {
    if (this.#waiting.size === 0 && !this.isSpent()) {
      piece()
      return
    }
    const own = this.#waiting.get(key)
    if (own) own.push(piece)
    else this.#waiting.set(key, [piece])
    this.#schedule()
  }

  /** Resolves in a later turn, in the order of asking. Ask again then: others may have used it up first. */
  next(key: object): Promise<void> {
    return new Promise((resolve) => {
      const own = this.#waiting.get(key)
      if (own) own.push(resolve)
      else this.#waiting.set(key, [resolve])
      this.#schedule()
    })
  }

  /** How many pieces of a key wait. */
  waiting(key: object): number {
    return this.#waiting.get(key)?.length ?? 0
  }

  /** Whether what there is to do in this turn has taken as long as it may. */
  isSpent(): boolean {
    const now = this.#clock.monotonic()
    if (this.#began === null) {
      this.#began = now
      setImmediate(() => (this.#began = null))
    }
    return now - this.#began >= TURN_MS
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#began = null
      try {
        this.#goOn()
      } finally {
        if (this.#waiting.size > 0) this.#schedule()
      }
    })
  }

  #goOn(): void {
    for (const [key, own] of this.#waiting) {
      if (this.isSpent()) return
      const piece = own.shift()
      // It goes to the end, before it runs: what it adds comes behind what was there.
      this.#waiting.delete(key)
      if (own.length > 0) this.#waiting.set(key, own)
      piece?.()
    }
  }
}
