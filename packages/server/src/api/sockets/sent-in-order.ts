import { CLOSE } from '@crewroom/shared/protocol/close-codes'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { Connection } from './connection'

/** Frames to one client, in the order in which they were decided: each waits for those before it and until it is ready. */
export class SentInOrder<F extends object> {
  readonly #connection: Connection
  readonly #tooMany: () => void
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0

  /** `tooMany`: the client is cut off. */
  constructor(connection: Connection, tooMany: () => void) {
    this.#connection = connection
    this.#tooMany = tooMany
  }

  /** A frame that cannot be made is left out. */
  put(frame: Promise<F>): void {
    if (++this.#waiting > LIMITS.sessionFramesWaiting) {
      this.#tooMany()
      this.#connection.close(CLOSE.slowConsumer, 'too slow: connect again')
    }
    this.#last = Promise.allSettled([frame, this.#last]).then(([ready]) => {
      this.#waiting--
      if (ready.status === 'fulfilled') this.#connection.sendJson(ready.value)
    })
  }

  /** Resolves when everything that waits now was sent. */
  async sent(): Promise<void> {
    await this.#last
  }
}
