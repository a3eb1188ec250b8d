import { messageUnits } from '@crewroom/shared/model/message'
import { CrewError } from '@crewroom/shared/protocol/errors'
import {
  type AppendPort,
  type Batch,
  type Outcome,
  type StorageFailure,
  WRITER_FENCED,
} from './ports/append-port'
import type { Envelope } from './facts'

interface Release {
  readonly run: () => void
  readonly refuse: (error: CrewError) => void
}

/** A batch that is not settled yet, with everything that may leave the process only after it. */
interface Pending {
  readonly batchId: number
  readonly entries: Envelope[]
  bytes: number
  sent: boolean
  readonly releases: Release[]
}

export interface JournalOptions {
  readonly shard: string
  readonly owner: string
  readonly port: AppendPort
  readonly epoch: string
  /** Last batch that the tables hold. */
  readonly position: number
  /** Runs at the end of this tick of the event loop. */
  readonly endOfTick: (run: () => void) => void
  /** Moves the durable horizon in memory, before anything of the batch is published. */
  readonly settled: (entries: readonly Envelope[]) => void
  /** Everything that acts on what was remembered. Must not throw. */
  readonly publish: (entries: readonly Envelope[]) => void
  /** Runs before what a tick decided leaves: what goes with the next batch of anything is decided then. */
  readonly joining?: () => void
  /** Called once per failure; recovery ends with `resume`. */
  readonly failed: (failure: StorageFailure, outcome: Outcome) => void
}

/** Above these, agents' output waits and other writes answer `busy`. */
const MAX_BACKLOG_ENVELOPES = 2_000
const MAX_BACKLOG_BYTES = 4 * 1024 * 1024
/** A batch that has this size takes nothing of another cause any more, so that it stays under 1 MB. */
const BATCH_BYTES = 512 * 1024
/** And with so many facts: the writer works on them while this turn goes on deciding. */
const BATCH_ENVELOPES = 64

/**
 * Nothing leaves the process before it is remembered. Verbs append what they decided; one batch per event-loop
 * turn goes to the writer; when it is durable its envelopes are published and everything that was computed on
 * top of it is released, in order.
 */
export class Journal {
  readonly #options: JournalOptions
  #port: AppendPort
  #epoch: string
  #lastBatch: number
  #failure: StorageFailure | null = null
  #pending: Pending[] = []
  #open: Pending | null = null
  #scheduled = false
  #envelopes = 0
  #bytes = 0
  /** The unsettled batch that holds a lead's newest fact. */
  readonly #newest = new Map<string, Pending>()
  readonly #drainWaiters: (() => void)[] = []

  constructor(options: JournalOptions) {
    this.#options = options
    this.#port = options.port
    this.#epoch = options.epoch
    this.#lastBatch = options.position
  }

  get epoch(): string {
    return this.#epoch
  }

  /** Why nothing can be stored at the moment, or null. */
  get failure(): StorageFailure | null {
    return this.#failure
  }

  get backlog(): { envelopes: number; bytes: number } {
    return { envelopes: this.#envelopes, bytes: this.#bytes }
  }

  get congested(): boolean {
    return this.#envelopes > MAX_BACKLOG_ENVELOPES || this.#bytes > MAX_BACKLOG_BYTES
  }

  /** Throws `storage_failed` or `busy`: asked before a verb starts, so that a refused verb changed nothing. */
  assertWritable(): void {
    this.assertStored()
    if (this.congested) {
      throw new CrewError(
        'busy',
        'The server is catching up with its disk. Try again in a second.',
        {
          retryAfter: 1,
        },
      )
    }
  }

  /** Throws `storage_failed` while nothing can be stored. */
  assertStored(): void {
    if (this.#failure) throw storageFailed(this.#failure)
  }

  /** Adds facts to this turn's batch. The caller has applied them to memory. */
  append(entries: readonly Envelope[]): void {
    const [first] = entries
    if (!first) return
    // What one command does and the place up to which it ran come in several calls and must not be parted: a
    // crash between two batches would run the command again. So a full batch ends before the next cause begins.
    if (this.#open && isFull(this.#open) && !sameCause(this.#open, first)) this.#flush()
    let batch = this.#open
    if (!batch) {
      batch = { batchId: ++this.#lastBatch, entries: [], bytes: 0, sent: false, releases: [] }
      this.#open = batch
      this.#pending.push(batch)
      this.#schedule()
    }
    for (const entry of entries) {
      const size = sizeOf(entry)
      batch.entries.push(entry)
      batch.bytes += size
      this.#bytes += size
      this.#newest.set(entry.leadId, batch)
    }
    this.#envelopes += entries.length
    if (this.#port.immediate) this.#flush()
  }

  /** Runs `run` once everything that the lead's memory holds now is durable: at once when it is already. */
  release(leadId: string, run: () => void, refuse: (error: CrewError) => void): void {
    const batch = this.#newest.get(leadId)
    if (batch) batch.releases.push({ run, refuse })
    else run()
  }

  /** The same as a promise; rejects with `storage_failed` when it was refused. */
  durable(leadId: string): Promise<void> {
    return new Promise((resolve, reject) => this.release(leadId, resolve, reject))
  }

  /** Resolves when everything that memory holds now, of whatever lead, is durable; rejects as `durable` does. */
  allDurable(): Promise<void> {
    const last = this.#pending[this.#pending.length - 1]
    if (!last) return Promise.resolve()
    return new Promise((resolve, reject) => last.releases.push({ run: resolve, refuse: reject }))
  }

  /** Resolves when writers may go on after `congested`, or when storage has failed. */
  drained(): Promise<void> {
    if (!this.congested || this.#failure) return Promise.resolve()
    return new Promise((resolve) => this.#drainWaiters.push(resolve))
  }

  /** Sends what this turn decided and waits until everything is settled. */
  async flush(): Promise<void> {
    this.#flush()
    while (this.#pending.length > 0 && !this.#failure) {
      const last = this.#pending[this.#pending.length - 1]
      await new Promise<void>((resolve) =>
        last?.releases.push({ run: resolve, refuse: () => resolve() }),
      )
    }
  }

  /**
   * Ends a failure. `position` is the last batch that the tables hold: unsettled work up to it stands and is
   * published, the rest is refused. Memory was rebuilt from those tables before this is called.
   */
  resume(port: AppendPort, position: number, epoch: string): void {
    const pending = this.#pending
    const failure = this.#failure
    this.#port = port
    this.#epoch = epoch
    this.#pending = []
    this.#open = null
    this.#newest.clear()
    this.#envelopes = 0
    this.#bytes = 0
    this.#lastBatch = position
    for (const batch of pending) {
      if (batch.batchId <= position) this.#options.publish(batch.entries)
    }
    const error = storageFailed(failure ?? { code: 'UNKNOWN', message: 'storage failed' })
    for (const batch of pending) {
      for (const { run, refuse } of batch.releases) {
        if (batch.batchId <= position) run()
        else refuse(error)
      }
    }
    this.#wakeDrained()
  }

  /** Verbs may start again. */
  reopen(): void {
    this.#failure = null
  }

  async close(): Promise<void> {
    await this.flush()
    await this.#port.close()
  }

  #schedule(): void {
    if (this.#scheduled || this.#port.immediate) return
    this.#scheduled = true
    this.#options.endOfTick(() => {
      if (!this.#failure) this.#options.joining?.()
      this.#scheduled = false
      this.#flush()
    })
  }

  #flush(): void {
    const batch = this.#open
    if (!batch || batch.sent || this.#failure) return
    batch.sent = true
    this.#open = null
    const message: Batch = {
      v: 1,
      shard: this.#options.shard,
      epoch: this.#epoch,
      owner: this.#options.owner,
      batchId: batch.batchId,
      prev: batch.batchId - 1,
      entries: batch.entries,
    }
    this.#port.append(message, (outcome, failure) => this.#settle(batch, outcome, failure))
  }

  #settle(batch: Pending, outcome: Outcome, failure?: StorageFailure): void {
    // After a failure only the tables say what stands; `resume` settles everything that is open.
    if (this.#failure) return
    if (outcome !== 'durable') {
      this.#failure = failure ?? { code: 'UNKNOWN', message: 'the writer gave no reason' }
      this.#options.failed(this.#failure, outcome)
      this.#wakeDrained()
      return
    }
    this.#pending.shift()
    this.#envelopes -= batch.entries.length
    this.#bytes -= batch.bytes
    for (const entry of batch.entries) {
      if (this.#newest.get(entry.leadId) === batch) this.#newest.delete(entry.leadId)
    }
    this.#options.settled(batch.entries)
    this.#options.publish(batch.entries)
    for (const { run } of batch.releases) run()
    this.#wakeDrained()
  }

  #wakeDrained(): void {
    if (this.congested && !this.#failure) return
    for (const wake of this.#drainWaiters.splice(0)) wake()
  }
}

export function storageFailed(failure: StorageFailure): CrewError {
  if (failure.code === WRITER_FENCED) {
    return new CrewError(
      'storage_failed',
      'Another writer has written to this database, so this was not stored. Try again.',
      { retryAfter: 2 },
    )
  }
  const full = failure.code === 'SQLITE_FULL' || failure.code === 'ENOSPC'
  return new CrewError(
    'storage_failed',
    full
      ? 'The disk is full. Free some space; the server then continues automatically.'
      : `Storage failed (${failure.code}). The server is recovering; try again in a few seconds.`,
    { retryAfter: full ? 5 : 2 },
  )
}

function isFull(batch: Pending): boolean {
  return batch.bytes >= BATCH_BYTES || batch.entries.length >= BATCH_ENVELOPES
}

/** Whether an entry belongs to the command, or the request, whose entries a batch ends with. */
function sameCause(batch: Pending, entry: Envelope): boolean {
  const last = batch.entries[batch.entries.length - 1]
  // A request makes its cause once. Acts of the server itself share one, and are not one act.
  if (entry.cause.kind === 'request' && last?.cause === entry.cause) return true
  return (
    last?.cause.kind === 'command' &&
    entry.cause.kind === 'command' &&
    last.cause.agentId === entry.cause.agentId &&
    last.cause.stream === entry.cause.stream &&
    last.cause.offset === entry.cause.offset
  )
}

/** An estimate is enough: it bounds memory and batch size, and measuring exactly would serialise twice. */
function sizeOf(entry: Envelope): number {
  if (entry.type === 'group:message' || entry.type === 'session:message') {
    return 600 + messageUnits(entry.data.message) * 2
  }
  if (entry.type === 'delivery:created') {
    const { content } = entry.data.delivery
    return (
      400 +
      (content.form === 'text'
        ? content.text.length * 2
        : content.form === 'joined'
          ? content.memberIds.length * 40
          : 0)
    )
  }
  if (entry.type === 'request:answered') {
    const { parts } = entry.data.request
    return 600 + (parts ?? []).reduce((units, part) => units + part.length * 2, 0)
  }
  if (entry.type === 'group:created' || entry.type === 'group:updated')
    return 600 + entry.data.group.members.length * 160
  if (entry.type === 'group:history' && entry.data.item.kind === 'message')
    return 800 + entry.data.item.message.content.length * 2
  if (
    entry.type === 'admission:created' ||
    entry.type === 'admission:updated' ||
    entry.type === 'admission:closed'
  ) {
    return 500 + entry.data.admission.admitted.length * 90
  }
  return 500
}
