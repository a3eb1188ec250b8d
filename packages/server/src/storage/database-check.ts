import type { StorageFailure } from '../journal/ports/append-port'
import { openToLook, type Sqlite } from './database'
import { loadShard } from './load'
import { type ReplacedFacts, replacedFacts } from './replaced-facts'
import { type Space, spaceOf } from './space'
import { failureOf } from './writer'

/**
 * A process of its own, which can be ended at any moment: SQLite looks at a whole file in one go. Reads what a start
 * would read where the tables are up to date (`load`), then the structure of every page, and prints what is wrong;
 * or (`space`, `replaced`) prints what takes the space and what of the journal was replaced, null when that cannot be said.
 */
const [, , file = '', what = ''] = process.argv

function soundness(sqlite: Sqlite): StorageFailure | null {
  if (what === 'load') loadShard(sqlite)
  const first = sqlite.pragma('quick_check(1)', { simple: true }) as string
  return first === 'ok' ? null : { code: 'SQLITE_CORRUPT', message: first }
}

function look(): StorageFailure | Space | ReplacedFacts | null {
  try {
    const sqlite = openToLook(file)
    try {
      if (what === 'space') return spaceOf(sqlite, file)
      return what === 'replaced' ? replacedFacts(sqlite) : soundness(sqlite)
    } finally {
      sqlite.close()
    }
  } catch (error) {
    return what === 'space' || what === 'replaced' ? null : failureOf(error)
  }
}

process.stdout.write(JSON.stringify(look()))
