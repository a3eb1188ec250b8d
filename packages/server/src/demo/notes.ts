import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** One thing in the notes of a sample agent. */
export type Note =
  /** A line of the input of one that reads a pipe. */
  | { readonly kind: 'line'; readonly text: string }
  /** One that speaks ACP opened a session, with this as its system prompt. */
  | { readonly kind: 'opened'; readonly session: string; readonly manifest: string }
  /** It went on with one, and told all that had been said in it again. */
  | { readonly kind: 'loaded'; readonly session: string; readonly replayed: number }
  | { readonly kind: 'prompt'; readonly text: string }
  | { readonly kind: 'said'; readonly text: string }
  | { readonly kind: 'thought'; readonly text: string }
  /** So many of the steps are done. */
  | { readonly kind: 'plan'; readonly steps: readonly string[]; readonly done: number }
  | { readonly kind: 'tool'; readonly title: string; readonly result: string }
  /** It has played so many steps, and answered so many words of the person. */
  | { readonly kind: 'played'; readonly position: number; readonly words: number }
  /** It begins to answer a question that came with this line. */
  | { readonly kind: 'asked'; readonly text: string }
  /** How a prompt ended, how far the script was played then, and how many words of the person were answered. */
  | {
      readonly kind: 'answered'
      readonly stopReason: string
      readonly position: number
      readonly words: number
    }

/** What a sample agent was given, word for word, and what it made of it. Also its memory of a session. */
export class Notes {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  add(note: Note): void {
    appendFileSync(this.#file, `${JSON.stringify(note)}\n`)
  }

  read(): Note[] {
    if (!existsSync(this.#file)) return []
    // A program may have been killed in the middle of its last line.
    const whole = readFileSync(this.#file, 'utf8').split('\n').slice(0, -1)
    return whole.map((line) => JSON.parse(line) as Note)
  }

  /** All of one kind, in order. */
  only<K extends Note['kind']>(kind: K): Extract<Note, { kind: K }>[] {
    return onlyNotes(this.read(), kind)
  }

  /** Every line that was handed over, in order. */
  lines(): string[] {
    return this.read().flatMap((note) =>
      note.kind === 'line' || note.kind === 'prompt' ? note.text.split('\n') : [],
    )
  }
}

export function onlyNotes<K extends Note['kind']>(
  notes: readonly Note[],
  kind: K,
): Extract<Note, { kind: K }>[] {
  return notes.filter((note): note is Extract<Note, { kind: K }> => note.kind === kind)
}
