import { Worker } from 'node:worker_threads'
import { isAlive, WRITER_MEMORY } from '../../src/storage/prepared-writer'

const RESTING = new URL('programs/resting-writer.mjs', import.meta.url)

/** Threads whose server has ended. Starting one costs more than most tests do. */
const resting: Worker[] = []
const mayRest = new WeakSet<Worker>()

/** A writer's thread that waits to be told which database to open. */
export function takeWriter(script: URL): Worker {
  for (let rested = resting.pop(); rested; rested = resting.pop()) {
    if (isAlive(rested)) return rested
  }
  const worker = new Worker(RESTING, { argv: [script.href], resourceLimits: WRITER_MEMORY })
  mayRest.add(worker)
  worker.unref()
  worker.on('error', () => {})
  return worker
}

/** For the next server, if the thread is of here and still runs: it has closed its database. */
export function restWriter(worker: Worker): void {
  if (!mayRest.has(worker) || !isAlive(worker)) return
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
  worker.on('error', () => {})
  worker.unref()
  resting.push(worker)
}
