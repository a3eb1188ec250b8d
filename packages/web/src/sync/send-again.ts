import { createStore, type StoreApi } from 'zustand/vanilla'
import { backoffMs } from '@crewroom/shared/client/backoff'

export interface SendAgainPorts {
  now(): number
  random(): number
  after(ms: number, run: () => void): () => void
}

export interface Unreached {
  /** Whether something that was written could not be handed to the server and is kept for it. */
  readonly isWaiting: boolean
  /** When it is tried again, in local ms; null while it is being tried. */
  readonly retryAt: number | null
}

/** Sends what waits, and says whether there was anything. */
type Attempt = () => boolean

/**
 * When what could not be sent is tried again. All outboxes share it: one server answers them, and one strip says
 * that it does not.
 */
export class SendAgain {
  readonly store: StoreApi<Unreached> = createStore<Unreached>(() => ({
    isWaiting: false,
    retryAt: null,
  }))
  readonly #ports: SendAgainPorts
  readonly #attempts: Attempt[] = []
  #failures = 0
  #cancel: (() => void) | null = null

  constructor(ports: SendAgainPorts) {
    this.#ports = ports
  }

  join(attempt: Attempt): void {
    this.#attempts.push(attempt)
  }

  /** Something was kept because no answer came, or only that of a proxy. */
  unreached(): void {
    if (this.#cancel) return
    const ms = backoffMs(this.#failures, this.#ports.random())
    this.#failures += 1
    this.#cancel = this.#ports.after(ms, () => this.#try())
    this.store.setState({ isWaiting: true, retryAt: this.#ports.now() + ms })
  }

  /** The server took something: what else waits need not wait longer. */
  reached(): void {
    this.#failures = 0
    if (this.store.getState().isWaiting) this.#try()
  }

  /** The network is back, the server is, or the person asked. */
  now(): void {
    this.#failures = 0
    this.#try()
  }

  #try(): void {
    this.#cancel?.()
    this.#cancel = null
    const tried = this.#attempts.map((attempt) => attempt())
    this.store.setState({ isWaiting: tried.includes(true), retryAt: null })
  }
}
