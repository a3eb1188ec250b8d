import type { Shard } from './crew/shard'
import type { AppendPort, StorageFailure } from './journal/ports/append-port'
import type { Journal } from './journal/journal'
import type { StoredShard } from './journal/ports/stored-shard'
import type { Logger } from './logger'
import type { Clock } from './clock'
import { endSentence, failureIn, isElsewhere, isFull } from './storage-failure'

export interface RecoveryPorts {
  readonly shard: Shard
  readonly journal: Journal
  readonly clock: Clock
  readonly logger: Logger
  /** Ends whatever is left of the failed writer. */
  readonly discard: () => Promise<void>
  /** A fresh writer, and how far the tables are. Rejects when storage cannot be opened. */
  readonly reopen: () => Promise<{ port: AppendPort; position: number }>
  readonly load: () => StoredShard
  readonly newEpoch: () => string
  /** Memory was replaced and the journal has a new name. */
  readonly replaced: () => void
  /** Nothing more can be done here: the process ends with this sentence and code 70. */
  readonly fatal: (sentence: string) => void
}

const RETRY_MS = 1_000
/** A server that stops looks so often whether its storage has failed. */
const LOOK_MS = 50
/** A writer that keeps dying is not repaired by starting another one. */
const MAX_EXITS = 5
const EXIT_WINDOW_MS = 60_000

/**
 * After a storage failure only the tables say what stands: a fresh writer opens them, memory is rebuilt, work
 * that they hold is published and the rest refused. A full disk is waited out; a disk that lies is the end.
 */
export class Recovery {
  readonly #ports: RecoveryPorts
  /** When its writers failed, on the monotonic clock. */
  #exits: number[] = []
  #stopped = false
  #running: Promise<void> = Promise.resolve()

  constructor(ports: RecoveryPorts) {
    this.#ports = ports
  }

  /** Runs until storage works again or the process is told to end. Never rejects. */
  run(failure: StorageFailure): Promise<void> {
    this.#running = this.#recover(failure)
    return this.#running
  }

  async #recover(failure: StorageFailure): Promise<void> {
    const { logger } = this.#ports
    logger.error({ failure }, 'storage failed; nothing is accepted until it is recovered')
    let last: StorageFailure | null = failure
    while (last && !this.#stopped && !this.#isEnd(last)) {
      await this.#ports.discard()
      last = await this.#attempt()
      if (last) logger.error({ failure: last }, 'storage cannot be used yet')
      if (last && !this.#stopped) await this.#pause()
    }
  }

  /** Tries no more: the server is stopping. */
  stop(): void {
    this.#stopped = true
  }

  /** Waits for work of a server that stops, but not for what only storage could end that has failed and stays so. */
  async unlessLost(work: Promise<void>): Promise<void> {
    const { journal, clock } = this.#ports
    let isDone = false
    const lost = async () => {
      await this.#running
      while (!isDone && journal.failure === null) {
        await new Promise<void>((resolve) => clock.after(LOOK_MS, resolve))
      }
    }
    await Promise.race([work, lost()])
    isDone = true
  }

  /** One fresh writer, memory from the tables, and writing again; or why that did not work. */
  async #attempt(): Promise<StorageFailure | null> {
    const { logger, journal, shard } = this.#ports
    try {
      const { port, position } = await this.#ports.reopen()
      const epoch = this.#ports.newEpoch()
      shard.load(this.#ports.load())
      journal.resume(port, position, epoch)
      this.#ports.replaced()
      const failure = await this.#untilWritable(port, epoch)
      if (failure) return failure
      journal.reopen()
      logger.info({ position, epoch }, 'storage recovered')
      return null
    } catch (error) {
      logger.error({ error }, 'storage cannot be opened')
      return failureIn(error)
    }
  }

  /**
   * Waits while the disk is full; anything else is for a fresh writer, or the end. A server that stops does not wait,
   * and its storage stays failed: opened again it would take work that is then never stored.
   */
  async #untilWritable(port: AppendPort, epoch: string): Promise<StorageFailure | null> {
    for (;;) {
      const failure = await port.probe(epoch)
      if (!failure || !isFull(failure) || this.#stopped) return failure
      this.#ports.logger.warn({ failure }, 'storage still refuses to write')
      await this.#pause()
    }
  }

  /** Whether there is nothing more to try; the process has been notified. */
  #isEnd(failure: StorageFailure): boolean {
    const sentence = endSentence(failure)
    if (sentence !== null) {
      this.#ports.fatal(sentence)
      return true
    }
    if (isFull(failure) || isElsewhere(failure)) return false
    const now = this.#ports.clock.monotonic()
    this.#exits = [...this.#exits.filter((at) => at > now - EXIT_WINDOW_MS), now]
    if (this.#exits.length <= MAX_EXITS) return false
    this.#ports.fatal(
      `Crewroom's writer failed ${this.#exits.length} times within a minute (${failure.code}: ${failure.message}). See the log above, then start again.`,
    )
    return true
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => this.#ports.clock.after(RETRY_MS, resolve))
  }
}
