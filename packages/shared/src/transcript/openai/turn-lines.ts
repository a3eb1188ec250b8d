import { merged, metaOf } from '../rollout/acp-tool-input'
import { type Fields, fields, textIn } from '../rollout/fields'
import type { RecordEntry } from '../rollout/record-entry'
import type { OpenAILine, PlacedLine } from './openai-line'
import { openAICall, resultText } from './tool-calls'

/** One response of the model: what it thought and said, and the calls that follow directly. */
interface Response {
  readonly first: RecordEntry
  readonly subagent: string | null
  thought: string
  text: string
  readonly calls: Call[]
}

interface Call {
  readonly id: string
  readonly subagent: string | null
  fields: Fields
  /** The entry with its result. */
  result: RecordEntry | null
}

type Place = Pick<PlacedLine, 'n' | 'at'>

export interface TurnAbout {
  readonly round: number | null
  readonly showThinking: boolean
  /** Calls of earlier turns: an update of one changes nothing. */
  readonly earlier: ReadonlySet<string>
}

/** The lines of one turn after its prompt. Any of them may change until the turn is over. */
export class TurnLines {
  readonly #about: TurnAbout
  readonly #responses: Response[] = []
  /** Those under way, by sub-agent. */
  readonly #open = new Map<string | null, Response>()
  readonly #calls = new Map<string, Call>()
  /** What requests for permission said about calls that had not begun. */
  readonly #asked = new Map<string, Fields>()

  constructor(about: TurnAbout) {
    this.#about = about
  }

  get callIds(): Iterable<string> {
    return this.#calls.keys()
  }

  says(entry: RecordEntry): void {
    const text = entry.text ?? ''
    const open = this.#open.get(null)
    const goesOn = open !== undefined && open.calls.length === 0
    if (!goesOn && text.trim() === '') return
    const response = goesOn ? open : this.#begin(entry, null)
    response.text += text
  }

  thinks(entry: RecordEntry): void {
    const open = this.#open.get(null)
    const goesOn = open !== undefined && open.text === '' && open.calls.length === 0
    const response = goesOn ? open : this.#begin(entry, null)
    response.thought += entry.text ?? ''
  }

  /** Something came in between: what is said next is another response. */
  paused(): void {
    this.#open.clear()
  }

  /** Some programs first mention a call when they ask for permission. */
  asks(entry: RecordEntry): void {
    const call = fields(fields(entry.data)['toolCall'])
    const id = textIn(call, 'toolCallId')
    if (id !== null) this.#asked.set(id, call)
  }

  calls(entry: RecordEntry): void {
    const told = fields(entry.data)
    const call = this.#callOf(entry, told)
    if (!call) return
    call.fields = merged(call.fields, told)
    const { status } = call.fields
    if (call.result || (status !== 'completed' && status !== 'failed')) return
    call.result = entry
    // What is said or called next is another response.
    this.#open.delete(call.subagent)
  }

  lines(): PlacedLine[] {
    const lines = this.#responses.flatMap((response) => this.#linesOf(response))
    // A result follows its call directly, even if something was said before it came.
    const next = new Map<string | null, Place>()
    for (let at = lines.length - 1; at >= 0; at--) {
      const placed = lines[at]
      if (!placed) continue
      const after = next.get(placed.subagent)
      const isBefore = after === undefined || placed.n <= after.n
      const place = isBefore ? { n: placed.n, at: placed.at } : after
      lines[at] = { ...placed, ...place }
      next.set(placed.subagent, place)
    }
    return lines
  }

  #begin(entry: RecordEntry, subagent: string | null): Response {
    const response: Response = { first: entry, subagent, thought: '', text: '', calls: [] }
    this.#responses.push(response)
    this.#open.set(subagent, response)
    return response
  }

  #callOf(entry: RecordEntry, told: Fields): Call | null {
    const called = textIn(told, 'toolCallId') ?? (entry.cut ? this.#onlyOpen() : null)
    const id = called ?? `entry ${entry.n}`
    const known = this.#calls.get(id)
    const isBegun = told['sessionUpdate'] === 'tool_call'
    if (known && !(isBegun && known.result)) return known
    if (!isBegun && this.#about.earlier.has(id)) return null
    const subagent = textIn(metaOf(told), 'parentToolUseId')
    const response = this.#open.get(subagent) ?? this.#begin(entry, subagent)
    const call: Call = { id, subagent, fields: this.#asked.get(id) ?? {}, result: null }
    response.calls.push(call)
    this.#calls.set(id, call)
    return call
  }

  /** The end of an update that was too large is not kept, and its id may have been there. */
  #onlyOpen(): string | null {
    const [one, other] = [...this.#calls.values()].filter(({ result }) => result === null)
    return one && !other ? one.id : null
  }

  #linesOf({ first, subagent, thought, text, calls }: Response): PlacedLine[] {
    const { round, showThinking } = this.#about
    const said = trimmed(text)
    const thoughts = showThinking ? trimmed(thought) : ''
    if (said === '' && thoughts === '' && calls.length === 0) return []
    const at = ({ n, at: time }: RecordEntry, line: OpenAILine): PlacedLine => ({
      n,
      at: time,
      round,
      subagent,
      line,
    })
    return [
      at(first, {
        role: 'assistant',
        content: said === '' && calls.length > 0 ? null : said,
        ...(thoughts !== '' && { reasoning_content: thoughts }),
        ...(calls.length > 0 && { tool_calls: calls.map((one) => openAICall(one.id, one.fields)) }),
      }),
      ...calls.flatMap(({ id, fields: call, result }) =>
        result === null
          ? []
          : at(result, { role: 'tool', tool_call_id: id, content: resultText(call) }),
      ),
    ]
  }
}

/** Without the blank lines around it. */
function trimmed(text: string): string {
  return text.trimEnd().replace(/^\s*\n/, '')
}
