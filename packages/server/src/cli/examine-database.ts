import type { DataDir } from '../data-dir'
import type { StorageFailure } from '../journal/ports/append-port'
import { failureIn, installationSentence, startSentence } from '../storage-failure'
import { whyUnusable } from '../storage/claim-data'
import { lookAt } from '../storage/look-at-data'
import Database from '../storage/sqlite-package'
import { type Finding, note, ok, problem } from './finding'
import { lookApart } from './look-apart'

/** Larger files than can be read in this time are looked at in part. */
const CHECK_WITHIN_MS = 10_000

/** What a start would find in the database, and whether its file is sound. Changes nothing. */
export async function examineDatabase(
  data: DataDir,
  checkScript: URL,
  withinMs = CHECK_WITHIN_MS,
): Promise<Finding[]> {
  const { database, folder } = data
  try {
    const look = lookAt(database)
    const why = whyUnusable(data, look)
    if (why !== null) return [problem(why)]
    if (look.kind !== 'ours') return []
    const what = look.outdated ? 'pages' : 'load'
    const checked = await lookApart<StorageFailure | null>(checkScript, database, what, withinMs)
    if (checked?.found) return [problem(startSentence(checked.found, folder))]
    const found = checked
      ? ok(`database ${database}: sound`)
      : note(
          `database ${database}: too large to check completely in ${withinMs / 1_000} s; nothing wrong was found so far`,
        )
    return look.outdated
      ? [
          found,
          note(
            'the next start migrates the database to this version; make a backup (crewroom backup FILE) if you may want to go back',
          ),
        ]
      : [found]
  } catch (error) {
    return [problem(startSentence(failureIn(error), folder))]
  }
}

/** Whether SQLite can be loaded at all. */
export function examineSqlite(): Finding {
  try {
    const sqlite = new Database(':memory:')
    const version = sqlite.prepare('select sqlite_version()').pluck().get()
    sqlite.close()
    return ok(`SQLite ${String(version)}`)
  } catch (error) {
    return problem(installationSentence(failureIn(error)))
  }
}
