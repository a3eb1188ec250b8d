import { existsSync } from 'node:fs'
import Database from './sqlite-package'

/** Held while a server uses a data directory; the OS frees it when the process dies, however it dies. */
export interface DataLock {
  release(): void
}

/** A process that only checks the lock holds it for a moment: a server that starts waits for that. */
const WAIT_MS = 250

/** Null when another process holds it. */
export function lockData(file: string): DataLock | null {
  const lock = new Database(file, { timeout: WAIT_MS })
  try {
    lock.pragma('locking_mode = EXCLUSIVE')
    lock.exec('BEGIN EXCLUSIVE; CREATE TABLE IF NOT EXISTS lock (held INTEGER); COMMIT')
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (isBusy(error)) return null
    throw error
  }
  return { release: () => lock.close() }
}

/** Whether a live process holds the lock. Leaves no trace, and never holds it itself for longer than a look. */
export function isLockHeld(file: string): boolean {
  if (!existsSync(file)) return false
  const lock = new Database(file, { readonly: true, fileMustExist: true, timeout: 0 })
  try {
    lock.prepare('select 1 from sqlite_master').get()
    return false
  } catch (error) {
    // Only a process that could have taken the lock meets other faults of the file.
    return isBusy(error)
  } finally {
    lock.close()
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY'
}
