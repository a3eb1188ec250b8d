import { closeSync, existsSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import type { Envelope } from '../journal/facts'
import type { Rehearsal, StagedFile, StagingPort } from '../journal/ports/transfer-port'
import { makeFolder, renameDurably } from '../durable-files'
import { orm } from './database'
import { loadOneCrew } from './load'
import { migrate } from './migrate'
import { onFirstUse } from './on-first-use'
import { projectionContext } from './projections/projection'
import { projector } from './projections/project'
import { scratchGroupRows, scratchRows } from './scratch-rows'
import Database from './sqlite-package'

/** Names of the files: one that is read goes with its server, one that is staged is taken back by the next start. */
const READING = '.reading'
const STAGED = '.staged'
/** So much of the tables is in memory. */
const CACHE_KIB = 8 * 1024

/** Migrating takes many times as long as copying what that makes, and each import needs tables of its own. */
const emptyTables = onFirstUse(() => {
  const sqlite = new Database(':memory:')
  migrate(orm(sqlite))
  const bytes = sqlite.serialize()
  sqlite.close()
  return bytes
})

/** A rehearsal in a file of this folder: one transaction that ends when everything fits. */
export function openScratchTables(folder: string, name: string): Rehearsal {
  makeFolder(folder)
  const file = path.join(folder, `${name}${READING}`)
  const handle = openSync(file, 'wx', 0o600)
  try {
    writeSync(handle, emptyTables())
  } finally {
    closeSync(handle)
  }
  const sqlite = new Database(file)
  // Nothing of it outlives a crash. What a log keeps is what was there before: nearly nothing.
  sqlite.pragma('journal_mode = MEMORY')
  sqlite.pragma('synchronous = OFF')
  sqlite.pragma('locking_mode = EXCLUSIVE')
  sqlite.pragma(`cache_size = -${CACHE_KIB}`)
  const db = orm(sqlite)
  const project = projector(projectionContext(sqlite, db, () => {}))
  sqlite.exec('BEGIN')
  const rows = scratchRows(sqlite)
  return {
    rows,
    groupRows: () => scratchGroupRows(sqlite),
    take: (entry: Envelope) => project(entry, 1),
    load: (leadId: string) => loadOneCrew(sqlite, leadId),
    keep: async () => {
      sqlite.exec('COMMIT')
      sqlite.close()
      const written = await open(file, 'r+')
      try {
        await written.sync()
      } finally {
        await written.close()
      }
      const staged = path.join(folder, `${name}${STAGED}`)
      await renameDurably(file, staged)
      return staged
    },
    lend: () => {
      sqlite.exec('COMMIT')
      sqlite.close()
      return file
    },
    close: () => {
      sqlite.close()
      rmSync(file, { force: true })
    },
  }
}

/** Takes back what an import has left that a crash has ended. Before anything is loaded. */
export async function clearScratch(folder: string, staging: StagingPort): Promise<void> {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const file: StagedFile = path.join(folder, name)
    if (name.endsWith(STAGED)) {
      // What cannot be taken back now is taken back by the next start: until then nobody sees it.
      if ((await staging.stage(file, 'remove')) !== null) continue
    } else if (!name.endsWith(READING)) continue
    rmSync(file, { force: true })
  }
}
