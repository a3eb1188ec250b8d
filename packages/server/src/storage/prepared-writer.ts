import { Worker } from 'node:worker_threads'

/**
 * A writer's thread that loads its code and waits to be told its database: beside the main thread, which loads its own.
 * It keeps no process alive.
 */
export function prepareWriter(script: URL): Worker {
  const worker = new Worker(script)
  worker.unref()
  // Whoever opens a database with it finds out, and starts another one.
  worker.on('error', () => {})
  return worker
}

/** Whether the thread still runs. */
export function isAlive({ threadId }: Worker): boolean {
  return threadId !== -1
}
