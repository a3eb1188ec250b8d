import type { JsonObject } from './line-reader'
import type { ParsedMessage, Time } from './messages'
import { SYNTHETIC_MODEL } from './tags'
import { userContentOf } from './user-content'
import { classify } from './classify'

const TITLE_CHARS = 120

/** Titles by what names them, the best first: a person, the program, its summary, what was asked first, a command. */
const TITLES = ['customTitle', 'aiTitle', 'summary', 'asked', 'typed'] as const

/** What a session's file tells about the session. */
export class SessionFacts {
  sessionId = ''
  model: string | null = null
  branch: string | null = null
  cwd: string | null = null
  startedAt: Time | null = null
  updatedAt: Time | null = null
  readonly #titles: Partial<Record<(typeof TITLES)[number], string>> = {}

  get title(): string {
    for (const name of TITLES) {
      const title = this.#titles[name]
      if (title !== undefined) return title
    }
    return ''
  }

  /** Records that name the session are not a part of its conversation. */
  record(record: JsonObject): void {
    for (const name of ['customTitle', 'aiTitle', 'summary'] as const) {
      const title = record[name]
      if (typeof title === 'string' && title.trim() !== '') this.#titles[name] = shortened(title)
    }
  }

  /** `isMain`: the record is of the conversation itself, not of a sub-agent's. */
  add(message: ParsedMessage, isMain: boolean): void {
    const { timestamp, sessionId, gitBranch, cwd, model } = message
    if (this.sessionId === '' && sessionId !== undefined) this.sessionId = sessionId
    if (gitBranch !== undefined && gitBranch !== '') this.branch = gitBranch
    if (cwd !== undefined && this.cwd === null) this.cwd = cwd
    if (this.startedAt === null || timestamp < this.startedAt) this.startedAt = timestamp
    if (this.updatedAt === null || timestamp > this.updatedAt) this.updatedAt = timestamp
    if (model !== undefined && model !== SYNTHETIC_MODEL && isMain) this.model = model
    if (this.#titles.asked === undefined && isMain && message.type === 'user') this.#asked(message)
  }

  #asked(message: ParsedMessage): void {
    if (classify(message) !== 'user') return
    const { text, commands } = userContentOf(message)
    if (text !== undefined) this.#titles.asked = shortened(text)
    const [command] = commands
    if (command !== undefined) this.#titles.typed ??= shortened(command.raw)
  }
}

function shortened(text: string): string {
  const [line = ''] = text.trim().split('\n', 1)
  return line.length > TITLE_CHARS ? `${line.slice(0, TITLE_CHARS - 1)}…` : line
}
