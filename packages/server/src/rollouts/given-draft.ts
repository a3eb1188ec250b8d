import { LIMITS } from '@crewroom/shared/protocol/limits'
import { addRef } from '../journal/given-refs'
import type { Given, GivenData, GivenRef } from '../journal/ports/rollout-port'

/** What an agent was handed in a short while, until it becomes one entry of its record. */
export class GivenDraft {
  readonly at: number
  readonly turnId: string | null
  readonly cancel: () => void
  readonly #areLines: boolean
  readonly #repeats: number
  readonly #given: GivenRef[][]
  readonly #isRound: boolean
  #bytes: number

  constructor(first: Given, at: number, cancel: () => void) {
    this.at = at
    this.cancel = cancel
    this.turnId = first.turnId
    this.#areLines = first.areLines
    this.#repeats = first.repeats
    this.#given = [[...first.refs]]
    this.#bytes = first.bytes
    this.#isRound = first.isRound === true
  }

  /** Adds a further hand-over; false when it needs an entry of its own. */
  add({ refs, bytes, repeats, areLines, turnId, isRound }: Given): boolean {
    // Repeats are announced, and lanes show only what was handed over for the first time.
    if (repeats > 0 || this.#repeats > 0 || areLines !== this.#areLines) return false
    if (isRound || this.#isRound) return false
    if ((turnId === null) !== (this.turnId === null)) return false
    if (this.#bytes + bytes > LIMITS.rolloutEntry) return false
    this.#bytes += bytes
    // Pages have no frame, so that their items are one list; lines of an input name the numbers at the end of each.
    const last = this.#given.at(-1)
    if (areLines || !last) this.#given.push([...refs])
    else for (const ref of refs) addRef(last, ref)
    return true
  }

  data(): string {
    const data: GivenData = {
      given: this.#given,
      bytes: this.#bytes,
      ...(this.#repeats === 0 ? {} : { repeats: this.#repeats }),
      ...(this.#areLines ? { lines: true } : {}),
    }
    return JSON.stringify(data)
  }
}
