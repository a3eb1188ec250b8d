import { Worker } from 'node:worker_threads'
import type { AppendPort, Batch, Outcome, StorageFailure } from '../journal/ports/append-port'
import type {
  RecordLimits,
  RetentionPort,
  TrimLimits,
  Trimmed,
} from '../journal/ports/retention-port'
import type { RolloutPort, RolloutRow } from '../journal/ports/rollout-port'
import type { SearchPort } from '../journal/ports/search-port'
import type { StagingAct, StagingPort } from '../journal/ports/transfer-port'
import { isAlive, WRITER_THREAD } from './prepared-writer'
import type { FromWorker, ToWorker, WriterWorkerData } from './worker-messages'

type Settle = (outcome: Outcome, failure?: StorageFailure) => void

class StorageUnusable extends Error {
  readonly failure: StorageFailure

  constructor(failure: StorageFailure) {
    super(`${failure.code}: ${failure.message}`)
    this.name = 'StorageUnusable'
    this.failure = failure
  }
}

/** Remembers in a worker thread: the event loop never waits for a disk. */
export class WorkerAppender
  implements AppendPort, RolloutPort, SearchPort, RetentionPort, StagingPort
{
  readonly immediate = false
  readonly #worker: Worker
  readonly #settles = new Map<number, Settle>()
  readonly #rollouts = new Map<number, (failure: StorageFailure | null) => void>()
  #lastRollouts = 0
  readonly #indexed = new Map<number, () => void>()
  #lastIndex = 0
  readonly #trims = new Map<number, (trimmed: Trimmed) => void>()
  #lastTrim = 0
  readonly #stages = new Map<number, (failure: StorageFailure | null) => void>()
  #lastStage = 0
  #probed: ((failure: StorageFailure | null) => void) | null = null
  #closed: (() => void) | null = null
  #exited: StorageFailure | null = null

  private constructor(worker: Worker) {
    this.#worker = worker
    worker.on('message', (message: FromWorker) => this.#receive(message))
    worker.on('error', (error) => {
      this.#exited = { code: 'WRITER_FAILED', message: error.message }
    })
    worker.on('exit', (code) => this.#gone(code))
  }

  /**
   * Starts the thread, or goes on with one that is `prepared`; it opens and migrates the file. Resolves with what the
   * tables hold.
   */
  static open(
    script: URL,
    data: WriterWorkerData,
    prepared: Worker | null = null,
  ): Promise<{ port: WorkerAppender; position: number; epoch: string }> {
    const worker = begun(script, data, prepared)
    return new Promise((resolve, reject) => {
      const onExit = (code: number) =>
        reject(new StorageUnusable({ code: 'WRITER_EXITED', message: `exit code ${code}` }))
      const onError = (error: Error) =>
        reject(new StorageUnusable({ code: 'WRITER_FAILED', message: error.message }))
      worker.once('exit', onExit)
      worker.once('error', onError)
      worker.once('message', (message: FromWorker) => {
        worker.off('exit', onExit)
        worker.off('error', onError)
        if (message.type === 'ready') {
          resolve({
            port: new WorkerAppender(worker),
            position: message.position,
            epoch: message.epoch,
          })
        } else {
          void worker.terminate()
          reject(
            new StorageUnusable(
              message.type === 'unusable'
                ? message.failure
                : { code: 'WRITER_FAILED', message: `answered ${message.type}` },
            ),
          )
        }
      })
    })
  }

  /** For tests and fault drills: the thread as a process would see it, to be ended at a bad moment. */
  get worker(): Worker {
    return this.#worker
  }

  append(batch: Batch, settle: Settle): void {
    if (this.#exited) {
      settle('unknown', this.#exited)
      return
    }
    this.#settles.set(batch.batchId, settle)
    this.#post({ type: 'append', batch: JSON.stringify(batch) })
  }

  appendRollouts(
    rows: readonly RolloutRow[],
    settle: (failure: StorageFailure | null) => void,
  ): void {
    if (this.#exited) {
      settle(this.#exited)
      return
    }
    const id = ++this.#lastRollouts
    this.#rollouts.set(id, settle)
    this.#post({ type: 'rollouts', id, rows: JSON.stringify(rows) })
  }

  index(leadId: string | null = null): Promise<void> {
    return this.#index(leadId, false)
  }

  rebuild(): Promise<void> {
    return this.#index(null, true)
  }

  #index(leadId: string | null, rebuild: boolean): Promise<void> {
    if (this.#exited) return Promise.resolve()
    const id = ++this.#lastIndex
    return new Promise((resolve) => {
      this.#indexed.set(id, resolve)
      this.#post({ type: 'index', id, leadId, rebuild })
    })
  }

  trimRecords(limits: RecordLimits): Promise<Trimmed> {
    return this.#trim({ of: 'records', ...limits })
  }

  trimJournal(before: string): Promise<Trimmed> {
    return this.#trim({ of: 'journal', before })
  }

  #trim(limits: TrimLimits): Promise<Trimmed> {
    if (this.#exited) return Promise.resolve({ entries: 0, bytes: 0, failure: this.#exited })
    const id = ++this.#lastTrim
    return new Promise((resolve) => {
      this.#trims.set(id, resolve)
      this.#post({ type: 'trim', id, limits })
    })
  }

  stage(file: string, act: StagingAct): Promise<StorageFailure | null> {
    if (this.#exited) return Promise.resolve(this.#exited)
    const id = ++this.#lastStage
    return new Promise((resolve) => {
      this.#stages.set(id, resolve)
      this.#post({ type: 'stage', id, file, act })
    })
  }

  probe(epoch: string): Promise<StorageFailure | null> {
    if (this.#exited) return Promise.resolve(this.#exited)
    return new Promise((resolve) => {
      this.#probed = resolve
      this.#post({ type: 'probe', epoch })
    })
  }

  close(): Promise<void> {
    if (this.#exited) return Promise.resolve()
    return new Promise((resolve) => {
      this.#closed = resolve
      this.#post({ type: 'close' })
    })
  }

  /** Ends the thread without waiting for anything. */
  async kill(): Promise<void> {
    await this.#worker.terminate()
  }

  #post(message: ToWorker): void {
    this.#worker.postMessage(message)
  }

  #receive(message: FromWorker): void {
    switch (message.type) {
      case 'settled':
        for (const batchId of message.batchIds) {
          const settle = this.#settles.get(batchId)
          this.#settles.delete(batchId)
          settle?.(message.outcome, message.failure)
        }
        return
      case 'rolloutsSettled': {
        const settle = this.#rollouts.get(message.id)
        this.#rollouts.delete(message.id)
        settle?.(message.failure)
        return
      }
      case 'indexed':
        this.#indexed.get(message.id)?.()
        this.#indexed.delete(message.id)
        return
      case 'trimmed':
        this.#trims.get(message.id)?.(message.trimmed)
        this.#trims.delete(message.id)
        return
      case 'staged':
        this.#stages.get(message.id)?.(message.failure)
        this.#stages.delete(message.id)
        return
      case 'probed':
        this.#probed?.(message.failure)
        this.#probed = null
        return
      case 'closed':
        this.#closed?.()
        return
      case 'ready':
      case 'unusable':
        return
      default:
        message satisfies never
    }
  }

  #gone(code: number): void {
    this.#exited ??= {
      code: 'WRITER_EXITED',
      message: `the writer's thread ended with code ${code}`,
    }
    const settles = [...this.#settles.values()]
    this.#settles.clear()
    for (const settle of settles) settle('unknown', this.#exited)
    const rollouts = [...this.#rollouts.values()]
    this.#rollouts.clear()
    for (const settle of rollouts) settle(this.#exited)
    for (const resolve of this.#indexed.values()) resolve()
    this.#indexed.clear()
    const failure = this.#exited
    for (const resolve of this.#trims.values()) resolve({ entries: 0, bytes: 0, failure })
    this.#trims.clear()
    for (const resolve of this.#stages.values()) resolve(failure)
    this.#stages.clear()
    this.#probed?.(this.#exited)
    this.#probed = null
    this.#closed?.()
  }
}

function begun(script: URL, data: WriterWorkerData, prepared: Worker | null): Worker {
  if (!prepared || !isAlive(prepared)) {
    return new Worker(script, { workerData: data, ...WRITER_THREAD })
  }
  prepared.ref()
  const open: ToWorker = { type: 'open', data }
  prepared.postMessage(open)
  return prepared
}
