/** What one agent was handed over all runs of the server, and what should not have been. */
export class Reading {
  readonly name: string
  readonly violations: string[] = []
  /** How much came, and how much of it was announced as a repeat. */
  readonly counts = { items: 0, repeats: 0 }
  /** What was announced as a repeat and had never come before. */
  readonly neverBefore: string[] = []
  /** What was written to it, as it was read. */
  readonly contents = new Set<string>()
  readonly #seen = new Set<string>()
  readonly #acked = new Set<string>()

  constructor(name: string) {
    this.name = name
  }

  take(key: string, text: string, repeat: boolean): void {
    this.counts.items++
    const isKnown = this.#seen.has(key)
    if (this.#acked.has(key)) this.violations.push(`acknowledged, and again: ${text}`)
    if (isKnown && !repeat) this.violations.push(`again, and not announced: ${text}`)
    if (repeat) {
      this.counts.repeats++
      if (!isKnown) this.neverBefore.push(text)
    }
    this.#seen.add(key)
    const content = contentOf(text)
    if (content !== null) this.contents.add(content)
  }

  /** The server has said that it knows the ack of these. */
  acknowledged(keys: Iterable<string>): void {
    for (const key of keys) this.#acked.add(key)
  }
}

/** What was said in an item: `<who> says <number>`. */
function contentOf(text: string): string | null {
  return /\]: (\S+ says \d+)$/.exec(text)?.[1] ?? null
}
