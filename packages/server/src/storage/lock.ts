import Database from 'better-sqlite3'

/** Held while a server uses a data directory; the OS frees it when the process dies, however it dies. */
export interface DataLock {
  release(): void
}

/** Null when another process holds it. */
export function lockData(file: string): DataLock | null {
  const lock = new Database(file, { timeout: 0 })
  try {
    lock.pragma('locking_mode = EXCLUSIVE')
    lock.exec('BEGIN EXCLUSIVE; CREATE TABLE IF NOT EXISTS lock (held INTEGER); COMMIT')
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY') return null
    throw error
  }
  return { release: () => lock.close() }
}
