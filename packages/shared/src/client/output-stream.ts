import type { CommandResult, AgentServerFrame } from './agent-frames'
import type { AgentRequest } from './agent-line'
import { CrewroomError } from './crewroom-error'

/** At most so much goes into one frame: however it is written in JSON, a frame stays far below its limit. */
const CHUNK = 32 * 1024

/**
 * The text of one stream from where the server may want it again. Places count from where this client began; `origin` is
 * where that is in the server’s stream, once the server has said so.
 */
export class OutputStream {
  readonly name: string
  origin: number | null = null
  /** Whether this connection is known to be behind everything that was said. */
  isCertain = false
  #start = 0
  #kept = ''

  constructor(name: string) {
    this.name = name
  }

  get start(): number {
    return this.#start
  }

  get end(): number {
    return this.#start + this.#kept.length
  }

  append(text: string): void {
    this.#kept += text
  }

  slice(from: number, to: number): string {
    return this.#kept.slice(from - this.#start, to - this.#start)
  }

  /** The server has everything before `offset`, and may want it again from `safe`. */
  stored(safe: number): void {
    if (safe <= this.#start) return
    this.#kept = this.#kept.slice(safe - this.#start)
    this.#start = safe
  }

  /** What comes after this place was not taken and is not said. */
  takeBack(from: number): void {
    this.#kept = this.#kept.slice(0, Math.max(0, from - this.#start))
  }

  /** Somebody else writes to the stream: where it ends has to be asked again. */
  forget(): void {
    this.#start = this.end
    this.#kept = ''
    this.origin = null
  }
}

export interface Output {
  readonly text: string
  readonly endsTurn: boolean
  /** The item that asks for it; null for words that answer no round. */
  readonly answers: string | null
}

export interface Settled {
  resolve(results: readonly CommandResult[]): void
  reject(error: CrewroomError): void
}

type Step = 'asks' | 'closes' | 'says' | 'ends'

/** Text, the end of a turn, or both. What the server has is not said twice, and what it lost is said again. */
export class OutputRequest implements AgentRequest {
  readonly #stream: OutputStream
  readonly #output: Output
  readonly #settled: Settled
  readonly #results: CommandResult[] = []
  #place: { from: number; to: number } | null = null
  /** How far of it the server is known to be. */
  #at = 0
  #step: Step = 'says'
  #isAgain = false
  /** Nothing is half said before it. */
  #isClosed = true

  constructor(stream: OutputStream, output: Output, settled: Settled) {
    this.#stream = stream
    this.#output = output
    this.#settled = settled
  }

  frame(isAgain: boolean): object {
    this.#isAgain = isAgain
    const stream = this.#stream
    const { to } = this.#begin()
    const { answers } = this.#output
    const common = { stream: stream.name, replies: 'inline' }
    this.#step = this.#nextStep()
    // The end of what an earlier process left half said: it answers nothing.
    if (this.#step === 'closes') return { type: 'turn_end', ...common, answers: null }
    if (this.#step === 'ends') return { type: 'turn_end', ...common, answers }
    if (this.#step === 'asks') return { type: 'output', text: '', ...common, answers: null }
    const text = stream.slice(this.#at, Math.min(to, this.#at + CHUNK))
    const offset = (stream.origin ?? 0) + this.#at
    return { type: 'output', text, ...common, offset, answers: text === '' ? null : answers }
  }

  answered(frame: AgentServerFrame): 'done' | 'more' | 'other' {
    const stream = this.#stream
    if (frame.type !== 'output' || frame.stream !== stream.name) return 'other'
    if (this.#step === 'asks' || this.#step === 'closes') {
      stream.origin = frame.offset - this.#at
      this.#isClosed = this.#step === 'closes' || frame.safe === frame.offset
      return 'more'
    }
    this.#results.push(...frame.results)
    const origin = stream.origin ?? 0
    const { to } = this.#begin()
    if (this.#step === 'says') {
      this.#at = frame.offset - origin
      stream.stored(frame.safe - origin)
      stream.isCertain = this.#at >= stream.end
      if (this.#at < to || this.#output.endsTurn) return 'more'
    } else if (stream.origin !== null) stream.stored(frame.safe - origin)
    this.#settled.resolve(this.#results)
    return 'done'
  }

  refused(error: CrewroomError): 'done' | 'more' {
    const stream = this.#stream
    if (error.code === 'offset_conflict') {
      const place = Number(error.details['expected']) - (stream.origin ?? 0)
      // It was started again, or has lost what it could not store: from there on it wants everything once more.
      if (place < this.#at && place >= stream.start) {
        this.#at = place
        return 'more'
      }
      stream.forget()
      this.#settled.reject(
        new CrewroomError(
          0,
          'stream_lost',
          `Something else has written to the stream "${stream.name}" of this agent, and this text was not taken. Give each program a stream of its own.`,
        ),
      )
      return 'done'
    }
    const isOver = error.code === 'round_over' && this.#step === 'ends' && this.#isAgain
    if (isOver) this.#settled.resolve(this.#results)
    else {
      if (this.#step === 'says') stream.takeBack(this.#at)
      this.#settled.reject(error)
    }
    return 'done'
  }

  failed(error: CrewroomError): void {
    this.#settled.reject(error)
  }

  #begin(): { from: number; to: number } {
    if (this.#place) return this.#place
    const from = this.#stream.end
    this.#stream.append(this.#output.text)
    this.#at = from
    return (this.#place = { from, to: this.#stream.end })
  }

  #nextStep(): Step {
    const { to } = this.#begin()
    const { endsTurn } = this.#output
    const stream = this.#stream
    // Nothing was said yet: there is nothing to be behind.
    if (stream.origin === null) return to === stream.start && endsTurn ? 'ends' : 'asks'
    if (!this.#isClosed) return 'closes'
    return this.#at < to || (endsTurn && !stream.isCertain) || !endsTurn ? 'says' : 'ends'
  }
}
