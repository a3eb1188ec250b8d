import type { Clock } from '../clock'
import type { StorageFailure } from '../journal/ports/append-port'
import type { RolloutPort, RolloutRow } from '../journal/ports/rollout-port'

export interface RolloutQueueOptions {
  readonly clock: Clock
  readonly port: RolloutPort
  readonly maxBytes: number
  /** There is room again after rows were refused. */
  readonly room: () => void
  /** These are in the tables now. */
  readonly stored: (rows: readonly RolloutRow[]) => void
  /** Rows that can never be stored, whatever is tried. */
  readonly lost: (rows: readonly RolloutRow[]) => void
}

interface Waiter {
  readonly until: number
  readonly done: () => void
}

/** One transaction of the writer: small, because a batch may have to wait for it. */
const CHUNK_BYTES = 256 * 1024
const CHUNK_ROWS = 200
/** Rows are collected for so long, so that many agents' small entries are one transaction. */
const WRITE_AFTER_MS = 100
const RETRY_MS = 1_000
/** What passes, or is put right by a person or a fresh writer. Anything else would fail again and again. */
const PASSING = /^(SQLITE_(FULL|BUSY|LOCKED|IOERR|READONLY|CANTOPEN|NOMEM)|ENOSPC|WRITER_)/

/** Rows on their way to the writer: in order, one transaction at a time, tried again, and bounded. */
export class RolloutQueue {
  readonly #options: RolloutQueueOptions
  #rows: { readonly row: RolloutRow; readonly bytes: number }[] = []
  #bytes = 0
  /** Rows at the front that the writer has; 0 when it has none. */
  #sent = 0
  #full = false
  #closed = false
  #taken = 0
  #settled = 0
  #cancel: (() => void) | null = null
  #retrying = false
  #waiters: Waiter[] = []

  constructor(options: RolloutQueueOptions) {
    this.#options = options
  }

  /** Too much waits: nothing is taken until half of it is stored. */
  get full(): boolean {
    return this.#full
  }

  /** False when there is no room. `urgent` is taken always: small rows that say what is missing. */
  push(row: RolloutRow, urgent = false): boolean {
    if (this.#closed) return false
    const bytes = sizeOf(row)
    if (!urgent && (this.#full || this.#bytes + bytes > this.#options.maxBytes)) {
      this.#full = true
      // Nothing may be on its way that would say when there is room again.
      this.#schedule()
      return false
    }
    this.#rows.push({ row, bytes })
    this.#bytes += bytes
    this.#taken++
    if (this.#rows.length >= CHUNK_ROWS || this.#bytes >= CHUNK_BYTES) this.#send()
    else this.#schedule()
    return true
  }

  /** How many of the agent's rows are not stored. */
  pending(agentId: string): number {
    return this.#rows.reduce((sum, { row }) => sum + (row.agentId === agentId ? 1 : 0), 0)
  }

  get length(): number {
    return this.#rows.length
  }

  /** Resolves when everything taken so far is stored, or when storing fails. */
  flush(): Promise<void> {
    if (this.#settled >= this.#taken) return Promise.resolve()
    return new Promise((done) => {
      this.#waiters.push({ until: this.#taken, done })
      this.#send()
    })
  }

  close(): void {
    this.#closed = true
    this.#cancel?.()
    this.#wake(Infinity)
  }

  #schedule(): void {
    if (this.#cancel || this.#sent > 0) return
    this.#cancel = this.#options.clock.after(WRITE_AFTER_MS, () => this.#send())
  }

  #send(): void {
    if (this.#retrying || this.#sent > 0 || this.#closed) return
    this.#cancel?.()
    this.#cancel = null
    if (this.#rows.length === 0) {
      this.#makeRoom()
      return
    }
    let bytes = 0
    let count = 0
    for (const { bytes: size } of this.#rows) {
      if (count > 0 && (bytes + size > CHUNK_BYTES || count >= CHUNK_ROWS)) break
      bytes += size
      count++
    }
    this.#sent = count
    const rows = this.#rows.slice(0, count).map(({ row }) => row)
    this.#options.port.appendRollouts(rows, (failure) => this.#answered(rows, failure))
  }

  #answered(rows: readonly RolloutRow[], failure: StorageFailure | null): void {
    this.#sent = 0
    if (failure && PASSING.test(failure.code)) {
      this.#retrying = true
      this.#cancel = this.#options.clock.after(RETRY_MS, () => {
        this.#retrying = false
        this.#send()
      })
      this.#wake(Infinity)
      return
    }
    for (const { bytes } of this.#rows.splice(0, rows.length)) this.#bytes -= bytes
    this.#settled += rows.length
    if (failure) this.#options.lost(rows)
    else this.#options.stored(rows)
    this.#makeRoom()
    this.#wake(this.#settled)
    if (this.#waiters.length > 0 || this.#rows.length >= CHUNK_ROWS || this.#bytes > CHUNK_BYTES) {
      this.#send()
    } else if (this.#rows.length > 0) this.#schedule()
  }

  #makeRoom(): void {
    if (!this.#full || this.#bytes > this.#options.maxBytes / 2) return
    this.#full = false
    this.#options.room()
  }

  #wake(settled: number): void {
    const ready = this.#waiters.filter(({ until }) => until <= settled)
    this.#waiters = this.#waiters.filter(({ until }) => until > settled)
    for (const { done } of ready) done()
  }
}

/** What a row takes in memory, roughly: two bytes a character and its frame. */
export function sizeOf(row: Pick<RolloutRow, 'text' | 'data'>): number {
  return 200 + 2 * ((row.text?.length ?? 0) + (row.data?.length ?? 0))
}
