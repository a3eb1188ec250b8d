import { existsSync } from 'node:fs'
import path from 'node:path'
import type { DataDir, ServerFile } from '../data-dir'
import { StartFailed, StartRefused } from '../start-refused'
import { failureIn, lockSentence } from '../storage-failure'
import { VERSION } from '../version'
import { type DataLock, lockData } from './lock'
import { type Look, lookAt } from './look-at-data'

export interface Claim extends DataLock {
  /** The server that used the folder last, if it did not end in order. */
  readonly before: ServerFile | null
  /** Whether this start brings the database up to date. */
  readonly isOutdated: boolean
}

/**
 * Takes the data folder for this process: makes it where there is none, holds its lock, and looks at what is in it.
 * Nothing of what was there is changed before it is known to be this version's.
 */
export function claimData(data: DataDir): Claim {
  data.prepare()
  const lock = locked(data)
  try {
    const look = lookAt(data.database)
    const why = whyUnusable(data, look)
    if (why !== null) throw new StartFailed(why)
    const before = data.lastServer()
    data.withdraw()
    data.prepareDatabase()
    const isOutdated = look.kind === 'ours' && look.outdated
    return { before, isOutdated, release: () => lock.release() }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Why no server may use what a look has found, in a sentence; null when one may. */
export function whyUnusable(data: DataDir, look: Look): string | null {
  const { database, tokens } = data
  switch (look.kind) {
    case 'ours':
      return null
    case 'missing':
    case 'empty':
      // The tokens are written when the database has its tables, and last as long as it does.
      return existsSync(tokens)
        ? `${database} is ${look.kind}, but this folder was in use: its ${path.basename(tokens)} is there. Restore a backup (crewroom restore FILE --force). To start empty, move ${tokens} away, or give another folder with --data.`
        : null
    case 'newer':
      return `${database} was written by a newer version of Crewroom than this one, ${VERSION} (${look.signs}). Nothing was changed. Start the newer version, restore a backup from before the update${data.copiesBefore().length > 0 ? `, return to a copy in ${data.wayBack} (docs/backup.md says how)` : ''}, or give another folder with --data.`
    case 'foreign':
      return `${database} is not a Crewroom database: it contains ${look.tables.slice(0, 3).join(', ')}. Nothing was changed. Give another folder with --data.`
    default:
      look satisfies never
      throw new Error('an unknown look')
  }
}

function locked(data: DataDir): DataLock {
  let lock: DataLock | null
  try {
    lock = lockData(data.lock)
  } catch (error) {
    throw new StartFailed(lockSentence(failureIn(error), data.folder, data.lock), error)
  }
  if (lock) return lock
  const running = data.runningServer()
  throw new StartRefused(
    `Another Crewroom server${running ? ` (pid ${running.pid}, ${running.url})` : ''} uses ${data.folder}. Use it, stop it, or give another folder with --data.`,
  )
}
