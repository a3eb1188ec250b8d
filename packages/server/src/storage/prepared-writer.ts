import { Worker } from 'node:worker_threads'

/**
 * Batches are garbage as soon as they are written, so a larger young generation of its own would only hold pages. Three
 * of these megabytes are one for what is new; Node.js lets it grow to sixteen.
 */
const WRITER_MEMORY = { maxYoungGenerationSizeMb: 3 } as const

/** It holds the database open by a handle that must outlive it: see `blank-pages.ts`. */
export const WRITER_THREAD = {
  resourceLimits: WRITER_MEMORY,
  trackUnmanagedFds: false,
} as const

/**
 * A writer thread that loads its code while the main thread loads its own, and waits to be told which database to open.
 * It does not keep the process alive.
 */
export function prepareWriter(script: URL): Worker {
  const worker = new Worker(script, WRITER_THREAD)
  worker.unref()
  // Whoever opens a database with this thread notices that it has ended, and starts another one.
  worker.on('error', () => {})
  return worker
}

/** Whether the thread still runs. */
export function isAlive({ threadId }: Worker): boolean {
  return threadId !== -1
}
