import { openToLook } from './database'
import { loadShard } from './load'
import { failureOf } from './writer'

/**
 * A process of its own, which can be ended at any moment: SQLite looks at a whole file in one go. Reads what a start
 * would read where the tables are up to date (`load`), then the structure of every page, and prints what is wrong.
 */
const [, , file = '', what = ''] = process.argv
try {
  const sqlite = openToLook(file)
  try {
    if (what === 'load') loadShard(sqlite)
    const first = sqlite.pragma('quick_check(1)', { simple: true }) as string
    process.stdout.write(
      JSON.stringify(first === 'ok' ? null : { code: 'SQLITE_CORRUPT', message: first }),
    )
  } finally {
    sqlite.close()
  }
} catch (error) {
  process.stdout.write(JSON.stringify(failureOf(error)))
}
