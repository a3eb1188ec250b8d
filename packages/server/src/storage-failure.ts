import { type StorageFailure, WRITER_FENCED } from './journal/ports/append-port'

/** What storage can run into, by the codes that SQLite and the system have for it, and what a person can do. */
interface Trouble {
  readonly codes: RegExp
  readonly happened: string
  readonly next: string
}

const FULL = /^(SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT)$/
const DAMAGED = /^SQLITE_(CORRUPT|NOTADB)/
const BROKEN_DISK = /^(SQLITE_IOERR|EIO$)/
const CANNOT_OPEN = /^SQLITE_CANTOPEN/
const BUSY = /^SQLITE_(BUSY|LOCKED)/

const ELSEWHERE = 'or give another folder with --data'

/** The first that fits is told. */
const TROUBLES: readonly Trouble[] = [
  {
    codes: FULL,
    happened: 'its disk is full',
    next: 'Free some space and start again; everything that was confirmed is there.',
  },
  {
    codes: DAMAGED,
    happened: 'its database is damaged',
    next: 'Check the disk, restore a backup (crewroom restore FILE --force), and start again; crewroom doctor looks at the whole file.',
  },
  {
    codes: BROKEN_DISK,
    happened: 'its disk cannot be read or written',
    next: `Check the disk and start again, ${ELSEWHERE}.`,
  },
  {
    codes: /^(SQLITE_READONLY|EROFS$|EACCES$|EPERM$)/,
    happened: 'it cannot be read and written',
    next: `Check its owner, its permissions, and whether its disk is mounted read-only, ${ELSEWHERE}.`,
  },
  {
    codes: BUSY,
    happened: 'another program holds a file of it',
    next: 'Close what has it open (a database browser, a backup) and start again.',
  },
  {
    codes: /^EISDIR$/,
    happened: 'something that is not a file is in the place of one of its files',
    next: `Move that away and start again, ${ELSEWHERE}.`,
  },
  {
    codes: /^(ENOENT|ENOTDIR|EEXIST|ELOOP|ENAMETOOLONG|EINVAL|ENXIO|ENODEV)$/,
    happened: 'it cannot be created or is not a folder',
    next: `Move away what is in its place, ${ELSEWHERE}.`,
  },
  {
    codes: CANNOT_OPEN,
    happened: 'a file of it cannot be opened',
    next: `Check its owner and its permissions, ${ELSEWHERE}.`,
  },
  {
    codes: /^(EMFILE|ENFILE|ENOMEM|SQLITE_NOMEM)$/,
    happened: 'the system has no file handles or memory left',
    next: 'Close other programs, or raise the limit (ulimit -n), and start again.',
  },
]

const INSTALLATION =
  /^(ERR_DLOPEN_FAILED|ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND|MIGRATIONS_MISSING)$/

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
    return `Another Crewroom server has written to this data folder (${said(failure)}). This one is stopping, because it would only be in the way of the other; what it confirmed is stored. Use the other server, or stop it and start again; never remove lock.sqlite while a server is running.`
  }
  if (isFull(failure) || !(BROKEN_DISK.test(code) || DAMAGED.test(code))) return null
  return `Crewroom can no longer trust its storage (${said(failure)}). Check the disk, restore the data folder if it is damaged, and start again; everything that was confirmed before is in it.`
}

/** Why a server cannot start on this folder, and what to do. */
export function startSentence(failure: StorageFailure, folder: string): string {
  if (isInstallation(failure)) return installationSentence(failure)
  const { happened, next } = TROUBLES.find(({ codes }) => codes.test(failure.code)) ?? {
    happened: 'something unexpected happened',
    next: 'CREWROOM_LOG_LEVEL=debug shows where.',
  }
  return `Crewroom cannot use the data folder ${folder}: ${happened} (${said(failure)}). ${next}`
}

/** Why the lock on a data folder is not available although no server holds it. */
export function lockSentence(failure: StorageFailure, folder: string, lock: string): string {
  return DAMAGED.test(failure.code)
    ? `The lock file ${lock} is damaged (${said(failure)}). It holds no data: when no server is running on this folder, delete it and start again.`
    : startSentence(failure, folder)
}

/** A part of the program itself is missing or does not fit; no data has to do with it. */
export function isInstallation(failure: StorageFailure): boolean {
  return INSTALLATION.test(failure.code) || failure.message.startsWith('Could not locate the bind')
}

export function installationSentence(
  failure: StorageFailure,
  node: string = process.versions.node,
): string {
  return `A part of Crewroom cannot be loaded by Node.js ${node} on ${process.platform} ${process.arch} (${said(failure)}). ${remedy(failure, node)}`
}

const AGAIN =
  'Install it again with this Node.js: npm install, in a checkout after removing node_modules.'
/** Only for Node.js 20 does better-sqlite3 have an install script, which npm may block or which may fail. */
const SCRIPT =
  'If npm did not run the install script of better-sqlite3, allow it with npm rebuild better-sqlite3-node20; where there is no ready-made binary it needs python3, make and g++. Node.js 22 or newer needs no install script.'

function remedy({ message, code }: StorageFailure, node: string): string {
  const [major = 0, minor = 0] = node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) return 'Use Node.js 20.19 or newer.'
  const isSqlite =
    code === 'ERR_DLOPEN_FAILED' || /better.sqlite3|Could not locate the bind/.test(message)
  return major < 22 && isSqlite ? `${AGAIN} ${SCRIPT}` : AGAIN
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
