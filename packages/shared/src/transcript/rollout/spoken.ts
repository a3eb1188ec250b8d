import type { CommandItems } from './command-items'
import type { CommandFinder, RecordEntry, SpokenPart } from './record-entry'
import { messageOf } from './sheet'
import type { Turn } from './turn'

/** An agent without turns that was quiet for so long has ended one: an entry begins at most a second before its end. */
const PAUSE_MS = 3_000
/** A text that is longer becomes several. */
const LONGEST = 256 * 1024

interface Open {
  readonly uuid: string
  readonly kind: 'text' | 'thinking'
  readonly entry: RecordEntry
  text: string
}

/** What an agent says and thinks: entries that go on are one text, and its commands are set apart. */
export class Spoken {
  readonly #turn: Turn
  readonly #commands: CommandItems
  readonly #finderOf: () => CommandFinder
  #finder: CommandFinder
  #open: Open | null = null
  #last: RecordEntry | null = null
  /** Records that were made of the entry. */
  #made = { n: 0, count: 0 }

  constructor(turn: Turn, commands: CommandItems, finderOf: () => CommandFinder) {
    this.#turn = turn
    this.#commands = commands
    this.#finderOf = finderOf
    this.#finder = finderOf()
  }

  said(entry: RecordEntry): void {
    const last = this.#last
    const isPause = last !== null && Date.parse(entry.at) - Date.parse(last.at) >= PAUSE_MS
    if (last && last.turnId !== entry.turnId) this.endTurn(entry)
    else if (entry.turnId === null && isPause && !this.#finder.isOpen) this.endTurn(entry)
    this.#last = entry
    for (const part of this.#finder.feed(entry.text ?? '')) this.#put(entry, part)
  }

  thought(entry: RecordEntry): void {
    this.#grow(entry, 'thinking', entry.text ?? '')
  }

  /** What it says belongs to turns: nothing is handed over in the middle of one. */
  get hasTurns(): boolean {
    return this.#last !== null && this.#last.turnId !== null
  }

  /** Something else came: what is said next is another text. */
  interrupted(): void {
    this.#open = null
  }

  /** What was half said is not gone on with. */
  endTurn(entry: RecordEntry): void {
    for (const part of this.#finder.endTurn()) this.#put(this.#last ?? entry, part, entry.n)
    this.#open = null
    this.#last = null
  }

  /** Another process of its program, or a gap in the record. */
  begin(entry: RecordEntry): void {
    this.endTurn(entry)
    this.#finder = this.#finderOf()
  }

  #put(entry: RecordEntry, part: SpokenPart, n = entry.n): void {
    if (part.kind === 'words') {
      this.#grow(entry, 'text', part.text, n)
      return
    }
    this.#open = null
    const uuid = this.#uuid(n)
    const input = part.payload ?? { raw: part.raw }
    const call = { type: 'tool_use', id: uuid, name: part.verb, input } as const
    this.#turn.says(messageOf(entry, uuid, 'assistant', [call]))
    this.#commands.ran(entry, uuid, part)
  }

  #grow(entry: RecordEntry, kind: Open['kind'], more: string, n = entry.n): void {
    if (this.#open?.kind !== kind || this.#open.text.length > LONGEST) {
      const text = more.replace(/^\s*\n/, '')
      if (text.trim() === '') return
      this.#open = { uuid: this.#uuid(n), kind, entry, text }
    } else this.#open.text += more
    const text = this.#open.text.trimEnd()
    const block =
      kind === 'text' ? ({ type: kind, text } as const) : ({ type: kind, thinking: text } as const)
    this.#turn.says(messageOf(this.#open.entry, this.#open.uuid, 'assistant', [block]))
  }

  #uuid(n: number): string {
    if (this.#made.n !== n) this.#made = { n, count: 0 }
    const { count } = this.#made
    this.#made.count++
    return count === 0 ? `e${n}` : `e${n}.${count}`
  }
}
