/** Starts again of a program that never was ready: what is wrong with it is mostly wrong the next time, too. */
const UNPROVEN = 1
/** Longest pause before a program is started again. */
const MAX_PAUSE_MS = 30_000

export interface RestartLimits {
  /** Starts in a row after a crash. 0 never starts again. */
  readonly limit: number
  /** Before the first; doubles each time. */
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
   * After a program that ran for `ranMs` crashed: which start comes next, of how many, and when; null when they are
   * used up. `isProven`: a program of this agent was ready at some time.
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
