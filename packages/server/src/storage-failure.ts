import { type StorageFailure, WRITER_FENCED } from './journal/append-port'

const FULL = /^(SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT)$/
const DAMAGED = /^SQLITE_(CORRUPT|NOTADB)/
const BROKEN_DISK = /^(SQLITE_IOERR|EIO$)/
const CANNOT_OPEN = /^SQLITE_CANTOPEN/
const BUSY = /^SQLITE_(BUSY|LOCKED)/

/** The wal-index cannot grow on a full disk either; SQLite has a name of its own for that. */
export function isFull({ code }: StorageFailure): boolean {
  return FULL.test(code)
}

/** Somebody else holds or moved the file: that passes, or a person ends it. */
export function isElsewhere({ code }: StorageFailure): boolean {
  return BUSY.test(code) || CANNOT_OPEN.test(code)
}

/** Why no fresh writer can help a server that runs; null where one may. */
export function endSentence(failure: StorageFailure): string | null {
  const { code } = failure
  if (code === WRITER_FENCED) {
    return `Another Crewroom server has written to this data folder (${said(failure)}). This one ends: what it confirmed is stored, and it would only be in the way of the other. Use that one, or stop it and start again; never remove lock.sqlite while a server runs.`
  }
  if (isFull(failure) || !(BROKEN_DISK.test(code) || DAMAGED.test(code))) return null
  return `Crewroom cannot trust its storage any more (${said(failure)}). Check the disk, restore the data folder if it is damaged, and start again; everything that was confirmed before is in it.`
}

/** What a writer that cannot be opened, SQLite or the system says of the failure. */
export function failureIn(error: unknown): StorageFailure {
  if (!(error instanceof Error)) return { code: 'UNKNOWN', message: String(error) }
  if ('failure' in error) return error.failure as StorageFailure
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return { code, message: error.message }
}

/** One line, the code once: the system's messages begin with it. */
function said({ code, message }: StorageFailure): string {
  const [line = ''] = message.split('\n')
  return line.startsWith(code) ? line : `${code}: ${line}`
}
