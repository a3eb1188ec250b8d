import type { ContentBlock, ParsedMessage } from './messages'
import { isInterruption, REJECTION } from './tags'

/**
 * Whether a session goes on: something was done after the last ending. A text, a plan that is ready, an interruption, a
 * refused tool and an agreed end are endings.
 */
export class OngoingTracker {
  #ongoing = false
  /** Calls that agreed to end: their results are not work. */
  readonly #endings = new Set<string>()

  get ongoing(): boolean {
    return this.#ongoing
  }

  add(message: ParsedMessage): void {
    if (message.type === 'assistant') this.#ofAssistant(message)
    else if (message.type === 'user') this.#ofUser(message)
  }

  #ofAssistant({ content }: ParsedMessage): void {
    if (typeof content === 'string') {
      if (content.trim() !== '') this.#ongoing = false
      return
    }
    for (const block of content) {
      if (block.type === 'text') {
        if (block.text.trim() !== '') this.#ongoing = false
      } else if (block.type === 'tool_use') this.#ongoing = !this.#isEnding(block)
      else if (block.type === 'thinking') this.#ongoing = true
    }
  }

  #isEnding(call: Extract<ContentBlock, { type: 'tool_use' }>): boolean {
    if (call.name === 'ExitPlanMode') return true
    const { type, approve } = call.input
    const agreed = call.name === 'SendMessage' && type === 'shutdown_response' && approve === true
    if (agreed) this.#endings.add(call.id)
    return agreed
  }

  #ofUser({ content, toolUseResult }: ParsedMessage): void {
    if (typeof content === 'string') {
      if (isInterruption(content)) this.#ongoing = false
      return
    }
    for (const block of content) {
      if (block.type === 'tool_result') {
        this.#ongoing = toolUseResult !== REJECTION && !this.#endings.has(block.tool_use_id)
      } else if (block.type === 'text' && isInterruption(block.text)) this.#ongoing = false
    }
  }
}
