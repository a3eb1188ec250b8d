import type { ParsedMessage } from './messages'
import { contextTokensOf } from './metrics'

/**
 * Tokens in the context at each record: those of its response; a result and an interruption have those of the response
 * before. A sub-agent has a context of its own.
 */
export class ContextCounter {
  #last: number | undefined

  at({ usage }: ParsedMessage): number | undefined {
    if (usage !== undefined) this.#last = contextTokensOf(usage)
    return this.#last
  }
}
