/** When the walks' agents are held: soon, so that it happens often. */
export const CONDUCT = { hops: 2, replies: 1_000_000, holdSeconds: 40 } as const

const LONGEST_MS = 3_600_000
const FORGOTTEN_MS = 3_600_000
const LEAD_RELEASES = 3

/** What is remembered of a place where agents write: a group, or one agent's direct messages. */
export class HoldModel {
  until: number | null = null
  /** What was given before this in the order of things goes on with no chain. */
  fresh = 0
  #strikes = 0
  #calmSince: number | null = null

  begin(now: number): void {
    const inRow = this.#calmSince !== null && now - this.#calmSince < FORGOTTEN_MS
    this.#strikes = inRow ? this.#strikes + 1 : 1
    const ms = CONDUCT.holdSeconds * 1000 * 2 ** (this.#strikes - 1)
    this.until = now + Math.min(LONGEST_MS, ms)
  }

  /** Ended by a person: nothing is held against anybody any more. */
  forgive(order: number): void {
    this.until = null
    this.fresh = order
    this.#strikes = 0
    this.#calmSince = null
  }

  /** Ended by the lead, or by time. */
  end(order: number, at: number): void {
    this.until = null
    this.fresh = order
    this.#calmSince = at
  }

  get leadMayEnd(): boolean {
    return this.#strikes <= LEAD_RELEASES
  }
}
