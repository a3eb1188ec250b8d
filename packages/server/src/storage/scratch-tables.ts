import type { Envelope } from '../journal/facts'
import type { Rehearsal } from '../journal/ports/transfer-port'
import { orm } from './database'
import { loadOneCrew } from './load'
import { migrate } from './migrate'
import { onFirstUse } from './on-first-use'
import { projectionContext } from './projections/projection'
import { projector } from './projections/project'
import Database from './sqlite-package'

/** Migrating takes many times as long as copying what that makes, and each import needs tables of its own. */
const emptyTables = onFirstUse(() => {
  const sqlite = new Database(':memory:')
  migrate(orm(sqlite))
  const bytes = sqlite.serialize()
  sqlite.close()
  return bytes
})

/** A rehearsal in memory: one transaction that never ends. */
export function openScratchTables(): Rehearsal {
  const sqlite = new Database(emptyTables())
  const db = orm(sqlite)
  const project = projector(projectionContext(sqlite, db, () => {}))
  sqlite.exec('BEGIN')
  return {
    take: (entry: Envelope) => project(entry, 1),
    load: (leadId: string) => loadOneCrew(sqlite, leadId),
    close: () => sqlite.close(),
  }
}
