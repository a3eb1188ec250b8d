/** How often a program that was never ready is started again: its fault will usually be there the next time, too. */
const UNPROVEN = 1
/** The longest pause before a program is started again. */
const MAX_PAUSE_MS = 30_000

export interface RestartLimits {
  /** How many crashes in a row are followed by a new start. With 0 a program is never started again. */
  readonly limit: number
  /** The pause before the first start; it doubles each time. */
  readonly pauseMs: number
  /** A program that ran for this long has recovered from the crashes before. */
  readonly steadyMs: number
}

/** Counts the crashes of one agent's programs in a row and says when to start again. */
export class RestartPolicy {
  readonly #limits: RestartLimits
  #crashes = 0

  constructor(limits: RestartLimits) {
    this.#limits = limits
  }

  limit(isProven: boolean): number {
    return isProven ? this.#limits.limit : Math.min(this.#limits.limit, UNPROVEN)
  }

  /** A person or a new task gives it a fresh start. */
  reset(): void {
    this.#crashes = 0
  }

  /**
   * A program crashed after running for `ranMs`. Returns which start comes next, of how many, and when; null if they
   * are used up. `isProven`: a program of this agent was ready at some time.
   */
  crashed(
    ranMs: number,
    isProven = true,
  ): { readonly attempt: number; readonly limit: number; readonly pauseMs: number } | null {
    const { pauseMs, steadyMs } = this.#limits
    const limit = this.limit(isProven)
    if (ranMs >= steadyMs) this.#crashes = 0
    this.#crashes++
    if (this.#crashes > limit) return null
    return {
      attempt: this.#crashes,
      limit,
      pauseMs: Math.min(MAX_PAUSE_MS, pauseMs * 2 ** (this.#crashes - 1)),
    }
  }
}
