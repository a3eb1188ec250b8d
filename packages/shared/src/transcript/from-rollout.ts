import type { ParsedMessage } from './messages'
import { CommandItems } from './rollout/command-items'
import { ContextSize } from './rollout/context-size'
import { cancelsTurn, type GivenPiece, givenPieces } from './rollout/given-pieces'
import { fields, textIn } from './rollout/fields'
import type { CommandFinder, RecordEntry } from './rollout/record-entry'
import { messageOf, Sheet } from './rollout/sheet'
import { Spoken } from './rollout/spoken'
import { putAside } from './rollout/aside-items'
import { SystemRecords } from './rollout/system-records'
import { ToolItems } from './rollout/tool-items'
import { Turn } from './rollout/turn'
import { usageOf } from './rollout/turn-usage'

/** What programs write where a person stops them. */
const INTERRUPTED = '[Request interrupted by user]'

/**
 * The messages of an agent's record. Entries are read in their order, in any number at a time; a message that comes again
 * with its id takes the place of the earlier one.
 */
export class RolloutMessages {
  readonly #sheet = new Sheet()
  readonly #turn = new Turn(this.#sheet)
  readonly #commands = new CommandItems(this.#sheet)
  readonly #tools = new ToolItems(this.#sheet, this.#turn)
  readonly #system = new SystemRecords(this.#sheet)
  readonly #context = new ContextSize()
  readonly #spoken: Spoken

  constructor(finderOf: () => CommandFinder) {
    this.#spoken = new Spoken(this.#turn, this.#commands, finderOf)
  }

  /** Messages that are new or changed since the last time. `ahead`: answers that wait for the agent to read them. */
  add(entries: readonly RecordEntry[], ahead: readonly string[] = []): readonly ParsedMessage[] {
    for (const entry of entries) this.#read(entry)
    this.#commands.knowAhead(ahead)
    return this.#sheet.take()
  }

  #read(entry: RecordEntry): void {
    const { kind } = entry
    if (kind !== 'text' && kind !== 'thought' && kind !== 'usage') this.#spoken.interrupted()
    if (kind !== 'note') this.#system.ended()
    switch (kind) {
      case 'text':
        return this.#spoken.said(entry)
      case 'thought':
        return this.#spoken.thought(entry)
      case 'prompt':
        return this.#prompt(entry)
      case 'tool_call':
      case 'tool_result':
        return this.#tools.update(entry)
      case 'plan':
      case 'permission':
        return putAside(this.#sheet, this.#turn, entry)
      case 'usage':
        return this.#used(entry)
      case 'started':
        this.#tools.forget()
        this.#context.forget()
        this.#spoken.begin(entry)
        return this.#system.put(entry)
      case 'stopped':
        this.#spoken.endTurn(entry)
        this.#showStray()
        return this.#system.put(entry)
      case 'note':
        // Words that are missing may have closed what is open.
        if (fields(entry.data)['missingEntries'] !== undefined) this.#spoken.begin(entry)
        return this.#system.put(entry)
      case 'manifest':
      case 'stderr':
        return this.#system.put(entry)
      default:
        return kind satisfies never
    }
  }

  #prompt(entry: RecordEntry): void {
    // Others are handed things in the middle of what they say.
    if (this.#spoken.hasTurns) this.#spoken.endTurn(entry)
    this.#showStray()
    const pieces = givenPieces(entry)
    if (cancelsTurn(pieces) && this.#turn.hasOutput) {
      const block = { type: 'text', text: INTERRUPTED } as const
      this.#sheet.put(messageOf(entry, `e${entry.n}i`, 'user', [block]))
    }
    const rest = this.#commands.withoutAnswers(entry, pieces)
    this.#turn.begin(entry)
    // Only answers to its commands: it goes on with what it was doing.
    if (rest.length === 0 && pieces.length > 0) return
    this.#given(entry, `e${entry.n}`, rest, pieces.length === 0 ? (entry.text ?? '') : null)
  }

  #given(
    entry: RecordEntry,
    uuid: string,
    pieces: readonly GivenPiece[],
    text: string | null,
  ): void {
    const content = text ?? pieces.map((piece) => piece.text).join('\n')
    if (content.trim() === '') return
    const delivered = pieces.map((piece) => piece.delivered)
    this.#sheet.put(
      messageOf(entry, uuid, 'user', content, { crew: { entry: entry.n, delivered } }),
    )
  }

  /** Answers to commands that the record does not have. */
  #showStray(): void {
    this.#commands.takeStray().forEach(({ entry, piece }, index) => {
      const delivered = { ...piece, delivered: { ...piece.delivered, kind: 'reply' as const } }
      this.#given(entry, `e${entry.n}s${index}`, [delivered], null)
    })
  }

  #used(entry: RecordEntry): void {
    const data = fields(entry.data)
    const compacted = this.#context.shorter(data)
    if (compacted !== null) {
      this.#spoken.interrupted()
      const extra = { isCompactSummary: true }
      this.#sheet.put(messageOf(entry, `e${entry.n}c`, 'user', compacted, extra))
    }
    const usage = usageOf(data)
    if (usage) this.#turn.used(entry, usage, textIn(data, 'model') ?? undefined)
  }
}
