import type { SessionMetrics } from './chunks'
import type { ParsedMessage, TokenUsage } from './messages'
import { msOf } from './moment'

interface Counts {
  input: number
  output: number
  cacheRead: number
  cacheCreation: number
}

/** What one request to a model used. */
export interface RequestCounts extends Readonly<Counts> {
  readonly model: string | undefined
}

/**
 * Adds up records as they come. One response is several records, each with the counts so far: the last of a request
 * counts, the others do not.
 */
export class MetricsSum {
  readonly #sum: Counts = { input: 0, output: 0, cacheRead: 0, cacheCreation: 0 }
  /** By the id of the request; without one by its place. */
  readonly #perRequest = new Map<string | number, RequestCounts>()
  messages = 0
  #from = Infinity
  #to = -Infinity

  add(message: ParsedMessage): void {
    this.messages += 1
    const at = msOf(message.timestamp)
    if (at < this.#from) this.#from = at
    if (at > this.#to) this.#to = at
    if (message.type !== 'assistant' || message.usage === undefined) return
    const counts = countsOf(message.usage)
    const request = message.requestId ?? message.messageId
    const before = request === undefined ? undefined : this.#perRequest.get(request)
    if (before !== undefined) addTo(this.#sum, before, -1)
    addTo(this.#sum, counts, 1)
    this.#perRequest.set(request ?? this.#perRequest.size, { ...counts, model: message.model })
  }

  /** Each request that was counted. */
  get requests(): ReadonlyMap<string | number, RequestCounts> {
    return this.#perRequest
  }

  /** A record that was added has changed: it counts once. */
  replace(message: ParsedMessage): void {
    this.add(message)
    this.messages -= 1
  }

  metrics(): SessionMetrics {
    const { input, output, cacheRead, cacheCreation } = this.#sum
    return {
      durationMs: this.messages === 0 ? 0 : this.#to - this.#from,
      totalTokens: input + output + cacheRead + cacheCreation,
      inputTokens: input,
      outputTokens: output,
      cacheReadTokens: cacheRead,
      cacheCreationTokens: cacheCreation,
      messageCount: this.messages,
    }
  }
}

/** Tokens in the context when a response began: all that was sent to the model for it. */
export const contextTokensOf = (usage: TokenUsage): number =>
  usage.context_tokens ??
  usage.input_tokens +
    (usage.cache_read_input_tokens ?? 0) +
    (usage.cache_creation_input_tokens ?? 0)

export const totalTokensOf = (usage: TokenUsage): number =>
  contextTokensOf(usage) + usage.output_tokens

const countsOf = (usage: TokenUsage): Counts => ({
  input: usage.input_tokens,
  output: usage.output_tokens,
  cacheRead: usage.cache_read_input_tokens ?? 0,
  cacheCreation: usage.cache_creation_input_tokens ?? 0,
})

function addTo(sum: Counts, counts: Counts, sign: 1 | -1): void {
  sum.input += sign * counts.input
  sum.output += sign * counts.output
  sum.cacheRead += sign * counts.cacheRead
  sum.cacheCreation += sign * counts.cacheCreation
}
