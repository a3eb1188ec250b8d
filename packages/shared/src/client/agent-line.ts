import type { AgentServerFrame, ErrorFrame } from './agent-frames'
import { CrewroomError } from './crewroom-error'

/** What is asked of the server over `/agent`. It is sent again over the next connection until it is answered. */
export interface AgentRequest {
  /** The frame to send now. `isAgain`: one was sent over an earlier connection, and its answer is not known. */
  frame(isAgain: boolean): object
  /** Whether a frame answers the one that was sent; then it is `done`, or `more` is to be sent. */
  answered(frame: AgentServerFrame): 'done' | 'more' | 'other'
  /** It was refused. `more`: it goes on with another frame. */
  refused(error: CrewroomError): 'done' | 'more'
  /** Nothing more comes of it. */
  failed(error: CrewroomError): void
}

/** Refusals that pass. What waits for its answer may have been refused or not: another connection finds out. */
const PASSING: ReadonlySet<string> = new Set(['busy', 'storage_failed', 'rate_limited', 'internal'])

export interface LinePorts {
  send(frame: object): void
  /** Gives the connection up, for at least so long. */
  lose(pauseMs: number): void
}

/**
 * Requests to the server, one at a time and in their order. A frame that refuses something does not say what: with one
 * request under way it is known, whatever connection breaks in between.
 */
export class AgentLine {
  readonly #ports: LinePorts
  readonly #waiting: AgentRequest[] = []
  #isLive = false
  #isSent = false
  /** The first one was sent over an earlier connection. */
  #isAgain = false
  #closed: CrewroomError | null = null

  constructor(ports: LinePorts) {
    this.#ports = ports
  }

  add(request: AgentRequest): void {
    if (this.#closed) {
      request.failed(this.#closed)
      return
    }
    this.#waiting.push(request)
    this.#send()
  }

  /** The server has taken the agent’s hello. */
  connected(): void {
    this.#isLive = true
    this.#send()
  }

  lost(): void {
    this.#isLive = false
    this.#isAgain ||= this.#isSent
    this.#isSent = false
  }

  close(error: CrewroomError): void {
    this.#closed = error
    this.lost()
    for (const request of this.#waiting.splice(0)) request.failed(error)
  }

  heard(frame: AgentServerFrame): void {
    if (frame.type === 'error' && isPassing(frame)) {
      this.#ports.lose(secondsOf(frame) * 1000)
      return
    }
    const [first] = this.#waiting
    if (!first || !this.#isSent) return
    const then =
      frame.type === 'error'
        ? first.refused(new CrewroomError(0, frame.code, frame.message, frame.details))
        : first.answered(frame)
    if (then === 'other') return
    this.#isSent = false
    if (then === 'done') {
      this.#waiting.shift()
      this.#isAgain = false
    }
    this.#send()
  }

  #send(): void {
    const [first] = this.#waiting
    if (!first || !this.#isLive || this.#isSent) return
    this.#isSent = true
    this.#ports.send(first.frame(this.#isAgain))
  }
}

export function isPassing({ code }: ErrorFrame): boolean {
  return PASSING.has(code)
}

function secondsOf({ details }: ErrorFrame): number {
  const seconds = details?.['retryAfter']
  return typeof seconds === 'number' ? seconds : 0
}

/** An acknowledgement. */
export class AckRequest implements AgentRequest {
  readonly #cursor: string
  readonly #done: () => void

  constructor(cursor: string, done: () => void) {
    this.#cursor = cursor
    this.#done = done
  }

  frame(): object {
    return { type: 'ack', cursor: this.#cursor }
  }

  answered(frame: AgentServerFrame): 'done' | 'other' {
    if (frame.type !== 'acked' || frame.cursor !== this.#cursor) return 'other'
    this.#done()
    return 'done'
  }

  /** The items come again if they are not confirmed after all. */
  refused(): 'done' {
    this.#done()
    return 'done'
  }

  failed(): void {}
}

/** An answer to a round, by the id of the item that asks. */
export class AnswerRequest implements AgentRequest {
  readonly #deliveryId: string
  readonly #content: string
  readonly #settled: { resolve(status: string): void; reject(error: CrewroomError): void }
  #isAgain = false

  constructor(
    deliveryId: string,
    content: string,
    settled: { resolve(status: string): void; reject(error: CrewroomError): void },
  ) {
    this.#deliveryId = deliveryId
    this.#content = content
    this.#settled = settled
  }

  frame(isAgain: boolean): object {
    this.#isAgain = isAgain
    return { type: 'answer', deliveryId: this.#deliveryId, content: this.#content }
  }

  answered(frame: AgentServerFrame): 'done' | 'other' {
    if (frame.type !== 'answered' || frame.deliveryId !== this.#deliveryId) return 'other'
    this.#settled.resolve(frame.status)
    return 'done'
  }

  refused(error: CrewroomError): 'done' {
    // The first time it was taken, and its answer was lost.
    if (error.code === 'round_over' && this.#isAgain) this.#settled.resolve('unknown')
    else this.#settled.reject(error)
    return 'done'
  }

  failed(error: CrewroomError): void {
    this.#settled.reject(error)
  }
}
