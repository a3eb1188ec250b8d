import type { MaskStream } from '../journal/ports/mask-port'

const MASKED = '[masked:value]'
/** Values are found by their first characters, which one expression looks for. */
const HEAD = 3

/** Values by how they begin, longest first. */
export class ValueIndex {
  readonly byHead = new Map<string, readonly string[]>()
  /** Finds every place where a value could begin; null without any value. */
  readonly heads: RegExp | null

  constructor(values: readonly string[]) {
    for (const value of values.toSorted((a, b) => b.length - a.length)) {
      const head = value.slice(0, HEAD)
      this.byHead.set(head, [...(this.byHead.get(head) ?? []), value])
    }
    const heads = [...this.byHead.keys()].map(escaped)
    this.heads = heads.length > 0 ? new RegExp(heads.join('|'), 'g') : null
  }
}

/** Replaces given values, the longest where several begin at the same place. */
export class ValueStream implements MaskStream {
  readonly #values: ValueIndex
  #held = ''

  constructor(values: ValueIndex) {
    this.#values = values
  }

  push(delta: string): string {
    return this.#take(delta, false)
  }

  end(): string {
    return this.#take('', true)
  }

  #take(delta: string, last: boolean): string {
    const { heads } = this.#values
    if (!heads) return delta
    const text = this.#held + delta
    let out = ''
    let from = 0
    heads.lastIndex = 0
    for (let hit = heads.exec(text); hit; hit = heads.exec(text)) {
      const found = this.#valueAt(text, hit.index, last)
      if (found === undefined) {
        this.#held = text.slice(hit.index)
        return out + text.slice(from, hit.index)
      }
      if (found === null) {
        heads.lastIndex = hit.index + 1
        continue
      }
      out += text.slice(from, hit.index) + MASKED
      from = hit.index + found.length
      heads.lastIndex = from
    }
    const cut = last ? text.length : this.#openHead(text, from)
    this.#held = text.slice(cut)
    return out + text.slice(from, cut)
  }

  /** The value that begins here, null for none, undefined when more text decides. */
  #valueAt(text: string, at: number, last: boolean): string | null | undefined {
    for (const value of this.#values.byHead.get(text.slice(at, at + HEAD)) ?? []) {
      if (text.startsWith(value, at)) return value
      // A longer one may still come: the shorter must wait for it.
      if (!last && at + value.length > text.length && value.startsWith(text.slice(at)))
        return undefined
    }
    return null
  }

  /** Where the last characters begin that could become the head of a value. */
  #openHead(text: string, from: number): number {
    for (let at = Math.max(from, text.length - HEAD + 1); at < text.length; at++) {
      const tail = text.slice(at)
      for (const head of this.#values.byHead.keys()) if (head.startsWith(tail)) return at
    }
    return text.length
  }
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}
