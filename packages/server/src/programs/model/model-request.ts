import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { ProgramRunPorts } from '../program-run'
import { ModelFailure } from './model-failure'
import type { Part, Question, RequestUsage, ToolCall } from './model-shapes'

interface Heard {
  /** The first sign of work. */
  began(): void
  text(text: string): Promise<void>
  thought(text: string): void
}

export interface Answered {
  readonly reason: string
  /** Null where the answer was ended before the endpoint could say. */
  readonly usage: RequestUsage | null
  /** Tools that are to be called before it continues. */
  readonly calls: readonly ToolCall[]
}

type Ports = Pick<ProgramRunPorts, 'shard' | 'model'>

/** One request to a model, and what came of it. It has so long to say anything, and says no more than so much. */
export class ModelRequest {
  /** Its text so far, all of which was acted on. */
  said = ''
  readonly #ports: Ports
  readonly #question: Question
  readonly #heard: Heard
  /** Ends the connection when the turn ends, and when nothing is heard of it. */
  readonly #over = new AbortController()

  constructor(ports: Ports, question: Question, heard: Heard) {
    this.#ports = ports
    this.#question = question
    this.#heard = heard
  }

  /** Rejects with a {@link ModelFailure} when the answer broke off, or when the turn was ended. */
  async answer(): Promise<Answered> {
    const { signal } = this.#question
    const abort = () => this.#over.abort()
    signal.addEventListener('abort', abort, { once: true })
    try {
      const ask = await this.#ports.model()
      const parts = ask({ ...this.#question, signal: this.#over.signal })[Symbol.asyncIterator]()
      return await this.#read(parts)
    } finally {
      signal.removeEventListener('abort', abort)
      this.#over.abort()
    }
  }

  async #read(parts: AsyncIterator<Part>): Promise<Answered> {
    let isFirst = true
    const calls: ToolCall[] = []
    for (;;) {
      const next = await this.#next(parts)
      if (next.done) throw new ModelFailure('passing', 'The answer of the model has no end.')
      const { value: part } = next
      if (isFirst) this.#heard.began()
      isFirst = false
      if (part.kind === 'finish') return { ...part, calls }
      if (part.kind === 'call') calls.push(part.call)
      else if (part.kind === 'thought') this.#heard.thought(part.text)
      else {
        const text = part.text.slice(0, LIMITS.modelAnswer - this.said.length)
        this.said += text
        await this.#heard.text(text)
        if (this.said.length >= LIMITS.modelAnswer) {
          return { reason: 'max_tokens', usage: null, calls: [] }
        }
      }
    }
  }

  /** The next part, unless it takes too long or the turn ends: a connection that hangs is not waited for. */
  async #next(parts: AsyncIterator<Part>): Promise<IteratorResult<Part, unknown>> {
    const { signal } = this.#over
    let forget = (): void => {}
    const instead = new Promise<never>((_, reject) => {
      const ms = LIMITS.modelSilenceMs
      const silent = `The endpoint has sent nothing for ${ms / 1_000} seconds.`
      const cancelled = () => reject(new ModelFailure('passing', 'The turn was ended.'))
      const timer = this.#ports.shard.ports.clock.after(ms, () => {
        reject(new ModelFailure('passing', silent))
      })
      signal.addEventListener('abort', cancelled, { once: true })
      if (signal.aborted) cancelled()
      forget = () => {
        timer()
        signal.removeEventListener('abort', cancelled)
      }
    })
    const next = parts.next()
    // Whichever of the two comes second has nobody who waits for it.
    next.catch(() => {})
    try {
      return await Promise.race([next, instead])
    } finally {
      forget()
    }
  }
}
