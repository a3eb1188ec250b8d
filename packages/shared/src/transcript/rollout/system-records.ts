import { type Fields, fields, numberIn, textIn } from './fields'
import type { RecordEntry } from './record-entry'
import { messageOf, type Sheet } from './sheet'

const ASLEEP =
  'It fell asleep: it had nothing to do, so its program ended until something wakes it.'
const MANIFEST = 'Its first instructions:'
const UNASKED = 'It said this without being asked, so it had no effect:'
/** What is said unasked may be a whole conversation. */
const LONGEST = 64 * 1024

/** What is neither said nor done by an agent: its program's life, and what the server notes. */
export class SystemRecords {
  readonly #sheet: Sheet
  #unasked: { readonly entry: RecordEntry; text: string } | null = null

  constructor(sheet: Sheet) {
    this.#sheet = sheet
  }

  put(entry: RecordEntry): void {
    const data = fields(entry.data)
    if (entry.kind === 'note' && data['unasked'] === true) this.#putUnasked(entry, data)
    else {
      this.ended()
      this.#put(entry, entry.kind === 'stderr' ? 'stderr' : 'notice', wordsOf(entry, data))
    }
  }

  /** What is said unasked next is another note. */
  ended(): void {
    this.#unasked = null
  }

  #putUnasked(entry: RecordEntry, data: Fields): void {
    const said = entry.text ?? saidIn(data)
    if (said === '') return
    const isNew = this.#unasked === null || this.#unasked.text.length > LONGEST
    const unasked = isNew || !this.#unasked ? { entry, text: `${UNASKED}\n` } : this.#unasked
    unasked.text += said
    this.#unasked = unasked
    this.#put(unasked.entry, 'notice', unasked.text)
  }

  #put(entry: RecordEntry, subtype: string, text: string): void {
    this.#sheet.put(messageOf(entry, `e${entry.n}`, 'system', text, { subtype }))
  }
}

function wordsOf({ kind, text }: RecordEntry, data: Fields): string {
  if (kind === 'started') return 'Its program started.'
  if (kind === 'stopped')
    return data['asleep'] === true ? ASLEEP : `Its program stopped${exitOf(data)}.`
  return kind === 'manifest' ? `${MANIFEST}\n${text ?? ''}` : (text ?? missing(data))
}

function exitOf(data: Fields): string {
  const signal = textIn(data, 'signal')
  const code = numberIn(data, 'code')
  if (signal !== null) return ` by ${signal}`
  return code === null ? '' : ` with code ${code}`
}

function missing(data: Fields): string {
  const count = numberIn(data, 'missingEntries')
  if (count === null) return 'A note without words.'
  return count === 1 ? 'One entry is missing here.' : `${count} entries are missing here.`
}

/** A tool or a plan of a conversation that is told again. */
function saidIn(data: Fields): string {
  const title = textIn(data, 'title') ?? textIn(data, 'sessionUpdate')
  return title === null ? '' : `\n· ${title}\n`
}
