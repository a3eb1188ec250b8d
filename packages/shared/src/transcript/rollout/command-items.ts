import type { GivenPiece } from './given-pieces'
import type { RecordEntry, SpokenPart } from './record-entry'
import { answers, isAnswer, isRefusal } from '../../text/reply-words'
import { messageOf, type Sheet } from './sheet'

/** A command without its answer. Its result has its place directly behind it, whenever it comes. */
interface Waiting {
  readonly verb: string
  readonly written: string
  readonly id: string
  readonly result: string
  readonly entry: RecordEntry
}

/** More than so many answers are never under way. */
const MOST = 256

/**
 * An agent's own commands as tool calls. Every command that runs is answered once, in order; of a pipe or a remote agent an
 * answer may stand before the text that has the command.
 */
export class CommandItems {
  readonly #sheet: Sheet
  #waiting: Waiting[] = []
  #early: { readonly entry: RecordEntry; readonly piece: GivenPiece }[] = []

  constructor(sheet: Sheet) {
    this.#sheet = sheet
  }

  /** `uuid`: of the record that has the call, which is `put` already. */
  ran(entry: RecordEntry, uuid: string, part: SpokenPart & { readonly kind: 'command' }): void {
    const { verb, written } = part
    const command: Waiting = { verb, written, id: uuid, result: `${uuid}r`, entry }
    this.#sheet.put(messageOf(entry, command.result, 'user', []))
    const at = this.#early.findIndex(({ piece }) => answers(verb, written, piece.text))
    const [early] = at < 0 ? [] : this.#early.splice(at, 1)
    if (early) this.#answer(command, early.entry, early.piece.text)
    else this.#waiting = [...this.#waiting, command].slice(-MOST)
  }

  /** Takes what answers a command out of what was handed over. */
  withoutAnswers(entry: RecordEntry, pieces: readonly GivenPiece[]): readonly GivenPiece[] {
    return pieces.filter((piece) => {
      if (piece.isReply === false || !isAnswer(piece.text)) return true
      const at = this.#waiting.findIndex(({ verb, written }) => answers(verb, written, piece.text))
      const [command] = at < 0 ? [] : this.#waiting.splice(at, 1)
      if (command) this.#answer(command, entry, piece.text)
      else this.#early.push({ entry, piece })
      return false
    })
  }

  /**
   * What became of commands whose answers wait for the agent to read them: the same will come in what it is handed, in the
   * place of this.
   */
  knowAhead(given: readonly string[]): void {
    const waiting = [...this.#waiting]
    for (const text of given) {
      const at = waiting.findIndex(({ verb, written }) => answers(verb, written, text))
      const [command] = at < 0 ? [] : waiting.splice(at, 1)
      const isKnown = command && this.#sheet.get(command.result)?.toolResults[0]?.content === text
      if (command && !isKnown) this.#answer(command, command.entry, text)
    }
  }

  /** Answers whose command never came: they are shown as what was handed over. */
  takeStray(): readonly { readonly entry: RecordEntry; readonly piece: GivenPiece }[] {
    return this.#early.splice(0)
  }

  #answer({ id, result }: Waiting, entry: RecordEntry, text: string): void {
    const before = this.#sheet.get(result)
    // An answer that stood before its command was not given before it.
    const at = before && before.timestamp > entry.at ? before.timestamp : entry.at
    const isError = isRefusal(text)
    this.#sheet.put({
      ...messageOf(entry, result, 'user', [
        { type: 'tool_result', tool_use_id: id, content: text, ...(isError && { is_error: true }) },
      ]),
      timestamp: at,
    })
  }
}
