import type { Ids } from '../../src/ids'

/** Ids that count, so that a failing test reads the same every time. The first four characters differ. */
export class CountingIds implements Ids {
  #agents = 0
  #messages = 0
  #records = 0
  #secrets = 0
  readonly #kind: string

  readonly #prefix: string

  /** `kind`: four hexadecimal digits that ids of agents have in common; `prefix`: how those of records begin. */
  constructor(kind = 'a9e7', prefix = '') {
    this.#kind = kind
    this.#prefix = prefix
  }

  agent(): string {
    const id = this.nextAgent()
    this.#agents++
    return id
  }

  /** The id that the next agent will get. */
  nextAgent(): string {
    const n = (this.#agents + 1).toString(16).padStart(4, '0')
    return `${n}${this.#kind}-0000-4000-8000-00000000${n}`
  }

  message(): string {
    return `${this.#prefix}msg-${++this.#messages}`
  }

  record(): string {
    return `${this.#prefix}rec-${++this.#records}`
  }

  secret(): string {
    return `secret-${String(++this.#secrets).padStart(24, '0')}`
  }
}
