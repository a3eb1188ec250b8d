import { stripAnsi } from '@crewroom/shared/transcript/strip-ansi'

/** Letters and digits that stand together: escapes of JSON, tags and codes of terminals are between them. */
const BETWEEN = /[^\p{L}\p{N}]+/u
/** Words that a transcript shows of itself: no file needs to have them. */
const OWN_WORDS: ReadonlySet<string> = new Set(
  'a agent attempt blocked failed hook interrupted it model of ran request stopped the to'.split(
    ' ',
  ),
)
/** The mask puts it in the place of a secret. */
const MASK = 'masked'
/** Some programs write signs as numbers, and codes of terminals are in the middle of words. */
const ESCAPED = String.raw`\u`

/**
 * Finds files that cannot show what is searched for: a file that has not each of its words somewhere, whatever is between
 * them.
 */
export class SearchedWords {
  readonly #tokens: readonly string[]

  constructor(words: string) {
    const tokens = folded(words)
      .split(BETWEEN)
      .filter((token) => token !== '')
    this.#tokens = tokens.includes(MASK) ? [] : tokens.filter((token) => !OWN_WORDS.has(token))
  }

  /** Those that were not seen yet. */
  missing(): MissingWords {
    return new MissingWords(this.#tokens)
  }
}

export class MissingWords {
  readonly #left: Set<string>

  constructor(tokens: readonly string[]) {
    this.#left = new Set(tokens)
  }

  get isEmpty(): boolean {
    return this.#left.size === 0
  }

  /** A line of a file. */
  look(line: string): void {
    if (this.#left.size === 0) return
    this.#lookAt(line)
    if (this.#left.size === 0 || !line.includes(ESCAPED)) return
    try {
      this.#lookInto(JSON.parse(line) as unknown)
    } catch {
      // A torn line has records in it that are read: any of them may have the words.
      this.#left.clear()
    }
  }

  #lookInto(value: unknown): void {
    if (typeof value === 'string') this.#lookAt(stripAnsi(value))
    else if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value)) this.#lookInto(inner)
  }

  #lookAt(text: string): void {
    const own = folded(text)
    for (const token of this.#left) if (own.includes(token)) this.#left.delete(token)
  }
}

/** As a search takes letters to be the same; the last sigma of a word is one, too. */
const folded = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ')
