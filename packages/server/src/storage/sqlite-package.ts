import { createRequire } from 'node:module'
import type BetterSqlite3 from 'better-sqlite3'

/** The first Node.js that version 13 of better-sqlite3 runs on is 22; on an older one it takes the process down. */
const OF_NODE_22 = 127

/**
 * What this Node.js opens databases with. Version 13 brings its binaries along and has no install script, which npm 12
 * would block. For Node.js 20 version 12 is installed beside it, under a name of its own.
 */
export const SQLITE_PACKAGE =
  Number(process.versions.modules) < OF_NODE_22 ? 'better-sqlite3-node20' : 'better-sqlite3'

/**
 * Everything that opens a database takes this one, drizzle too: the build and the tests replace better-sqlite3 by this
 * module. What cannot be loaded fails where a database is opened, so that a command can say so in a sentence.
 */
const Database = load()

function load(): typeof BetterSqlite3 {
  try {
    return createRequire(import.meta.url)(SQLITE_PACKAGE) as typeof BetterSqlite3
  } catch (error) {
    const refuse = function () {
      throw error
    }
    return refuse as unknown as typeof BetterSqlite3
  }
}

export default Database
