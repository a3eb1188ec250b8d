import type { ParsedMessage, TokenUsage } from '../messages'
import type { RecordEntry } from './record-entry'
import { messageOf, type Sheet } from './sheet'

/** What an agent does after it was handed something: the responses of its model, and what they used together. */
export class Turn {
  readonly #sheet: Sheet
  #id: string | null = null
  /** The model's responses: what it says after a result of a tool is another one. */
  #response = { name: 'start', n: 0 }
  #isAnswered = false
  #last: string | null = null
  #model: string | undefined

  constructor(sheet: Sheet) {
    this.#sheet = sheet
  }

  /** The agent has said or done something since it began. */
  get hasOutput(): boolean {
    return this.#last !== null
  }

  begin(entry: RecordEntry): void {
    this.#id = entry.turnId
    this.#response = { name: entry.turnId ?? `e${entry.n}`, n: 0 }
    this.#isAnswered = false
    this.#last = null
  }

  /** A tool has a result: the model has it before it says more. */
  answered(): void {
    this.#isAnswered = true
  }

  /** Puts what the model says, as part of its response; something that is there already stays in its own. */
  says(message: ParsedMessage): void {
    const known = this.#sheet.get(message.uuid)
    if (!known && this.#isAnswered) {
      this.#response.n++
      this.#isAnswered = false
    }
    const messageId = known?.messageId ?? `${this.#response.name}:${this.#response.n}`
    const requestId = known?.requestId ?? this.#id ?? undefined
    const model = known?.model ?? this.#model
    this.#sheet.put({
      ...message,
      messageId,
      ...(requestId !== undefined && { requestId }),
      ...(model !== undefined && { model }),
      ...(known?.usage && { usage: known.usage }),
    })
    if (!known && !message.isSidechain) this.#last = message.uuid
  }

  /** What the turn used belongs to the last thing that was said in it; nothing may have been. */
  used(entry: RecordEntry, usage: TokenUsage, model: string | undefined): void {
    this.#model = model ?? this.#model
    if (this.#last === null) this.says(messageOf(entry, `e${entry.n}`, 'assistant', []))
    const last = this.#last === null ? undefined : this.#sheet.get(this.#last)
    if (last) this.#sheet.put({ ...last, usage, ...(this.#model && { model: this.#model }) })
  }
}
