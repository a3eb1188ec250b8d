import type { Crew } from '../../crew/crew'
import { timesShown } from '../../live/agent'

interface Known {
  readonly frame: string
  /** How often the crew had been shown when it was sent. */
  readonly shown: number
}

/** Beyond this many of a crew all are forgotten: then each is sent once more. */
const MOST_KEPT = 4_000

/**
 * The last frame about each thing of which the latest wins. One that equals it is not news, unless somebody was shown
 * the crew since then: between the two it may have been otherwise, and that may be what they were shown.
 */
export class KnownFrames {
  readonly #crews = new WeakMap<Crew, Map<string, Known>>()

  /** Whether the frame has to be sent; from then on it is known. */
  isNews(crew: Crew, about: string, frame: string): boolean {
    let known = this.#crews.get(crew)
    if (!known) this.#crews.set(crew, (known = new Map()))
    const shown = timesShown(crew)
    const last = known.get(about)
    if (last?.frame === frame && last.shown === shown) return false
    if (known.size >= MOST_KEPT && !last) known.clear()
    known.set(about, { frame, shown })
    return true
  }
}
