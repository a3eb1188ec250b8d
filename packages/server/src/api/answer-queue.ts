import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'

/** Begun in one tick, over all who ask: then sockets and agents have their turn. */
const PER_TURN = 4

interface Line {
  /** Everything that was asked for and has not left. */
  asked: number
  /** Answers that are being made or sent. */
  underWay: number
  readonly waiting: (() => void)[]
}

/**
 * Few answers at a time for each who asks, and each line in its turn. A connection may ask for hundreds of pages in
 * one packet, and read none of them: an answer is made when the ones before it have left, not before.
 */
export class AnswerQueue {
  readonly #lines = new Map<string, Line>()
  #scheduled = false

  /**
   * Resolves when the answer may be made: with true, or with false when nobody is there any more to read it. Its place
   * is free again when the response was sent or its connection has closed. It does not wait in line before `ready`
   * resolves. Throws `busy` when too many wait, and what `ready` rejects with.
   */
  async enter(
    key: string,
    response: ServerResponse,
    ready: () => Promise<void> = nothing,
  ): Promise<boolean> {
    const { socket } = response.req
    if (socket.destroyed) return false
    const line = this.#line(key)
    if (line.asked >= LIMITS.waitingAnswers) {
      throw new CrewError(
        'busy',
        'You asked for too much at once. Wait for answers before you ask for more.',
        { retryAfter: 1 },
      )
    }
    line.asked++
    let leave: () => void = () => {}
    whenOver(response, () => {
      leave()
      if (--line.asked === 0) this.#lines.delete(key)
    })
    await ready()
    if (socket.destroyed) return false
    return new Promise((resolve) => {
      const begin = () => {
        line.underWay++
        leave = () => {
          line.underWay--
          this.#schedule()
        }
        resolve(true)
      }
      leave = () => {
        line.waiting.splice(line.waiting.indexOf(begin), 1)
        resolve(false)
      }
      line.waiting.push(begin)
      this.#schedule()
    })
  }

  #line(key: string): Line {
    let line = this.#lines.get(key)
    if (!line) this.#lines.set(key, (line = { asked: 0, underWay: 0, waiting: [] }))
    return line
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#begin()
    })
  }

  /** One of each line, the line that waited longest first. */
  #begin(): void {
    let begun = 0
    // As they stand now: whose turn it was goes to the end.
    const lines = Array.from(this.#lines)
    for (const [key, line] of lines) {
      if (line.underWay >= LIMITS.answersAtOnce) continue
      const next = line.waiting.shift()
      if (!next) continue
      this.#lines.delete(key)
      this.#lines.set(key, line)
      next()
      if (++begun === PER_TURN) break
    }
    if (begun > 0) this.#schedule()
  }
}

async function nothing(): Promise<void> {}

/** What is to be done when a connection closes, by connection: one listener each, however many answers wait on it. */
const closing = new WeakMap<Socket, Set<() => void>>()

/** Runs once, when the response was sent or its connection has closed: of many on one connection only the first is told. */
function whenOver(response: ServerResponse, run: () => void): void {
  const { socket } = response.req
  let all = closing.get(socket)
  if (!all) {
    const waiting = new Set<() => void>()
    closing.set(socket, (all = waiting))
    socket.once('close', () => waiting.forEach((one) => one()))
  }
  const own = all
  const over = () => {
    if (own.delete(over)) run()
  }
  own.add(over)
  response.once('close', over)
}
