import { EventEmitter } from 'node:events'
import { MessageChannel, type MessagePort, type Transferable, Worker } from 'node:worker_threads'
import { WRITER_THREAD } from '../../src/storage/prepared-writer'
import type { FromWorker } from '../../src/storage/worker-messages'

const HOST = new URL('./writer-host.mjs', import.meta.url)

/** Threads that have loaded the writer's code and serve no server now. */
const idle: Worker[] = []

/**
 * A writer's thread as a server is given one, on a thread that goes on to the next server when this one has closed its
 * writer: to start a thread and load its code takes longer than the rest of a server's start. One that is ended is gone.
 */
class LentThread extends EventEmitter {
  readonly #worker: Worker
  readonly #port: MessagePort
  threadId: number
  /** Its writer is closed. Without that, a closed port is the first sign of a thread that ends. */
  #isDone = false

  constructor(script: URL) {
    super()
    const worker = idle.pop() ?? startHost()
    this.#worker = worker
    this.threadId = worker.threadId
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    const failed = (error: Error) => this.emit('error', error)
    const ended = (code: number) => {
      this.threadId = -1
      this.emit('exit', code)
    }
    worker.on('error', failed).on('exit', ended)
    port1.on('message', (message: FromWorker) => {
      if (message.type === 'closed') this.#isDone = true
      this.emit('message', message)
    })
    // Until a server opens a database with it, which it may fail to do.
    port1.unref()
    port1.once('close', () => {
      if (!this.#isDone) return
      worker.off('error', failed).off('exit', ended)
      ended(0)
      idle.push(worker)
    })
    worker.postMessage({ script: script.href, port: port2, workerData: null }, [port2])
  }

  ref(): void {
    this.#port.ref()
  }

  postMessage(message: unknown, transfer?: readonly Transferable[]): void {
    this.#port.postMessage(message, transfer)
  }

  terminate(): Promise<number> {
    return this.#worker.terminate()
  }
}

function startHost(): Worker {
  const worker = new Worker(HOST, WRITER_THREAD)
  worker.unref()
  return worker
}

/** A thread for a server's writer, which it ends by closing its writer. */
export function lentThread(script: URL): Worker {
  return new LentThread(script) as unknown as Worker
}
