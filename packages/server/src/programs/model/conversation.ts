import { TEXT } from '@crewroom/shared/text/catalogue'
import type { Said, ToolCall } from './model-shapes'

/** Fewer than a token of any language has on average, so that a conversation is not taken for shorter than it is. */
const BYTES_PER_TOKEN = 3
/** So much of the context is left for the answer. */
const FOR_ANSWER = 0.25

/** A prompt with everything that was said upon it. */
interface Exchange {
  readonly said: Said[]
  bytes: number
}

/**
 * What a model is sent with every request: the manifest as its system prompt, and the newest exchanges that fit into its
 * context. It is in memory only.
 */
export class Conversation {
  readonly #most: number
  #system = ''
  #exchanges: Exchange[] = []

  /** `tokens` fit into the model's context. */
  constructor(tokens: number) {
    this.#most = tokens * BYTES_PER_TOKEN * (1 - FOR_ANSWER)
  }

  get system(): string {
    return this.#system
  }

  instruct(system: string): void {
    this.#system = system
  }

  prompt(text: string): void {
    this.#exchanges.push({ said: [], bytes: 0 })
    this.#add({ role: 'user', text })
  }

  /** What the model said, even if it was cut off. */
  answered(text: string, calls: readonly ToolCall[] = []): void {
    // Some endpoints refuse an answer that says nothing.
    if (text !== '' || calls.length > 0) this.#add({ role: 'assistant', text, calls })
  }

  /** Every call has its result: endpoints refuse a conversation in which one is missing. */
  returned(call: ToolCall, result: string): void {
    this.#add({ role: 'tool', call, result })
  }

  /** Asks for the rest of an answer that was cut off. */
  goOn(): void {
    this.#add({ role: 'user', text: TEXT.answerCut })
  }

  get said(): readonly Said[] {
    return this.#exchanges.flatMap(({ said }) => said)
  }

  /** It is larger than what fits. */
  get isFull(): boolean {
    return this.#bytes > this.#most
  }

  /**
   * Drops the oldest exchanges until half of the room is free; the newest one stays in any case. False when there was
   * nothing to drop.
   */
  shorten(): boolean {
    const before = this.#exchanges.length
    // The endpoint may have less room than was thought.
    const target = Math.min(this.#most, this.#bytes) / 2
    while (this.#exchanges.length > 1 && this.#bytes > target) this.#exchanges.shift()
    return this.#exchanges.length < before
  }

  get #bytes(): number {
    return this.#exchanges.reduce((sum, { bytes }) => sum + bytes, Buffer.byteLength(this.#system))
  }

  #add(said: Said): void {
    const exchange = this.#exchanges.at(-1)
    if (!exchange) throw new Error('an answer before any prompt')
    exchange.said.push(said)
    exchange.bytes += Buffer.byteLength(textOf(said))
  }
}

function textOf(said: Said): string {
  if (said.role === 'tool') return said.result
  return said.role === 'user' ? said.text : said.text + JSON.stringify(said.calls)
}
