import type { Clock } from '../../clock'
import type { RemoteInbox } from '../../delivery/remote-inbox'

/** What an agent that reads with a tool holds: a page that its next call confirms, and the wait that is under way. */
interface Reader {
  held: Held | null
  waiting: Waiting | null
  /** Connections that it keeps open. */
  listening: number
  /** When a wait last ended another one, on the monotonic clock. */
  tookOverAt: number
}

interface Held {
  readonly cursor: string
  readonly by: Asked
}

/** A request as its client knows it. */
export interface Asked {
  readonly request: RequestId
  readonly session: string | null
}

interface Waiting {
  readonly stop: AbortController
  readonly request: RequestId
  /** Called when it is over. */
  readonly over: Set<() => void>
}

/** So long after one wait ended another the next does not. */
const CALM_MS = 5_000

/** Why a wait ended whose agent is gone, or whose token is. */
export const GONE = 'gone'

/** A client's own id of a request. */
export type RequestId = string | number

/**
 * Agents that read their inbox with a tool. The next call of an agent confirms the page before, so that no model has to
 * carry a cursor; and only the newest wait of an agent goes on, so that two programs with one token never get the same
 * page.
 */
export class Readers {
  readonly #readers = new Map<string, Reader>()
  readonly #inbox: RemoteInbox
  readonly #clock: Clock

  constructor(inbox: RemoteInbox, clock: Clock) {
    this.#inbox = inbox
    this.#clock = clock
  }

  /** The agent called, or stopped waiting: what is known of its presence. */
  tell(agentId: string): void {
    const { waiting, listening } = this.#reader(agentId)
    this.#inbox.pulls(agentId, waiting !== null, listening > 0)
  }

  /** A program of the agent keeps a connection open, over which nothing is sent, until the returned function is called. */
  listens(agentId: string): () => void {
    const reader = this.#reader(agentId)
    reader.listening++
    this.tell(agentId)
    return () => {
      reader.listening--
      if (this.#readers.get(agentId) === reader) this.tell(agentId)
    }
  }

  /**
   * A wait begins, and an older one of the agent ends. Right after that has happened the newer one waits a moment first:
   * two programs with one token would otherwise end each other's waits as fast as they can ask.
   */
  async begin(
    agentId: string,
    request: RequestId,
    gone: AbortSignal,
  ): Promise<{ readonly signal: AbortSignal; readonly end: () => void }> {
    const reader = this.#reader(agentId)
    for (;;) {
      const left = reader.tookOverAt + CALM_MS - this.#clock.monotonic()
      if (!reader.waiting || left <= 0 || gone.aborted) break
      await this.#overWithin(reader.waiting, left, gone)
    }
    if (reader.waiting && !gone.aborted) {
      reader.tookOverAt = this.#clock.monotonic()
      reader.waiting.stop.abort()
    }
    const mine: Waiting = { stop: new AbortController(), request, over: new Set() }
    if (!gone.aborted) reader.waiting = mine
    return {
      signal: mine.stop.signal,
      end: () => {
        if (reader.waiting === mine) reader.waiting = null
        for (const tell of mine.over) tell()
      },
    }
  }

  /** A page leaves: the next call confirms it. */
  hold(agentId: string, cursor: string, { request, session }: Asked): void {
    this.#reader(agentId).held = { cursor, by: { request, session } }
  }

  /** The page with this cursor did not arrive: it comes again. */
  drop(agentId: string, cursor: string): void {
    const reader = this.#readers.get(agentId)
    if (reader?.held?.cursor === cursor) reader.held = null
  }

  /**
   * Takes the page that a call confirms; null when there is none. The request that was given it, sent again in its session,
   * says that it did not arrive: it comes again.
   */
  take(agentId: string, { request, session }: Asked): string | null {
    const reader = this.#readers.get(agentId)
    if (!reader) return null
    const { held } = reader
    reader.held = null
    const isAgain = session !== null && held?.by.session === session && held.by.request === request
    return isAgain ? null : (held?.cursor ?? null)
  }

  /**
   * A client gave up a request. Older clients say so in a request of its own and keep the connection, so what the
   * request was waiting for, or was answered meanwhile, is not read by anybody.
   */
  cancel(agentId: string, request: unknown): void {
    const reader = this.#readers.get(agentId)
    if (!reader) return
    const { waiting, held } = reader
    if (waiting && waiting.request === request) waiting.stop.abort()
    if (held && held.by.request === request) reader.held = null
  }

  gone(agentIds: readonly string[]): void {
    for (const agentId of agentIds) {
      this.#readers.get(agentId)?.waiting?.stop.abort(GONE)
      this.#readers.delete(agentId)
    }
  }

  /** Until that wait is over, the time is, or nobody waits for the newer one any more. */
  #overWithin({ over }: Waiting, ms: number, gone: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        cancel()
        over.delete(done)
        gone.removeEventListener('abort', done)
        resolve()
      }
      const cancel = this.#clock.after(ms, done)
      over.add(done)
      gone.addEventListener('abort', done)
    })
  }

  #reader(agentId: string): Reader {
    let reader = this.#readers.get(agentId)
    if (!reader) this.#readers.set(agentId, (reader = fresh()))
    return reader
  }
}

function fresh(): Reader {
  return { held: null, waiting: null, listening: 0, tookOverAt: -CALM_MS }
}
