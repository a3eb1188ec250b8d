import { setTimeout as sleep } from 'node:timers/promises'

/** At pace 1, in milliseconds: what a person can follow, and still is about a minute for the whole story. */
const READING_MS = 600
const THINKING_MS = 1_200
const WORKING_MS = 1_800
/** Long enough that somebody at the dashboard can take the turn. */
const TURN_MS = 8_000
const PAUSE_TIMES = 4
/** So many characters appear at a time, so far apart. */
const PIECE = 5
const GAP_MS = 24

/** How something is written: in pieces of this size, so far apart. */
export interface Speech {
  readonly size: number
  readonly gap: number
}

/**
 * How fast a sample crew plays. 0 is as fast as its programs can, for checks; 1 is for people who watch; 2 takes twice
 * as long. Nothing depends on it: scripts wait for texts.
 */
export class Pace {
  readonly #factor: number

  constructor(factor: number) {
    this.#factor = factor
  }

  /** Before it goes on with what has come in. */
  reading(signal?: AbortSignal): Promise<void> {
    return this.wait(READING_MS * this.#factor, signal)
  }

  thinking(signal?: AbortSignal): Promise<void> {
    return this.wait(THINKING_MS * this.#factor, signal)
  }

  working(signal?: AbortSignal): Promise<void> {
    return this.wait(WORKING_MS * this.#factor, signal)
  }

  /** Before the sample person takes a turn that is anybody's who watches. */
  turn(signal?: AbortSignal): Promise<void> {
    return this.wait(TURN_MS * this.#factor, signal)
  }

  pause(ms: number, signal?: AbortSignal): Promise<void> {
    return this.wait(this.#factor === 0 ? ms : ms * PAUSE_TIMES * this.#factor, signal)
  }

  /** `pieces` and `gap` as the script has them, for the one that nobody watches. */
  speech(length: number, pieces: number | undefined, gap: number): Speech {
    return this.#factor === 0
      ? { size: pieces ?? Math.max(1, length), gap }
      : { size: PIECE, gap: GAP_MS * this.#factor }
  }

  /** Shorter when it is stopped meanwhile. */
  async wait(ms: number, signal?: AbortSignal): Promise<void> {
    if (ms <= 0) return
    await sleep(ms, undefined, signal ? { signal } : {}).catch(() => {})
  }
}
