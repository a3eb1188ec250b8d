import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import type { DataDir } from '../data-dir'
import type { StorageFailure } from '../journal/ports/append-port'
import { failureIn, installationSentence, startSentence } from '../storage-failure'
import { whyUnusable } from '../storage/claim-data'
import { openToLook } from '../storage/database'
import { lookAt } from '../storage/look-at-data'
import { type Finding, note, ok, problem } from './finding'

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
    const checked = await check(checkScript, database, look.outdated ? 'pages' : 'load', withinMs)
    if (checked.failure) return [problem(startSentence(checked.failure, folder))]
    const found = checked.isWhole
      ? ok(`database ${database}: sound`)
      : note(
          `database ${database}: too large to check completely in ${withinMs / 1_000} s; nothing wrong was found so far`,
        )
    return look.outdated
      ? [
          found,
          note(
            'the next start migrates the database to this version; keep a copy if you may want to go back',
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

interface Checked {
  readonly isWhole: boolean
  readonly failure: StorageFailure | null
}

function check(
  script: URL,
  file: string,
  what: 'load' | 'pages',
  withinMs: number,
): Promise<Checked> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [fileURLToPath(script), file, what],
      { timeout: withinMs, killSignal: 'SIGKILL', encoding: 'utf8' },
      (error, out) => {
        if (error === null) {
          resolve({ isWhole: true, failure: JSON.parse(out) as StorageFailure | null })
        } else if (error.killed) {
          // What it had open beside the file is taken away by the next who closes it.
          openToLook(file).close()
          resolve({ isWhole: false, failure: null })
        } else reject(error)
      },
    )
  })
}
