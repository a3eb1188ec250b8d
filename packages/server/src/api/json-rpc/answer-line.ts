import { CLOSE } from '@crewroom/shared/protocol/close-codes'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { Connection } from '../sockets/connection'

interface Place {
  text: Buffer | null
  /** Runs when everything before it was sent. */
  readonly run?: () => void
}

/**
 * What leaves over one connection, in the order in which requests came and facts were published: a notification follows the
 * answer of the request that led to it, because the request took its place before anything of it was stored.
 */
export class AnswerLine {
  readonly #connection: Connection
  readonly #waiting: Place[] = []
  #afterwards: (() => void) | null = null

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Keeps the next place for an answer; the returned function is given it, or null where nothing is answered. */
  keepPlace(): (text: Buffer | null) => void {
    const place: Place = { text: null }
    this.#waiting.push(place)
    this.#assertShort()
    return (text) => {
      place.text = text ?? NOTHING
      this.#flush()
    }
  }

  tell(text: Buffer): void {
    if (this.#waiting.length === 0) {
      this.#connection.send(text)
      return
    }
    this.#waiting.push({ text })
    this.#assertShort()
  }

  /** Runs when everything that has a place now was sent, before what follows. */
  behind(run: () => void): void {
    if (this.#waiting.length === 0) run()
    else this.#waiting.push({ text: NOTHING, run })
  }

  /** Runs once everything that has a place was sent. */
  afterwards(run: () => void): void {
    if (this.#waiting.length === 0) run()
    else this.#afterwards = run
  }

  #flush(): void {
    let sent = 0
    for (const { text, run } of this.#waiting) {
      if (text === null) break
      if (text !== NOTHING) this.#connection.send(text)
      run?.()
      sent++
    }
    if (sent > 0) this.#waiting.splice(0, sent)
    if (this.#waiting.length > 0) return
    this.#afterwards?.()
    this.#afterwards = null
  }

  #assertShort(): void {
    if (this.#waiting.length <= LIMITS.rpcFramesWaiting) return
    this.#connection.close(CLOSE.slowConsumer, 'too slow: connect again')
  }
}

/** Takes a place and sends nothing. */
const NOTHING = Buffer.alloc(0)
