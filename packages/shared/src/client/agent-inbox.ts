import type { InboxItem, TurnFrame } from './agent-frames'

/** What came together: its new items, and the cursor that confirms them and everything before. */
export interface Page {
  readonly items: readonly InboxItem[]
  readonly cursor: string
}

/**
 * Pages that came and are not confirmed. After a reconnect the server sends all of them again; what this process has is not
 * handed to the program twice.
 */
export class AgentInbox {
  readonly #waiting: Page[] = []
  /** Ids of items that came and are not confirmed, in their order. */
  readonly #known = new Set<string>()
  #arrived: (() => void) | null = null
  #closed = false
  readonly #interrupted: () => void

  constructor(interrupted: () => void) {
    this.#interrupted = interrupted
  }

  came({ deliveries, cursor }: TurnFrame): void {
    const items = deliveries.filter(({ id }) => !this.#known.has(id))
    if (items.length === 0) return
    for (const { id } of items) this.#known.add(id)
    this.#waiting.push({ items, cursor })
    if (items.some(({ kind }) => kind === 'interrupt')) this.#interrupted()
    this.#arrived?.()
  }

  /** The next page, as soon as there is one; null when no more comes. */
  async next(): Promise<Page | null> {
    for (;;) {
      if (this.#closed) return null
      const page = this.#waiting.shift()
      if (page) return page
      await new Promise<void>((resolve) => (this.#arrived = resolve))
    }
  }

  /** The server has stored that these are confirmed. */
  confirmed({ items }: Page): void {
    for (const { id } of items) this.#known.delete(id)
  }

  close(): void {
    this.#closed = true
    this.#waiting.length = 0
    this.#arrived?.()
  }
}
