import type { Request } from 'express'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { Clock } from '../clock'

/** How long the rest of a body is read that was refused, so that its sender gets to read the answer. */
const DRAIN_MS = 10_000

/** Contents that are received at the moment, in all and of each sender. */
export class UploadPlaces {
  readonly #taken = new Map<string, number>()

  /** Takes a place; the returned function gives it back. Throws `busy`. */
  take(sender: string): () => void {
    const own = this.#taken.get(sender) ?? 0
    const all = [...this.#taken.values()].reduce((sum, count) => sum + count, 0)
    if (own >= LIMITS.uploadsOfOne || all >= LIMITS.uploads) {
      throw new CrewError(
        'busy',
        `At most ${LIMITS.uploadsOfOne} files are received at a time for each sender, and ${LIMITS.uploads} in all. Nothing was stored; wait for answers before you send more.`,
        { retryAfter: 1 },
      )
    }
    this.#taken.set(sender, own + 1)
    return () => {
      const left = (this.#taken.get(sender) ?? 1) - 1
      if (left > 0) this.#taken.set(sender, left)
      else this.#taken.delete(sender)
    }
  }
}

/** The body of a request in pieces, as it is read. It has a time limit, and may be given up without its connection. */
export class UploadBody implements AsyncIterable<Buffer> {
  readonly #request: Request
  readonly #clock: Clock
  readonly #late: Promise<never>
  readonly #cancel: () => void
  #parts: AsyncIterator<Buffer> | null = null

  constructor(request: Request, clock: Clock) {
    this.#request = request
    this.#clock = clock
    let cancel = () => {}
    this.#late = new Promise((_, reject) => {
      cancel = clock.after(LIMITS.uploadSeconds * 1_000, () => reject(tooSlow()))
    })
    this.#late.catch(() => {})
    this.#cancel = cancel
  }

  [Symbol.asyncIterator](): AsyncIterator<Buffer> {
    const parts = this.#request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
    this.#parts = parts
    // Without `return`: what is left is for `leave`.
    return { next: () => Promise.race([parts.next().catch(brokeOff), this.#late]) }
  }

  /** Nobody wants more of it. Its sender may still be sending, and stops when it has read the answer. */
  leave(): void {
    this.#cancel()
    const parts = this.#parts
    if (!parts || this.#request.complete) return
    const cancel = this.#clock.after(DRAIN_MS, () => this.#request.destroy())
    const drain = async () => {
      while (!(await parts.next()).done);
    }
    void drain()
      .catch(() => {})
      .finally(cancel)
  }
}

function tooSlow(): CrewError {
  return new CrewError(
    'upload_too_slow',
    `The content did not arrive within ${LIMITS.uploadSeconds} seconds, and nothing was stored. Try again over a faster connection.`,
  )
}

/** Nobody is there to read it any more. */
function brokeOff(): never {
  throw new CrewError('malformed', 'The content broke off before its end; nothing was stored.')
}
